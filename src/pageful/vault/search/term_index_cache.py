"""A cache of a vault's term index in a file, so that the next start need not read every note.

The file has a table of the indexed files, and the columns of the index. A file that is damaged or
written by other code is ignored; of a valid one, only the entries of unchanged notes are used.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from pageful.files import cache_file
from pageful.text import folding, scripts
from pageful.vault.search import inverted_index as inversion
from pageful.vault.search import words
from pageful.vault.search.inverted_index import InvertedIndex, PackedTexts
from pageful.vault.search.segment import Segment
from pageful.vault.search.term_index import IndexLayer, TermIndex, fingerprint, living
from pageful.vault.snapshot.parse_cache import parsing_code
from pageful.vault.snapshot.snapshot import VaultSnapshot

LEAST = 64
"""The least number of files of an index that is kept. Chosen by hand."""

_MARK = b"pageful words 2\n"
_COLUMNS = {
    "texts": None,
    "text_ends": np.int64,
    "heads": None,
    "head_ends": np.int64,
    "words": None,
    "word_ends": np.int64,
    "starts": np.int64,
    "notes": np.int32,
    "counts": np.uint16,
    "fields": np.uint8,
}
"""The columns in their order, and what their bytes are."""


class _IndexHeader(msgspec.Struct, array_like=True, frozen=True):
    """The header before the columns: a hash of the code, and the files.

    A fingerprint is empty where the file has changed since it was indexed.
    """

    code: bytes
    paths: list[str]
    fingerprints: list[bytes]


class TermIndexCache:
    """The cache of one vault's words, in a file that may be missing; `None` keeps nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._kept: Segment | None = None
        self._saving = threading.Lock()

    def load(self, snapshot: VaultSnapshot) -> TermIndex | None:
        """Load the part of the index that is true of a snapshot; `TermIndex.of` completes it."""
        if self._file is None:
            return None
        with suppress(OSError, ValueError, msgspec.MsgspecError):
            layer = _layer(cache_file.read(self._file, _MARK), snapshot)
            self._kept = layer.segment
            os.utime(self._file)
            return TermIndex([layer], snapshot.notes)
        return None

    def keep(self, term_index: TermIndex, snapshot: VaultSnapshot) -> None:
        """Write the largest layer of a snapshot's term index in a thread, if it is new.

        The program ends only after it is written.
        """
        layer = term_index.layers[0] if term_index.layers else None
        if self._file is None or layer is None or len(layer) < LEAST:
            return
        if layer.segment is not self._kept and self._saving.acquire(blocking=False):
            self._kept = layer.segment
            threading.Thread(target=self._save, args=(self._file, layer, snapshot)).start()

    def wait(self) -> None:
        """Wait until nothing is being written."""
        with self._saving:
            pass

    def _save(self, file: Path, layer: IndexLayer, snapshot: VaultSnapshot) -> None:
        try:
            with suppress(OSError, ValueError):
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _write(file, layer, snapshot)
        finally:
            self._saving.release()


def _columns(of: InvertedIndex) -> list[bytes]:
    texts = (of.texts, of.heads, of.words)
    joined = [each for part in texts for each in (part.data, part.ends.tobytes())]
    return [*joined, *(each.tobytes() for each in (of.starts, of.notes, of.counts, of.fields))]


def _write(file: Path, layer: IndexLayer, snapshot: VaultSnapshot) -> None:
    files = zip(layer.paths, layer.alive.tolist(), strict=True)
    fingerprints = [fingerprint(path, snapshot) if alive else b"" for path, alive in files]
    columns = _columns(layer.segment.columns)
    table = _IndexHeader(_code(), list(layer.paths), fingerprints)
    cache_file.write(file, _MARK, [[each] for each in (msgspec.msgpack.encode(table), *columns)])


def _layer(parts: Sequence[bytes], snapshot: VaultSnapshot) -> IndexLayer:
    """Decode the layer of a file, alive where the snapshot has the same notes.

    Raises:
        ValueError: the parts are written by other code.
    """
    head, *columns = parts
    table = msgspec.msgpack.decode(head, type=_IndexHeader)
    if table.code != _code():
        raise ValueError
    segment = Segment(_inverted_index(dict(zip(_COLUMNS, columns, strict=True))))
    layer = IndexLayer(
        segment, tuple(table.paths), tuple(table.fingerprints), np.ones(len(table.paths), np.bool_)
    )
    return living(snapshot, layer)


def _inverted_index(data: Mapping[str, bytes]) -> InvertedIndex:
    columns: dict[str, Any] = {
        name: np.frombuffer(data[name], kind) for name, kind in _COLUMNS.items() if kind
    }
    return InvertedIndex(
        texts=PackedTexts(data["texts"], columns["text_ends"]),
        heads=PackedTexts(data["heads"], columns["head_ends"]),
        words=PackedTexts(data["words"], columns["word_ends"]),
        starts=columns["starts"],
        notes=columns["notes"],
        counts=columns["counts"],
        fields=columns["fields"],
    )


def _code() -> bytes:
    """Return a hash of the code that parses and indexes."""
    code = blake2b(parsing_code().encode(), digest_size=16)
    for module in (folding, scripts, words, inversion):
        code.update(Path(str(module.__file__)).read_bytes())
    code.update(Path(__file__).with_name("term_index.py").read_bytes())
    return code.digest()
