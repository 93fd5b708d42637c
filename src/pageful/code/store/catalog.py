"""The chunks of an index in memory: their files, lengths and vectors, by position."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.centroids import centroids_of
from pageful.code.ranking.corpus_stats import CorpusStats
from pageful.code.store.draft import Content
from pageful.code.store.postings import decode
from pageful.code.terms.splitting import DEFINES

# Bounds on memory: some dozens of queries' posting lists, and the files of some pages of hits.
_MOST_LISTS = 2048
_MOST_CONTENTS = 256
_LARGEST_CONTENT = 100_000  # compressed bytes

State: TypeAlias = tuple[object, int]
"""The identity of an index, and the generation of its chunks."""

Postings: TypeAlias = tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class Segment:
    """The arrays of a segment, kept for as long as the index has it: segments are immutable.

    `lengths` (float32) and `owners` (int64, file numbers) are by chunk of the segment.
    `is_embedded` says whether it has vectors, which may be added later.
    """

    lengths: npt.NDArray[np.float32]
    owners: npt.NDArray[np.int64]
    is_embedded: bool


@dataclass(frozen=True, eq=False)
class Catalog:
    """All living chunks by position, in the order of repository, path and line.

    `state` is the state of the index that was read, `embedder` the name that its vectors go by.
    By chunk: `lengths` (float32), `files` (int32, indices into `paths`), `vectors` (float16, one
    row a chunk). By file: `paths`, `repositories` (int32), `file_numbers` (int64), `languages`,
    `embedded` (bool, whether its chunks have vectors) and `starts` (int64, the position of its
    first chunk), which has one more entry at the end, the number of all chunks. `positions` maps
    each segment to the position of each of its chunks (int32), -1 for a dropped one.
    `known_centroids` (float32, one row a file) are those updated from an earlier catalog.

    `posting_cache` and `content_cache` hold what was read last: postings by term, keys and contents
    by file number. Threads share both, which plain dictionaries allow: at worst something is read
    twice.
    """

    state: State
    embedder: object
    lengths: npt.NDArray[np.float32]
    files: npt.NDArray[np.int32]
    vectors: npt.NDArray[np.float16] | None
    paths: Sequence[str]
    repositories: npt.NDArray[np.int32]
    file_numbers: npt.NDArray[np.int64]
    languages: Sequence[str | None]
    embedded: npt.NDArray[np.bool_]
    starts: npt.NDArray[np.int64]
    segments: Mapping[int, Segment]
    positions: Mapping[int, npt.NDArray[np.int32]]
    content_cache: dict[int, tuple[int, Content]]
    known_centroids: npt.NDArray[np.float32] | None = None
    posting_cache: dict[str, Postings] = field(default_factory=dict)

    @cached_property
    def shape(self) -> CorpusStats:
        """How the chunks lie in the files."""
        return CorpusStats.of(self.lengths, self.files, len(self.paths))

    @cached_property
    def centroids(self) -> npt.NDArray[np.float32] | None:
        """One vector a file, float32."""
        if self.known_centroids is not None or self.vectors is None:
            return self.known_centroids
        return centroids_of(self.vectors, self.lengths, self.starts)

    @property
    def has_centroids(self) -> bool:
        """Whether the centroids have been computed, which only some queries need."""
        return "centroids" in self.__dict__ or self.known_centroids is not None

    def content(self, file: int, connection: sqlite3.Connection) -> tuple[int, Content]:
        """Read the key and the content of a file, by its index in this catalog."""
        number = int(self.file_numbers[file])
        found = self.content_cache.get(number)
        if found is None:
            key, text, outline = connection.execute(
                "SELECT key, text, outline FROM content JOIN file ON id = file WHERE file = ?",
                (number,),
            ).fetchone()
            found = key, Content(text, outline)
            if len(self.content_cache) >= _MOST_CONTENTS:
                self.content_cache.clear()
            if len(text) <= _LARGEST_CONTENT:
                self.content_cache[number] = found
        return found


@dataclass(frozen=True, eq=False)
class StoredCorpus:
    """A catalog with the connection that its posting lists are read from."""

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
    def vectors(self) -> npt.NDArray[np.float16] | None:
        """One vector a chunk."""
        return self.catalog.vectors

    @property
    def shape(self) -> CorpusStats:
        """How the chunks lie in the files."""
        return self.catalog.shape

    @property
    def centroids(self) -> npt.NDArray[np.float32] | None:
        """One vector a file."""
        return self.catalog.centroids

    def postings(self, term: str) -> Postings:
        """Read the positions of the living chunks with a term, and its count in each."""
        lists = self.catalog.posting_cache
        found = lists.get(term)
        if found is None:
            if len(lists) >= _MOST_LISTS:
                lists.clear()
            found = lists[term] = self._read(term)
        return found

    def names(self) -> Iterable[str]:
        """Read the names that chunks define, as written and folded; dropped chunks included."""
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
            places = self.catalog.positions[segment]
            numbers, often = decode(data, len(places))
            found = places[numbers]
            positions.append(found[found >= 0])
            counts.append(often[found >= 0])
        where = np.concatenate(positions)
        order = np.argsort(where, kind="stable")
        return where[order], np.concatenate(counts)[order].astype(np.float32)
