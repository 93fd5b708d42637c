"""A chunk: a run of whole lines of one file, the unit that is indexed and found."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines `start` to `end` of a file, counted from 1, both included.

    A file's chunks follow each other without gap or overlap: their texts joined are the file's
    text. Lines end with a line feed; a carriage return before it belongs to the line. `path` is
    where the chunk stands in the syntax, outermost first (`class Foo`, `method bar`); `defines`
    are the bare names of the definitions that begin in the chunk.
    """

    start: int
    end: int
    text: str
    path: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
