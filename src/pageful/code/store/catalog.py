"""The chunks of an index in memory: which are alive, of what file and length, in what order."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.centroids import centroids_of
from pageful.code.ranking.corpus_stats import Shape
from pageful.code.store.draft import Content
from pageful.code.store.postings import decoded
from pageful.code.terms.splitting import DEFINES

_MOST_LISTS = 2048
_MOST_CONTENTS = 256
_LARGEST_CONTENT = 100_000  # compressed bytes

State: TypeAlias = tuple[object, int]
"""The identity of an index, and the generation of its chunks."""

Postings: TypeAlias = tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class Segment:
    """What is kept of a segment for as long as the index has it: segments never change.

    `lengths` are its chunks' lengths, `owners` the numbers of their files. `is_embedded` is whether
    it has vectors, which it may get later.
    """

    lengths: npt.NDArray[np.float32]
    owners: npt.NDArray[np.int64]
    is_embedded: bool


@dataclass(frozen=True, eq=False)
class Catalog:
    """All living chunks by position: in the order of repository, path and line.

    `state` tells the state of the index that this is of, `embedder` whose vectors it has.
    `lengths`, `files` and `vectors` are by chunk. `paths`, `repositories`, `file_numbers`,
    `languages` and `embedded` (whether its chunks have vectors) are by file, `starts` the position
    of a file's first chunk, with the number of all chunks at the end. `places` gives, for each
    segment, the position of each of its chunks, -1 where it is dropped. `carried` are the centroids
    where an earlier catalog had worked them out.

    `lists` and `contents` are what was read last: postings by term, files' keys and contents by the
    number of the file. Threads share both, which plain dictionaries allow: the worst is that
    something is read twice.
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
    places: Mapping[int, npt.NDArray[np.int32]]
    contents: dict[int, tuple[int, Content]]
    carried: npt.NDArray[np.float32] | None = None
    lists: dict[str, Postings] = field(default_factory=dict)

    @cached_property
    def shape(self) -> Shape:
        """How the chunks lie in the files."""
        return Shape.of(self.lengths, self.files, len(self.paths))

    @cached_property
    def centroids(self) -> npt.NDArray[np.float32] | None:
        """One vector a file."""
        if self.carried is not None or self.vectors is None:
            return self.carried
        return centroids_of(self.vectors, self.lengths, self.starts)

    @property
    def has_centroids(self) -> bool:
        """Whether the centroids were worked out, which only some queries need."""
        return "centroids" in self.__dict__ or self.carried is not None

    def content(self, file: int, connection: sqlite3.Connection) -> tuple[int, Content]:
        """The key and the content of a file, by its number in this catalog."""
        number = int(self.file_numbers[file])
        found = self.contents.get(number)
        if found is None:
            key, text, outline = connection.execute(
                "SELECT key, text, outline FROM content JOIN file ON id = file WHERE file = ?",
                (number,),
            ).fetchone()
            found = key, Content(text, outline)
            if len(self.contents) >= _MOST_CONTENTS:
                self.contents.clear()
            if len(text) <= _LARGEST_CONTENT:
                self.contents[number] = found
        return found


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
    def vectors(self) -> npt.NDArray[np.float16] | None:
        """One vector a chunk."""
        return self.catalog.vectors

    @property
    def shape(self) -> Shape:
        """How the chunks lie in the files."""
        return self.catalog.shape

    @property
    def centroids(self) -> npt.NDArray[np.float32] | None:
        """One vector a file."""
        return self.catalog.centroids

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
