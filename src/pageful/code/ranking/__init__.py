"""Rank the chunks of an index for a query: words, structure and meaning."""
