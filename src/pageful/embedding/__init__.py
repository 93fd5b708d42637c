"""Vectors of texts, for searching by meaning: what makes them, whoever asks."""
