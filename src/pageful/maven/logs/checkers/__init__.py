"""Checkers of style, bugs, copies, coverage and licences, and a reader of their output."""
