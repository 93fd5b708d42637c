"""A program as it was typed, its output as a page, and its own exit code."""
