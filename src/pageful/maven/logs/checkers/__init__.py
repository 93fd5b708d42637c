"""Checkers of style, bugs, copies, coverage and licences: what they print, by a table of them."""
