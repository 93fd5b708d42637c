"""Whole symbols and lines of files, several places in one answer."""
