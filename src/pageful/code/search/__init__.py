"""Searching an index: filters, ranking, hits."""
