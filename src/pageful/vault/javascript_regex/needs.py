"""Texts that stand in everything an expression matches: a cheap test before it is tried."""

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

MOST = 3

_IOTAS = frozenset((0x345, 0x399, 0x3B9, 0x1FBE))
"""One of these is a letter or a mark below one, and a search without accents leaves marks out."""


def needed(root: Node) -> tuple[str, ...]:
    """The longest such texts, whatever their case if that does not count."""
    texts = sorted(set(_texts(root)), key=lambda text: (-len(text), text))
    return tuple(texts[:MOST])


def _texts(node: Node) -> Iterator[str]:
    run = ""
    for part in _flat(node):
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


def _flat(node: Node) -> Iterator[Node]:
    """The parts that stand in a row, those of groups in their place."""
    match node:
        case Sequence(parts):
            for part in parts:
                yield from _flat(part)
        case Group(body):
            yield from _flat(body)
        case Look():
            pass
        case _:
            yield node
