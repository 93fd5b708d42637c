"""The words of errors about search queries: where they are, and what may be meant."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from pageful.vault.search.operators import SYNONYMS, Operator
from pageful.vault.search.unparse import quote_phrase

SHOWN_AROUND = 40
"""Characters of the query that an error shows on either side. Chosen by hand."""


def quote_character(character: str) -> str:
    """Quote a character, one that can't be seen by its code point."""
    return f"`{character}`" if character.isprintable() else f"U+{ord(character):04X}"


def caret_line(text: str, at: int) -> str:
    """Show the query as a line, with a caret below an offset of it."""
    line = "".join(character if character.isprintable() else " " for character in text)
    start = max(0, at - SHOWN_AROUND)
    before = ("…" if start else "") + line[start:at]
    after = line[at : at + SHOWN_AROUND] + ("…" if at + SHOWN_AROUND < len(line) else "")
    return f"| {before}{after}\n| {' ' * len(before)}^"


def operator_advice(name: str, word: str, operators: Mapping[str, Operator]) -> str:
    """Return advice for an unknown operator."""
    value = word[len(name) + 1 :]
    exact = f"Write {quote_phrase(word)} for these characters"
    near = SYNONYMS.get(name.lower()) or _nearest(name.lower(), operators)
    if near:
        return f"Write `{near}:{value}` if that operator is meant. {exact}."
    return f"{exact}, or [{name}:{value}] for notes whose property {name} has the value."


def _nearest(name: str, operators: Mapping[str, Operator]) -> str:
    near = difflib.get_close_matches(name, operators, 1, 0.75)
    return near[0] if near else ""
