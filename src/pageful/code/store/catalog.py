"""The chunks of an index in memory: which are alive, of what file and length, in what order."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.code.store.database import Damaged, guarded, meta
from pageful.code.store.draft import Content
from pageful.code.store.postings import decoded
from pageful.code.store.seals import unsealed
from pageful.code.terms.splitting import DEFINES

_MOST_KEPT = 4
_MOST_LISTS = 2048
_MOST_CONTENTS = 256
_LARGEST_CONTENT = 100_000  # compressed bytes

Postings: TypeAlias = tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class Catalog:
    """All living chunks by position: in the order of repository, path and line.

    `places` gives, for each segment, the position of each of its chunks, -1 where it is dropped.
    `file_numbers`, `repositories`, `paths` and `languages` are by file, `starts` the position of a
    file's first chunk, with the number of all chunks at the end. `lists` and `contents` are what
    was read last: postings by term, files' keys and contents by file.
    """

    generation: object
    lengths: npt.NDArray[np.float32]
    files: npt.NDArray[np.int32]
    vectors: npt.NDArray[np.float32] | None
    paths: Sequence[str]
    repositories: npt.NDArray[np.int32]
    file_numbers: npt.NDArray[np.int64]
    languages: Sequence[str | None]
    starts: npt.NDArray[np.int64]
    places: dict[int, npt.NDArray[np.int32]]
    lists: dict[str, Postings] = field(default_factory=dict)
    contents: dict[int, tuple[int, Content]] = field(default_factory=dict)

    @classmethod
    def load(cls, connection: sqlite3.Connection) -> Catalog:
        """Read the catalog.

        Raises:
            Damaged: what the tables say does not fit together.
        """
        rows = connection.execute(
            "SELECT id, repository, path, language, chunks FROM file WHERE chunks > 0"
            " ORDER BY repository, path"
        ).fetchall()
        numbers, repositories, paths, languages, sizes = (
            zip(*rows, strict=True) if rows else [()] * 5
        )
        starts = np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))])
        files = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        lengths = np.zeros(len(files), np.float32)
        file_numbers = np.array(numbers, np.int64)
        segments = connection.execute("SELECT id, chunks, lengths, files, vectors FROM segment")
        places, vectors = {}, None
        for number, chunks, measured, owners, embedded in segments:
            place = _places(np.frombuffer(unsealed(owners), np.int64), file_numbers, starts)
            if len(place) != chunks:
                raise Damaged("a segment has not the chunks that it names")
            alive = place >= 0
            lengths[place[alive]] = np.frombuffer(unsealed(measured), np.float32)[alive]
            places[number] = place
            if embedded is not None:
                table = np.frombuffer(unsealed(embedded), np.float16).reshape(chunks, -1)
                if vectors is None:
                    vectors = np.zeros((len(files), table.shape[1]), np.float32)
                vectors[place[alive]] = table[alive]
        return cls(
            meta(connection, "generation"),
            lengths,
            files,
            vectors,
            paths,
            np.array(repositories, np.int32),
            file_numbers,
            languages,
            starts,
            places,
        )

    def content(self, file: int, connection: sqlite3.Connection) -> tuple[int, Content]:
        """The key and the content of a file, by its number in this catalog."""
        found = self.contents.get(file)
        if found is None:
            key, text, outline = connection.execute(
                "SELECT key, text, outline FROM content JOIN file ON id = file WHERE file = ?",
                (int(self.file_numbers[file]),),
            ).fetchone()
            found = key, Content(text, outline)
            if len(self.contents) >= _MOST_CONTENTS:
                self.contents.clear()
            if len(text) <= _LARGEST_CONTENT:
                self.contents[file] = found
        return found


def _places(
    owners: npt.NDArray[np.int64],
    file_numbers: npt.NDArray[np.int64],
    starts: npt.NDArray[np.int64],
) -> npt.NDArray[np.int32]:
    """Positions of a segment's chunks; those of one file follow each other in it."""
    by_number = np.argsort(file_numbers)
    found = np.searchsorted(file_numbers, owners, sorter=by_number).clip(max=len(by_number) - 1)
    if not len(by_number):
        return np.full(len(owners), -1, np.int32)
    ranks = by_number[found]
    alive = file_numbers[ranks] == owners
    begins = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    runs = np.diff(np.append(begins, len(owners)))
    within = np.arange(len(owners)) - np.repeat(begins, runs)
    places: npt.NDArray[np.int32] = np.where(alive, starts[ranks] + within, -1).astype(np.int32)
    return places


@dataclass(frozen=True, eq=False)
class StoredCorpus:
    """A catalog together with the connection that its posting lists come from."""

    catalog: Catalog
    connection: sqlite3.Connection

    @property
    def lengths(self) -> npt.NDArray[np.float32]:
        """Terms of each chunk."""
        return self.catalog.lengths

    @property
    def files(self) -> npt.NDArray[np.int32]:
        """Number of each chunk's file."""
        return self.catalog.files

    @property
    def paths(self) -> Sequence[str]:
        """Path of each file."""
        return self.catalog.paths

    @property
    def vectors(self) -> npt.NDArray[np.float32] | None:
        """One vector a chunk."""
        return self.catalog.vectors

    def postings(self, term: str) -> Postings:
        """Positions of the living chunks with that term, and how often each has it."""
        lists = self.catalog.lists
        found = lists.get(term)
        if found is None:
            if len(lists) >= _MOST_LISTS:
                lists.clear()
            found = lists[term] = self._read(term)
        return found

    def names(self) -> Iterable[str]:
        """Names that chunks define, as they are written and folded; also of dropped chunks."""
        end = chr(ord(DEFINES) + 1)
        rows = self.connection.execute(
            "SELECT DISTINCT term FROM segment JOIN posting ON segment = segment.id"
            " WHERE term >= ? AND term < ?",
            (DEFINES, end),
        )
        return (term[1:] for (term,) in rows)

    def _read(self, term: str) -> Postings:
        rows = self.connection.execute(
            "SELECT segment, data FROM posting"
            " WHERE segment IN (SELECT id FROM segment) AND term = ?",
            (term,),
        )
        positions, counts = [np.zeros(0, np.int32)], [np.zeros(0, np.uint8)]
        for segment, data in rows:
            places = self.catalog.places[segment]
            numbers, often = decoded(data, len(places))
            found = places[numbers]
            positions.append(found[found >= 0])
            counts.append(often[found >= 0])
        where = np.concatenate(positions)
        order = np.argsort(where, kind="stable")
        return where[order], np.concatenate(counts)[order].astype(np.float32)


class Catalogs:
    """The catalogs that were read last, so that the next search of the same index finds it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Path, Catalog] = OrderedDict()
        self._lock = threading.Lock()

    def current(self, database: Path, connection: sqlite3.Connection) -> StoredCorpus:
        """The corpus as it is in the connection's snapshot."""
        generation = meta(connection, "generation")
        with self._lock:
            catalog = self._kept.get(database)
        if catalog is None or catalog.generation != generation:
            with guarded(database):
                catalog = Catalog.load(connection)
        with self._lock:
            self._kept[database] = catalog
            self._kept.move_to_end(database)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return StoredCorpus(catalog, connection)
