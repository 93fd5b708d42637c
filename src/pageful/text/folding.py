"""Folding of text, as searches compare it: without case, and without the accents of letters."""

from __future__ import annotations

import unicodedata
from itertools import accumulate

_KEPT = "йЙ"
"""Letters that Unicode takes for accented ones, and their alphabets do not."""


class _Folds(dict[int, str]):
    """The folded form of each character, found when it is first needed."""

    def __missing__(self, code: int) -> str:
        self[code] = fold = _fold(chr(code))
        return fold


def fold_text(text: str) -> str:
    """Fold case and accents: `Café` becomes `cafe`, `Straße` becomes `strasse`.

    Accents are Unicode's combining diacritical marks (U+0300 to U+036F). Marks of other scripts,
    those of kana or of Indic scripts for instance, stay: they make another letter.
    """
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def fold_offsets(text: str) -> list[int]:
    """List the offset of each character in the folded text, and at last the length of that text."""
    return [*accumulate(map(len, map(_FOLDS.__getitem__, map(ord, text))), initial=0)]


def _fold(character: str) -> str:
    if character in _KEPT:
        return character.lower()
    parts = unicodedata.normalize("NFD", character)
    kept = "".join(part for part in parts if not "\u0300" <= part <= "\u036f")
    return unicodedata.normalize("NFC", kept).casefold()


_FOLDS = _Folds()
