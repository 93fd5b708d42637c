"""Exact search: every line of a repository that has a text, with the symbol around it."""
