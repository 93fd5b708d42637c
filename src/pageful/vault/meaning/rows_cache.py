"""A cache of passages' vectors in a file: a note that has not changed is not embedded again.

The file names the embedder that made the vectors; those of another one are dropped, as is a file
that is damaged or was written by other code.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec
import numpy as np

from pageful.files import cache_file
from pageful.vault.meaning import passages
from pageful.vault.meaning.passage_rows import PassageRows
from pageful.vault.snapshot.parse_cache import parsing_code

LEAST = 64
"""The fewest passages that are kept: fewer are embedded in less time than a file is written in."""
_MARK = b"pageful passages 1\n"


class _RowsHeader(msgspec.Struct, array_like=True, frozen=True):
    """The header before the columns: a hash of the code, the embedder, and the notes."""

    code: bytes
    embedder: str
    dimensions: int
    paths: list[str]
    digests: list[bytes]


class RowsCache:
    """The cache of one vault's vectors, in a file that may be missing; `None` keeps nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._saving = threading.Lock()

    def load(self, embedder: str) -> PassageRows:
        """Load the vectors that an embedder made; none where there are no such."""
        if self._file is None:
            return PassageRows.empty()
        with suppress(OSError, ValueError, msgspec.MsgspecError):
            found = _rows(cache_file.read(self._file, _MARK), embedder)
            os.utime(self._file)
            return found
        return PassageRows.empty()

    def keep(self, rows: PassageRows, embedder: str) -> None:
        """Write vectors in a thread, unless others are being written.

        The program ends only after they are written; a disk that is full keeps the old ones.
        """
        if self._file is None or len(rows.lines) < LEAST:
            return
        if self._saving.acquire(blocking=False):
            threading.Thread(target=self._save, args=(self._file, rows, embedder)).start()

    def wait(self) -> None:
        """Wait until nothing is being written."""
        with self._saving:
            pass

    def _save(self, file: Path, rows: PassageRows, embedder: str) -> None:
        try:
            with suppress(OSError, ValueError):
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                cache_file.write(file, _MARK, [[part] for part in _parts(rows, embedder)])
        finally:
            self._saving.release()


def _parts(rows: PassageRows, embedder: str) -> Sequence[bytes]:
    dimensions = rows.vectors.shape[1]
    header = _RowsHeader(_code(), embedder, dimensions, list(rows.paths), list(rows.digests))
    columns = (each.tobytes() for each in (rows.ends, rows.lines, rows.vectors))
    return (msgspec.msgpack.encode(header), *columns)


def _rows(parts: Sequence[bytes], embedder: str) -> PassageRows:
    """Decode the vectors of a file.

    Raises:
        ValueError: they are another embedder's, were written by other code, or do not fit.
    """
    head, ends, lines, vectors = parts
    header = msgspec.msgpack.decode(head, type=_RowsHeader)
    if header.code != _code() or header.embedder != embedder or header.dimensions < 1:
        raise ValueError
    found = PassageRows(
        tuple(header.paths),
        tuple(header.digests),
        np.frombuffer(ends, np.int64),
        np.frombuffer(lines, np.int32),
        np.frombuffer(vectors, np.int8).reshape(-1, header.dimensions),
    )
    if not found.is_whole():
        raise ValueError
    return found


def _code() -> bytes:
    """Return a hash of the code that parses notes and cuts them into passages."""
    code = blake2b(parsing_code().encode(), digest_size=16)
    code.update(Path(str(passages.__file__)).read_bytes())
    return code.digest()
