"""UTF-16 code units, in which the language counts texts: an emoji is two."""

from __future__ import annotations

import re

# > 🥐
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def to_units(text: str) -> str:
    """Replace each character beyond U+FFFF by its two surrogates, so that a character is a unit."""
    if text.isascii():
        return text
    return _ASTRAL.sub(_split, text)


def _split(found: re.Match[str]) -> str:
    code = ord(found[0]) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def from_units(units: str) -> str:
    """Join surrogate pairs to characters; a lone surrogate stays."""
    if units.isascii():
        return units
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def length(text: str) -> int:
    """Return the number of code units in a text."""
    return len(text) if text.isascii() else len(to_units(text))
