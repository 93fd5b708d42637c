"""Rows of the forms of `vault_find`, as lines of a page."""
