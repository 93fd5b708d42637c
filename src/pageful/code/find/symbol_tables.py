"""The symbols of texts that were shown lately, so that the next look parses only what is new."""

from __future__ import annotations

from functools import lru_cache

from pageful.code.chunking.symbols import SymbolTable
from pageful.code.languages.detection import language_of

_MOST_KEPT = 64  # texts with their trees, about 0.5 MB each

_HEAD = 400  # characters, the lines by which scripts and headers tell their language


def symbols_of(path: str, text: str) -> SymbolTable:
    """Return the symbols of a file's text."""
    return _table(text, language_of(path, text[:_HEAD]))


@lru_cache(maxsize=_MOST_KEPT)
def _table(text: str, language: str | None) -> SymbolTable:
    return SymbolTable.of(text, language)
