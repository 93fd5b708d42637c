"""A batch of indexed files, ready to be written as one segment."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.code.store.postings import Row
from pageful.files.stamp import Stamp
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BatchFile:
    """One file of a batch.

    `same` means that its bytes are those in the index, so that only its stamp is new; `skipped` is
    the reason why it has no chunks. `text` and `outline` are compressed.
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
class IndexBatch:
    """A batch of files and the segment of their chunks.

    By chunk: `lengths` in terms (float32), `owners` (int32, indices into those of `files` that are
    not `same`), `vectors` (float16, one row a chunk; `None` until they are embedded). `rows` are
    the posting lists of the segment.
    """

    files: tuple[BatchFile, ...]
    chunks: int = 0
    lengths: bytes = b""
    owners: bytes = b""
    rows: Sequence[Row] = ()
    vectors: bytes | None = None
