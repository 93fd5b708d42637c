"""The order of names in Obsidian's file explorer: without case, and numbers by their value."""

from __future__ import annotations

import re
from typing import TypeAlias

from pageful.text.folding import folded

NaturalKey: TypeAlias = tuple[bool, tuple[str | int, ...], str]

_NUMBER = re.compile(r"([0-9]+)")


def natural(name: str) -> NaturalKey:
    """A key to sort names by: `Note 9` before `note 10`, `Éclair` between `earth` and `edge`.

    What begins with a sign or an emoji comes first, then what begins with a number.
    """
    parts = _NUMBER.split(folded(name))
    values = tuple(_value(part) if n % 2 else part for n, part in enumerate(parts))
    return name[:1].isalnum(), values, name


def _value(digits: str) -> int:
    # What is longer than Python reads as a number is no number that anyone counts with.
    return int(digits[:4000])
