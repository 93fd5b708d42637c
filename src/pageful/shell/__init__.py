"""Families as shell commands."""
