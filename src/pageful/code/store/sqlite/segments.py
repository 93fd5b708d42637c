"""The tables of an index about its chunks: segments, their posting lists, and merges of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

import numpy as np

from pageful.code.store.identity import file_key
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.postings import Row, merge_postings
from pageful.code.store.repository import Repository
from pageful.code.store.seals import seal, unseal
from pageful.code.store.segment_merging import (
    MOST_SEGMENTS,
    MergingSegment,
    by_vectors,
    destinations,
    smallest,
)
from pageful.code.store.sqlite.database import Database
from pageful.code.store.stamps import signed_stamp
from pageful.lazy.dataclasses import dataclass

_TERMS_AT_ONCE = 20_000  # a bound on the memory of a merge
_RANGE = "FROM posting WHERE segment = ? AND term > ? AND term <= ?"


@dataclass(frozen=True, eq=False)
class SegmentTables:
    """The chunks of an index in immutable segments, each with the posting lists of its terms."""

    database: Database

    def add_batch(self, repository: Repository, batch: IndexBatch) -> None:
        """Write a batch, replacing what the index had of its files."""
        fresh = [file for file in batch.files if not file.same]
        with self.database.transaction(chunks=bool(fresh)):
            self._remove(repository, [file.path for file in fresh])
            self._update_stamps(repository, [file for file in batch.files if file.same])
            numbers = [self._insert(repository, file) for file in fresh]
            if batch.chunks:
                owners = np.array(numbers, np.int64)[np.frombuffer(batch.owners, np.int32)]
                number = self._insert_segment(
                    batch.chunks, batch.lengths, owners.tobytes(), batch.vectors
                )
                self._insert_postings(number, batch.rows)

    def remove_files(self, repository: Repository, paths: Iterable[str]) -> None:
        """Drop files. Their postings are ignored, and removed by a later merge."""
        with self.database.transaction(chunks=True):
            self._remove(repository, paths)

    def merge_segments(self) -> None:
        """Merge small segments if there are many, and rewrite those with mostly dropped chunks."""
        segments = self._segments()
        mostly_dropped = [each for each in segments if 2 * each.living < each.chunks]
        for group in by_vectors(mostly_dropped):
            self._merge(group)
        if len(segments) <= MOST_SEGMENTS:  # Joining made no more of them.
            return
        segments = self._segments() if mostly_dropped else segments
        while len(segments) > MOST_SEGMENTS:
            several = [group for group in by_vectors(smallest(segments)) if len(group) > 1]
            if not several:
                return
            for group in several:
                self._merge(group)
            segments = self._segments()

    def _insert(self, repository: Repository, file: BatchFile) -> int:
        number = self.database.insert(
            "INSERT INTO file (repository, path, key, size, modified, changed, inode, hash,"
            " language, chunks, skipped) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            repository.number,
            file.path,
            file_key(repository.uuid, file.path),
            *signed_stamp(file.stamp),
            file.hash,
            file.language,
            file.chunks,
            file.skipped,
        )
        if file.chunks:
            self.database.change(
                "INSERT INTO content VALUES (?, ?, ?)", number, file.text, file.outline
            )
        return number

    def _insert_segment(
        self, chunks: int, lengths: bytes, files: bytes, vectors: bytes | None
    ) -> int:
        return self.database.insert(
            "INSERT INTO segment (chunks, lengths, files, vectors) VALUES (?, ?, ?, ?)",
            chunks,
            seal(lengths),
            seal(files),
            None if vectors is None else seal(vectors),
        )

    def _insert_postings(self, segment: int, rows: Iterable[Row]) -> None:
        self.database.change_each(
            "INSERT INTO posting VALUES (?, ?, ?)", ((segment, term, data) for term, data in rows)
        )

    def _update_stamps(self, repository: Repository, files: Iterable[BatchFile]) -> None:
        self.database.change_each(
            "UPDATE file SET size = ?, modified = ?, changed = ?, inode = ?"
            " WHERE repository = ? AND path = ?",
            ((*signed_stamp(file.stamp), repository.number, file.path) for file in files),
        )

    def _remove(self, repository: Repository, paths: Iterable[str]) -> None:
        keys = [(repository.number, path) for path in paths]
        self.database.change_each(
            "DELETE FROM content"
            " WHERE file = (SELECT id FROM file WHERE repository = ? AND path = ?)",
            keys,
        )
        self.database.change_each("DELETE FROM file WHERE repository = ? AND path = ?", keys)

    def _segments(self) -> list[MergingSegment]:
        numbers = [number for (number,) in self.database.rows("SELECT id FROM file ORDER BY id")]
        living = np.array(numbers, np.int64)
        # Vectors are most of an index, and read only where segments are joined.
        find = "SELECT id, chunks, lengths, files, vectors IS NOT NULL FROM segment"
        return [MergingSegment.of(living, *row) for row in self.database.rows(find)]

    def _merge(self, segments: list[MergingSegment]) -> None:
        with self.database.transaction(chunks=True):
            total = sum(each.living for each in segments)
            if total:
                vectors = [self._living_vectors(each) for each in segments if each.living]
                number = self._insert_segment(
                    total,
                    b"".join(each.lengths[each.alive].tobytes() for each in segments),
                    b"".join(each.files[each.alive].tobytes() for each in segments),
                    b"".join(vectors) or None,
                )
                self._merge_postings(segments, number, total)
            for each in segments:
                self.database.change("DELETE FROM posting WHERE segment = ?", each.number)
                self.database.change("DELETE FROM segment WHERE id = ?", each.number)

    def _living_vectors(self, segment: MergingSegment) -> bytes:
        """Read the vectors of the living chunks; empty if they are not embedded yet."""
        if not segment.embedded:
            return b""
        row = self.database.row("SELECT vectors FROM segment WHERE id = ?", segment.number)
        assert row is not None
        table = np.frombuffer(unseal(row[0]), np.float16).reshape(segment.chunks, -1)
        return table[segment.alive].tobytes()

    def _merge_postings(self, segments: list[MergingSegment], number: int, total: int) -> None:
        """Merge the lists of segments into a new one, one range of terms after another."""
        places = destinations(segments)
        # No term is empty, and none begins with the last character that there is.
        bounds = ["", *self._term_bounds(segments), chr(sys.maxunicode)]
        for after, last in pairwise(bounds):
            lists = (
                (self._lists(each, after, last), each.chunks, place)
                for each, place in zip(segments, places, strict=True)
            )
            rows = merge_postings(lists, total)
            for each in segments:  # first, so that the new lists take their room
                self.database.change(f"DELETE {_RANGE}", each.number, after, last)
            self._insert_postings(number, rows)

    def _term_bounds(self, segments: list[MergingSegment]) -> list[str]:
        """List every `_TERMS_AT_ONCE`th term of the largest segment."""
        largest = max(segments, key=lambda each: each.chunks)
        find = "SELECT term FROM posting WHERE segment = ? ORDER BY term"
        terms = self.database.rows(find, largest.number)
        return [term for (term,) in islice(terms, _TERMS_AT_ONCE - 1, None, _TERMS_AT_ONCE)]

    def _lists(self, segment: MergingSegment, after: str, last: str) -> Iterator[tuple[str, bytes]]:
        find = f"SELECT term, data {_RANGE} ORDER BY term"
        rows = self.database.rows(find, segment.number, after, last)
        return ((term, data) for term, data in rows)
