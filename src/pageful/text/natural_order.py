"""Natural order, as in Obsidian's file explorer: without case, and numbers by their value."""

from __future__ import annotations

from typing import TypeAlias

from pageful.lazy import patterns
from pageful.text.folding import fold_text

NaturalKey: TypeAlias = tuple[bool, tuple[str | int, ...], str]

# > Note 10
_NUMBER = patterns.compile(r"([0-9]+)")


def natural_key(name: str) -> NaturalKey:
    """Make a key to sort names by: `Note 9` before `note 10`, `Éclair` between `earth` and `edge`.

    Names that begin with a sign or an emoji come first, then those that begin with a number.
    """
    parts = _NUMBER.split(fold_text(name))
    values = tuple(_to_number(part) if n % 2 else part for n, part in enumerate(parts))
    return name[:1].isalnum(), values, name


def _to_number(digits: str) -> int:
    # Python reads at most 4,300 digits by default; nobody counts with more.
    return int(digits[:4000])
