"""Vectors of texts, for searching by meaning."""
