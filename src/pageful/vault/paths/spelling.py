"""Equality of spellings of a path, by Obsidian's rule and that of most file systems."""

from __future__ import annotations

import unicodedata

_SPACES = str.maketrans("\u00a0\u202f", "  ")


def spelling(path: str) -> str:
    """Return a key that spellings of a path share: case, composition and kinds of spaces vary."""
    if path.isascii():
        return path.lower()
    lower = compose(path).lower()
    return compose(lower).translate(_SPACES)


def compose(path: str) -> str:
    """Return the path with letters and their accents as one character where there is one (NFC)."""
    return unicodedata.normalize("NFC", path)
