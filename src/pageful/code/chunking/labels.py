"""The labels of chunks: the definitions around each, and the names that it defines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pageful.code.chunking.block import Definition
from pageful.code.chunking.chunk import Chunk
from pageful.code.chunking.extent import Extent

_CLOSERS = " \t\r\n\f\v)]};,"
# Characters looked at from a chunk's end: more than nested code closes with, few enough to be fast.
_TAIL = 400


def label_chunks(
    rows: Sequence[int], definitions: Iterable[Definition], extent: Extent
) -> tuple[Chunk, ...]:
    """Make the chunks that begin at these rows, each with its path and names."""
    found = sorted(definitions, key=lambda definition: definition.first)
    by_first = _Queue(found, [definition.first for definition in found])
    by_row = sorted(found, key=lambda definition: definition.row)
    by_name = _Queue(by_row, [definition.row for definition in by_row])
    around: list[Definition] = []
    made = []
    for first, end in zip(rows, [*rows[1:], len(extent)], strict=True):
        text = extent.slice(first, end)
        around = [definition for definition in around if definition.end > first]
        begun = by_first.take_before(end)
        path = _path(around, begun, _last_content(text, end)) if around or begun else ()
        names = (name for definition in by_name.take_before(end) for name in definition.names)
        made.append(Chunk(first + 1, end, text, path, tuple(dict.fromkeys(names))))
        around += begun
    return tuple(made)


class _Queue:
    """A queue of definitions, ordered by one of their rows."""

    def __init__(self, definitions: Sequence[Definition], rows: Sequence[int]) -> None:
        self._definitions = definitions
        self._rows = rows
        self._next = 0

    def take_before(self, end: int) -> Sequence[Definition]:
        start = self._next
        while self._next < len(self._rows) and self._rows[self._next] < end:
            self._next += 1
        return self._definitions[start : self._next]


def _path(around: Iterable[Definition], begun: Sequence[Definition], end: int) -> tuple[str, ...]:
    outer = [definition.label for definition in around if definition.end >= end]
    return (*outer, *_only_label(begun))


def _only_label(begun: Sequence[Definition]) -> tuple[str, ...]:
    """Return the label of the only outermost definition, if there is just one.

    Where that is a wrapper, the label of its only content follows.
    """
    major = [definition for definition in begun if not definition.minor]
    tops = _find_outermost(major or begun)
    if len({definition.label for definition in tops}) != 1:
        return ()
    if not tops[0].wrapper:
        return (tops[0].label,)
    inner = [definition for definition in begun if definition is not tops[0]]
    return (tops[0].label, *_only_label(inner)) if len(tops) == 1 and inner else (tops[0].label,)


def _find_outermost(definitions: Iterable[Definition]) -> list[Definition]:
    tops: list[Definition] = []
    for definition in definitions:
        if not tops or definition.row >= tops[-1].end:
            tops.append(definition)
    return tops


def _last_content(text: str, end: int) -> int:
    """Find the row after the last one with more than blanks and closing brackets."""
    tail = text[-_TAIL:]
    kept = tail.rstrip(_CLOSERS)
    while kept.endswith("end"):
        kept = kept[:-3].rstrip(_CLOSERS)
    closing = tail.count("\n", len(kept)) - tail.endswith("\n")
    return end - closing
