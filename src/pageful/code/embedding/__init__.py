"""Vectors of code, and of what is asked about it, for searching by meaning."""
