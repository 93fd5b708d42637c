"""Targets of links in the text of notes, which a reader of the note sees only by what they show."""

from __future__ import annotations

import re

# > see [[Breads/Rye#Baking|how it is baked]]
# > see [how it is baked](Breads/Rye.md#Baking)
_TARGET = re.compile(
    r"(?<=\[\[)[^\[\]|]+(?=\|)|(?<=\]\()(?:<[^<>]*>|(?:[^()\s]|\([^()\s]*\))+)(?=\))"
)
_LONGEST = 12
"""Characters of a target that is no shorter with a mark in its place."""


def without_targets(text: str) -> str:
    """Return a text with a blank for the target of each link that shows another text."""
    return _TARGET.sub(" ", text)


def shorten_targets(text: str, start: int) -> tuple[str, int]:
    """Return a text with `…` for long targets of links that show another text, and an offset in it.

    An offset within such a target is that of the mark.
    """
    pieces, done, saved = list[str](), 0, 0
    for target in _TARGET.finditer(text):
        if len(target[0]) > _LONGEST:
            pieces += text[done : target.start()], "…"
            done = target.end()
            saved += len(target[0]) - 1 if start >= done else max(0, start - target.start())
    return "".join([*pieces, text[done:]]), start - saved
