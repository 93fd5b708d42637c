"""A batch of files, read and counted, ready to be written as one segment."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from laconic.code.chunks import Chunk
from laconic.code.snapshot import Stamp
from laconic.code.store.postings import Row


@dataclass(frozen=True, slots=True)
class FileDraft:
    """One file of a batch.

    `same` means that its bytes are those which the index has, so that only its stamp is new;
    `skipped` is why it has no chunks. `text` and `outline` are compressed.
    """

    path: str
    stamp: Stamp
    hash: bytes = b""
    language: str | None = None
    chunks: int = 0
    text: bytes = b""
    outline: bytes = b""
    skipped: str | None = None
    same: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A batch of files and the segment of their chunks.

    `lengths` are the chunks' lengths in terms as float32, `owners` each chunk's file as an int32
    index into `files`, `vectors` its vector as float16; `fault` is why there are none.
    """

    files: tuple[FileDraft, ...]
    chunks: int = 0
    lengths: bytes = b""
    owners: bytes = b""
    rows: Sequence[Row] = ()
    vectors: bytes | None = None
    fault: str | None = None


def packed_text(text: str) -> bytes:
    """A file's text, compressed."""
    return zlib.compress(text.encode(), 1)


def packed_outline(chunks: Sequence[Chunk]) -> bytes:
    """Where a file's chunks begin, where they stand in the syntax and what they define."""
    outline = [[chunk.start, chunk.path, chunk.defines] for chunk in chunks]
    return zlib.compress(json.dumps(outline, separators=(",", ":")).encode(), 1)


def unpacked(text: bytes, outline: bytes) -> tuple[Chunk, ...]:
    """A file's chunks, from its text and its outline."""
    lines = zlib.decompress(text).decode().split("\n")
    ends_open = lines.pop() if lines else ""
    lines = [f"{line}\n" for line in lines] + ([ends_open] if ends_open else [])
    rows = json.loads(zlib.decompress(outline))
    ends = [row[0] - 1 for row in rows[1:]] + [len(lines)]
    return tuple(
        Chunk(start, end, "".join(lines[start - 1 : end]), tuple(path), tuple(defines))
        for (start, path, defines), end in zip(rows, ends, strict=bool(rows))
    )
