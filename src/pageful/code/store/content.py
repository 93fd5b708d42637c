"""The text of a file and the outline of its chunks, packed so that parts are read alone."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias
from uuid import UUID

from pageful.code.chunking.chunk import Chunk
from pageful.code.store.identity import chunk_uuid

_BLOCK = 8192
"""Characters that are compressed together: a page of hits reads one or two blocks of each file."""

_Outline: TypeAlias = Sequence[tuple[int, int, Sequence[str], Sequence[str]]]
"""For each chunk its first line, where its text begins, its path and the names it defines."""


def pack_text(text: str) -> bytes:
    """Compress a file's text in blocks, so that a part can be read without the whole.

    The format is the number of characters, the number of blocks and the bytes of each, as
    little-endian integers of four bytes, followed by the blocks.
    """
    starts = range(0, len(text), _BLOCK)
    blocks = [zlib.compress(text[start : start + _BLOCK].encode(), 1) for start in starts]
    return b"".join([_numbers(len(text), len(blocks), *map(len, blocks)), *blocks])


def _numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def pack_outline(chunks: Sequence[Chunk]) -> bytes:
    """Compress the outline of a file: start, path and defined names of each chunk."""
    begins = accumulate((len(chunk.text) for chunk in chunks), initial=0)
    outline = [
        [chunk.start, begin, chunk.path, chunk.defines]
        for chunk, begin in zip(chunks, begins, strict=False)
    ]
    return zlib.compress(json.dumps(outline, separators=(",", ":")).encode(), 1)


class Content:
    """A file's text and outline; blocks of the text are unpacked on demand.

    `key` is that of the file (`identity.file_key`).
    """

    def __init__(self, key: int, text: bytes, outline: bytes) -> None:
        self._key = key
        self._packed = text
        self._outline: _Outline = json.loads(zlib.decompress(outline))
        self._size, count = struct.unpack_from("<2I", text)
        sizes = struct.unpack_from(f"<{count}I", text, 8)
        self._offsets = [*accumulate(sizes, initial=8 + 4 * count)]
        self._blocks: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._outline)

    def chunks(self) -> tuple[Chunk, ...]:
        """Unpack all chunks."""
        return tuple(map(self.chunk, range(len(self))))

    def chunk(self, number: int) -> Chunk:
        """Unpack a chunk by its number."""
        start, _, path, defines = self._outline[number]
        text = self.text_of(number)
        end = start + text.count("\n") - text.endswith("\n")
        return Chunk(start, end, text, tuple(path), tuple(defines))

    def text_of(self, number: int) -> str:
        """Unpack the text of a chunk."""
        return self._slice(*self._bounds(number))

    def uuid(self, number: int) -> UUID:
        """Compute the UUID of a chunk."""
        return chunk_uuid(self._key, self.text_of(number), self._copies_before(number))

    def _copies_before(self, number: int) -> int:
        """Count the earlier chunks with exactly the same text."""
        begin, end = self._bounds(number)
        begins = [row[1] for row in self._outline[: number + 1]]
        alike = [n for n, (a, b) in enumerate(pairwise(begins)) if b - a == end - begin]
        text = self.text_of(number) if alike else ""
        return sum(self.text_of(earlier) == text for earlier in alike)

    def before(self, number: int, lines: int) -> str:
        """Unpack up to that many lines before a chunk."""
        stop = self._bounds(number)[0]
        start = stop
        found = ""
        while start and found.count("\n") <= lines:
            start = max(0, start - _BLOCK // 8)
            found = self._slice(start, stop)
        cut = len(found)
        for _ in range(lines):
            if cut <= 0:
                return found
            cut = found.rfind("\n", 0, cut - 1) + 1
        return found[cut:]

    def after(self, number: int, lines: int) -> str:
        """Unpack up to that many lines after a chunk."""
        start = self._bounds(number)[1]
        stop = start
        found = ""
        while stop < self._size and found.count("\n") < lines:
            stop = min(self._size, stop + _BLOCK // 8)
            found = self._slice(start, stop)
        cut = 0
        for _ in range(lines):
            cut = found.find("\n", cut) + 1
            if not cut:
                return found
        return found[:cut]

    def _bounds(self, number: int) -> tuple[int, int]:
        last = number + 1 == len(self._outline)
        return self._outline[number][1], self._size if last else self._outline[number + 1][1]

    def _slice(self, begin: int, end: int) -> str:
        first = begin // _BLOCK
        blocks = map(self._block, range(first, -(-end // _BLOCK)))
        return "".join(blocks)[begin - first * _BLOCK : end - first * _BLOCK]

    def _block(self, number: int) -> str:
        if number not in self._blocks:
            packed = self._packed[self._offsets[number] : self._offsets[number + 1]]
            self._blocks[number] = zlib.decompress(packed).decode()
        return self._blocks[number]
