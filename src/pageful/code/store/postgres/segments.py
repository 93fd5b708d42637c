"""The tables of a project about its chunks: segments, their posting lists, and merges of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from pageful.code.store.identity import file_key
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.postgres.vectors import VectorTables
from pageful.code.store.postings import Row, merge_postings
from pageful.code.store.repository import Repository
from pageful.code.store.seals import seal
from pageful.code.store.segment_merging import (
    MOST_SEGMENTS,
    MergingSegment,
    by_vectors,
    destinations,
    smallest,
)
from pageful.code.store.stamps import signed_stamp
from pageful.lazy.dataclasses import dataclass

_TERMS_AT_ONCE = 20_000  # a bound on the memory of a merge
_FILE = (
    "repository, path, number, key, size, modified, changed, inode, hash, language, chunks,"
    " segment, skipped"
)
_TYPES_OF_FILE = (
    *("int4", "text", "int8", "int8", "int8", "int8", "int8", "int8", "bytea", "text", "int4"),
    *("int4", "text"),
)
_RANGE = "FROM {s}.posting WHERE project = {p} AND segment = ANY(%s) AND term > %s AND term <= %s"
# What hangs on files goes with them, in one trip.
_REMOVE = """
WITH gone AS (
    DELETE FROM {s}.file WHERE project = {p} AND repository = %s AND path = ANY(%s)
    RETURNING number
), without_content AS (
    DELETE FROM {s}.content WHERE project = {p} AND file IN (SELECT number FROM gone)
), without_vector AS (
    DELETE FROM {s}.file_vector WHERE project = {p} AND file IN (SELECT number FROM gone)
)
DELETE FROM {s}.chunk_vector WHERE project = {p} AND file IN (SELECT number FROM gone)
"""


@dataclass(frozen=True, slots=True)
class SegmentSize:
    """The chunks of a segment, those of them whose files are there, and whether it has vectors."""

    number: int
    chunks: int
    living: int
    embedded: bool


@dataclass(frozen=True, eq=False)
class SegmentTables(VectorTables):
    """The chunks of an index in immutable segments, each with the posting lists of its terms."""

    def add_batch(self, repository: Repository, batch: IndexBatch) -> None:
        """Write a batch, replacing what the index had of its files."""
        fresh = [file for file in batch.files if not file.same]
        with self.database.transaction(chunks=bool(fresh)) as state:
            if fresh:
                self._remove(repository, [file.path for file in fresh])
            self._update_stamps(repository, [file for file in batch.files if file.same])
            numbers = range(state.next_file, state.next_file + len(fresh))
            segment = state.next_segment
            self.database.reserve(files=len(fresh), segments=int(bool(batch.chunks)))
            self._insert_files(repository, fresh, numbers, segment)
            if batch.chunks:
                owners = np.array(numbers, np.int64)[np.frombuffer(batch.owners, np.int32)]
                self._insert_segment(segment, batch.chunks, batch.lengths, owners.tobytes())
                self._insert_postings(segment, batch.rows)
                if batch.vectors is not None:
                    vectors = np.frombuffer(batch.vectors, np.float16).reshape(batch.chunks, -1)
                    lengths = np.frombuffer(batch.lengths, np.float32)
                    self.write_vectors(segment, vectors, lengths, owners)

    def remove_files(self, repository: Repository, paths: Iterable[str]) -> None:
        """Drop files. Their postings are ignored, and removed by a later merge."""
        with self.database.transaction(chunks=True):
            self._remove(repository, list(paths))

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

    def _insert_files(
        self, repository: Repository, files: Sequence[BatchFile], numbers: range, segment: int
    ) -> None:
        rows = (
            (
                repository.number,
                file.path,
                number,
                file_key(repository.uuid, file.path),
                *signed_stamp(file.stamp),
                file.hash,
                file.language,
                file.chunks,
                segment if file.chunks else None,
                file.skipped,
            )
            for number, file in zip(numbers, files, strict=True)
        )
        self.database.copy_rows(f"file {_FILE}", _TYPES_OF_FILE, rows)
        contents = (
            (number, file.text, file.outline)
            for number, file in zip(numbers, files, strict=True)
            if file.chunks
        )
        types = ("int8", "bytea", "bytea")
        self.database.copy_rows("content file, text, outline", types, contents)

    def _insert_segment(self, number: int, chunks: int, lengths: bytes, files: bytes) -> None:
        self.database.change(
            "INSERT INTO {s}.segment (project, number, chunks, lengths, files, embedded)"
            " VALUES ({p}, %s, %s, %s, %s, false)",
            number,
            chunks,
            seal(lengths),
            seal(files),
        )

    def _insert_postings(self, segment: int, rows: Iterable[Row]) -> None:
        # PostgreSQL's texts have no NUL; a term with one is found by nobody.
        kept = ((segment, term, data) for term, data in rows if "\0" not in term)
        self.database.copy_rows("posting segment, term, data", ("int4", "text", "bytea"), kept)

    def _update_stamps(self, repository: Repository, files: Sequence[BatchFile]) -> None:
        if files:
            self.database.change_each(
                "UPDATE {s}.file SET size = %s, modified = %s, changed = %s, inode = %s"
                " WHERE project = {p} AND repository = %s AND path = %s",
                [(*signed_stamp(file.stamp), repository.number, file.path) for file in files],
            )

    def _remove(self, repository: Repository, paths: Sequence[str]) -> None:
        self.database.change(_REMOVE, repository.number, list(paths))

    def _segments(self) -> list[SegmentSize]:
        rows = self.database.rows(
            "SELECT number, chunks, coalesce(living, 0), embedded FROM {s}.segment LEFT JOIN ("
            " SELECT segment, sum(chunks) AS living FROM {s}.file WHERE project = {p}"
            " GROUP BY segment) AS files ON segment = number WHERE project = {p}"
        )
        return [
            SegmentSize(number, chunks, int(living), embedded)
            for number, chunks, living, embedded in rows
        ]

    def _merge(self, group: Sequence[SegmentSize]) -> None:
        numbers = [each.number for each in group]
        with self.database.transaction(chunks=True) as state:
            segments = self._merging(numbers)
            total = sum(each.living for each in segments)
            if total:
                number = state.next_segment
                self.database.reserve(segments=1)
                lengths = b"".join(each.lengths[each.alive].tobytes() for each in segments)
                files = b"".join(each.files[each.alive].tobytes() for each in segments)
                self._insert_segment(number, total, lengths, files)
                self._merge_postings(segments, number, total)
                self._move_files(numbers, number, embedded=segments[0].embedded)
            for condition in (
                "posting WHERE project = {p} AND segment",
                "segment WHERE project = {p} AND number",
            ):
                self.database.change(f"DELETE FROM {{s}}.{condition} = ANY(%s)", numbers)

    def _merging(self, numbers: Sequence[int]) -> list[MergingSegment]:
        """Read segments of one kind; one that another process has merged already is not there."""
        find = "SELECT number FROM {s}.file WHERE project = {p} AND segment = ANY(%s)"
        living = np.sort(
            np.array([n for (n,) in self.database.rows(find, list(numbers))], np.int64)
        )
        rows = self.database.rows(
            "SELECT number, chunks, lengths, files, embedded FROM {s}.segment"
            " WHERE project = {p} AND number = ANY(%s) ORDER BY number",
            list(numbers),
        )
        return [MergingSegment.of(living, *row) for row in rows]

    def _move_files(self, numbers: Sequence[int], segment: int, *, embedded: bool) -> None:
        self.database.change(
            "UPDATE {s}.file SET segment = %s WHERE project = {p} AND segment = ANY(%s)",
            segment,
            list(numbers),
        )
        self.database.change(
            "UPDATE {s}.segment SET embedded = %s WHERE project = {p} AND number = %s",
            embedded,
            segment,
        )

    def _merge_postings(self, segments: Sequence[MergingSegment], number: int, total: int) -> None:
        """Merge the lists of segments into a new one, one range of terms after another."""
        places = destinations(segments)
        # No term is empty, and none begins with the last character that there is.
        bounds = ["", *self._term_bounds(segments), chr(sys.maxunicode)]
        numbers = [each.number for each in segments]
        for after, last in pairwise(bounds):
            lists: dict[int, list[Row]] = {each: [] for each in numbers}
            find = f"SELECT segment, term, data {_RANGE} ORDER BY segment, term"
            for segment, term, data in self.database.rows(find, numbers, after, last):
                lists[segment].append((term, bytes(data)))
            merged = merge_postings(
                (
                    (lists[each.number], each.chunks, place)
                    for each, place in zip(segments, places, strict=True)
                ),
                total,
            )
            self._insert_postings(number, merged)

    def _term_bounds(self, segments: Sequence[MergingSegment]) -> list[str]:
        """List every `_TERMS_AT_ONCE`th term of the largest segment."""
        largest = max(segments, key=lambda each: each.chunks)
        rows = self.database.rows(
            "SELECT term FROM (SELECT term, row_number() OVER (ORDER BY term) AS number"
            " FROM {s}.posting WHERE project = {p} AND segment = %s) AS terms"
            " WHERE number %% %s = 0 ORDER BY term",
            largest.number,
            _TERMS_AT_ONCE,
        )
        return [term for (term,) in rows]
