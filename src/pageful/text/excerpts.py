"""Excerpts of texts, for previews: shortened at the end of a line or of a word."""

from __future__ import annotations

from pageful.lazy import patterns

# > the last word
_WORD_AT_END = patterns.compile(r"\w+\Z")


def shorten(text: str, most: int, mark: str) -> str:
    """Cut a text to at most `most` characters, including the mark that tells of the cut.

    The cut falls after a line if one ends in the second half of the room, else after a word that
    does, else where the room ends.
    """
    if len(text) <= most:
        return text
    room = most - len(mark)
    end = text.rfind("\n", room // 2, room + 1)
    return (text[:end] if end >= 0 else _cut_at_word(text, room)) + mark


def _cut_at_word(text: str, room: int) -> str:
    kept = text[:room]
    if _is_word(kept[-1:]) and _is_word(text[room]):
        part = _WORD_AT_END.search(kept, room // 2)
        kept = kept[: part.start()] if part and part.start() > room // 2 else kept
    return kept.rstrip()


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()
