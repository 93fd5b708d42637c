"""Paths within a vault: checked, opened safely, spelled as the user may."""
