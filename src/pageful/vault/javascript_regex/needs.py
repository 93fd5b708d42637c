"""Texts that every match of an expression contains: a cheap test before a search."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.vault.javascript_regex.syntax_tree import (
    Character,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)

# More texts hardly ever exclude another note.
MOST = 3

_IOTAS = frozenset((0x345, 0x399, 0x3B9, 0x1FBE))
"""Forms of iota: letters, and a mark below a letter, which a search without accents leaves out."""


def required_texts(root: Node) -> tuple[str, ...]:
    """Find the longest texts that every match contains, in any case if case is ignored."""
    texts = sorted(set(_texts(root)), key=lambda text: (-len(text), text))
    return tuple(texts[:MOST])


def _texts(node: Node) -> Iterator[str]:
    run = ""
    for part in _flatten(node):
        if isinstance(part, Character) and part.code not in _IOTAS:
            run += chr(part.code)
            continue
        if run:
            yield run
        run = ""
        if isinstance(part, Repeat) and part.least:
            yield from _texts(part.body)
    if run:
        yield run


def _flatten(node: Node) -> Iterator[Node]:
    """Flatten a sequence: replace groups by their parts."""
    match node:
        case Sequence(parts):
            for part in parts:
                yield from _flatten(part)
        case Group(body):
            yield from _flatten(body)
        case Look():
            pass
        case _:
            yield node
