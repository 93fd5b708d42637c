"""Write batches to the index, each in one transaction, and merge small segments."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from uuid import UUID

import numpy as np

from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.database import transaction
from pageful.code.store.draft import BatchFile, IndexBatch
from pageful.code.store.identity import file_key, repository_uuid
from pageful.code.store.postings import Row, merge_postings
from pageful.code.store.seals import seal, unseal
from pageful.files.stamp import Stamp

# A search reads a list a segment and term; merging down to half leaves room for a dozen updates.
_MOST_SEGMENTS = 24
_AFTER_MERGE = 12
_MOST_CHUNKS = 1 << 16  # whose numbers fit into two bytes of a posting list
_TERMS_AT_ONCE = 20_000  # a bound on the memory of a merge
_RANGE = "FROM posting WHERE segment = ? AND term > ? AND term <= ?"


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository's row: its number in the index, its identity and its directory."""

    number: int
    uuid: UUID
    root: Path


def register(connection: sqlite3.Connection, root: Path) -> Repository:
    """Return the repository in a directory, adding it to the index if it is new."""
    uuid = repository_uuid(root)
    find = "SELECT id FROM repository WHERE uuid = ?"
    row = connection.execute(find, (str(uuid),)).fetchone()
    if row is None:
        with transaction(connection):
            connection.execute(
                "INSERT OR IGNORE INTO repository (uuid, root) VALUES (?, ?)",
                (str(uuid), str(root)),
            )
        row = connection.execute(find, (str(uuid),)).fetchone()
    return Repository(row[0], uuid, root)


def add_batch(connection: sqlite3.Connection, repository: Repository, draft: IndexBatch) -> None:
    """Write a batch, replacing what the index had of its files."""
    fresh = [file for file in draft.files if not file.same]
    with transaction(connection, chunks=bool(fresh)):
        _remove(connection, repository, [file.path for file in fresh])
        _update_stamps(connection, repository, [file for file in draft.files if file.same])
        numbers = [_insert(connection, repository, file) for file in fresh]
        if draft.chunks:
            owners = np.array(numbers, np.int64)[np.frombuffer(draft.owners, np.int32)]
            segment = (draft.chunks, draft.lengths, owners.tobytes(), draft.vectors)
            _insert_postings(connection, _insert_segment(connection, segment), draft.rows)


def _insert(connection: sqlite3.Connection, repository: Repository, file: BatchFile) -> int:
    row = connection.execute(
        "INSERT INTO file (repository, path, key, size, modified, changed, inode, hash, language,"
        " chunks, skipped) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            repository.number,
            file.path,
            file_key(repository.uuid, file.path),
            *sqlite_stamp(file.stamp),
            file.hash,
            file.language,
            file.chunks,
            file.skipped,
        ),
    )
    number = row.lastrowid
    assert number is not None
    if file.chunks:
        connection.execute(
            "INSERT INTO content VALUES (?, ?, ?)", (number, file.text, file.outline)
        )
    return number


def _insert_segment(
    connection: sqlite3.Connection, segment: tuple[int, bytes, bytes, bytes | None]
) -> int:
    chunks, *arrays = segment
    number = connection.execute(
        "INSERT INTO segment (chunks, lengths, files, vectors) VALUES (?, ?, ?, ?)",
        (chunks, *(None if each is None else seal(each) for each in arrays)),
    ).lastrowid
    assert number is not None
    return number


def _insert_postings(connection: sqlite3.Connection, segment: int, rows: Iterable[Row]) -> None:
    connection.executemany(
        "INSERT INTO posting VALUES (?, ?, ?)", ((segment, term, data) for term, data in rows)
    )


def _update_stamps(
    connection: sqlite3.Connection, repository: Repository, files: Iterable[BatchFile]
) -> None:
    connection.executemany(
        "UPDATE file SET size = ?, modified = ?, changed = ?, inode = ?"
        " WHERE repository = ? AND path = ?",
        ((*sqlite_stamp(file.stamp), repository.number, file.path) for file in files),
    )


def remove_files(
    connection: sqlite3.Connection, repository: Repository, paths: Iterable[str]
) -> None:
    """Drop files from the index. Their postings are ignored, and removed by a later merge."""
    with transaction(connection, chunks=True):
        _remove(connection, repository, paths)


def _remove(connection: sqlite3.Connection, repository: Repository, paths: Iterable[str]) -> None:
    keys = [(repository.number, path) for path in paths]
    connection.executemany(
        "DELETE FROM content WHERE file = (SELECT id FROM file WHERE repository = ? AND path = ?)",
        keys,
    )
    connection.executemany("DELETE FROM file WHERE repository = ? AND path = ?", keys)


def mark_complete(connection: sqlite3.Connection, repository: Repository, seen: Snapshot) -> None:
    """Record that the index has all of the snapshot `seen` of a repository."""
    with transaction(connection):
        connection.execute(
            "UPDATE repository SET complete = 1, indexed = ? WHERE id = ?",
            (time.time(), repository.number),
        )
        directories = ((path, *sqlite_stamp(each)) for path, each in seen.directories.items())
        _replace(connection, repository, "directory", directories)
        rules = (
            (path, *(sqlite_stamp(each) if each else [None] * 4))
            for path, each in seen.rules.items()
        )
        _replace(connection, repository, "rule", rules)
        _replace(connection, repository, "passed_by", seen.skipped.items())


def _replace(
    connection: sqlite3.Connection,
    repository: Repository,
    table: str,
    rows: Iterable[Iterable[object]],
) -> None:
    """Replace a repository's rows in a table, writing only the differences."""
    wanted = {(repository.number, *row) for row in rows}
    mine = (repository.number,)
    known = set(connection.execute(f"SELECT * FROM {table} WHERE repository = ?", mine))
    connection.executemany(
        f"DELETE FROM {table} WHERE repository = ? AND path = ?",
        {row[:2] for row in known - wanted},
    )
    for row in wanted - known:
        places = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} VALUES ({places})", row)


def sqlite_stamp(stamp: Stamp) -> tuple[int, ...]:
    """Convert a stamp to SQLite's signed integers: an inode number may need all 64 bits."""
    return (*stamp[:3], (stamp.inode + (1 << 63)) % (1 << 64) - (1 << 63))


def merge_segments(connection: sqlite3.Connection) -> None:
    """Merge small segments if there are many, and rewrite those with mostly dropped chunks."""
    segments = _segments(connection)
    mostly_dropped = [each for each in segments if 2 * each.living < each.chunks]
    for group in _by_vectors(mostly_dropped):
        _merge_group(connection, group)
    if len(segments) <= _MOST_SEGMENTS:  # Joining made no more of them.
        return
    segments = _segments(connection) if mostly_dropped else segments
    while len(segments) > _MOST_SEGMENTS:
        several = [group for group in _by_vectors(_smallest(segments)) if len(group) > 1]
        if not several:
            return
        for group in several:
            _merge_group(connection, group)
        segments = _segments(connection)


def _by_vectors(segments: list[_Segment]) -> list[list[_Segment]]:
    """Group segments by whether they have vectors: merged with others, those would lose theirs."""
    by_number = sorted(segments, key=lambda each: each.number)
    waiting = [each for each in by_number if not each.embedded]
    filled = [each for each in by_number if each.embedded]
    return [group for group in (waiting, filled) if group]


def _segments(connection: sqlite3.Connection) -> list[_Segment]:
    numbers = connection.execute("SELECT id FROM file ORDER BY id").fetchall()
    living = np.array(numbers, np.int64).reshape(-1)
    # Vectors are most of an index, and read only where segments are joined.
    rows = connection.execute("SELECT id, chunks, lengths, files, vectors IS NOT NULL FROM segment")
    return [_Segment.of(row, living) for row in rows]


def _smallest(segments: list[_Segment]) -> list[_Segment]:
    """Choose the segments to merge: as many as needed, up to `_MOST_CHUNKS` chunks together."""
    by_size = sorted(segments, key=lambda each: each.living)
    sizes = accumulate(each.living for each in by_size)
    fitting = sum(1 for size in sizes if size <= _MOST_CHUNKS)
    return by_size[: min(fitting, len(segments) - _AFTER_MERGE)]


@dataclass(frozen=True, slots=True, eq=False)
class _Segment:
    number: int
    chunks: int
    alive: np.ndarray[tuple[int], np.dtype[np.bool_]]
    lengths: np.ndarray[tuple[int], np.dtype[np.float32]]
    files: np.ndarray[tuple[int], np.dtype[np.int64]]
    embedded: bool

    @classmethod
    def of(
        cls,
        row: tuple[int, int, bytes, bytes, int],
        living: np.ndarray[tuple[int], np.dtype[np.int64]],
    ) -> _Segment:
        number, chunks, lengths, files, embedded = row
        owners = np.frombuffer(unseal(files), np.int64)
        alive = np.isin(owners, living)
        measured = np.frombuffer(unseal(lengths), np.float32)
        return cls(number, chunks, alive, measured, owners, bool(embedded))

    @property
    def living(self) -> int:
        return int(self.alive.sum())

    def living_vectors(self, connection: sqlite3.Connection) -> bytes:
        """Read the vectors of the living chunks; empty if they are not embedded yet."""
        if not self.embedded:
            return b""
        find = "SELECT vectors FROM segment WHERE id = ?"
        (vectors,) = connection.execute(find, (self.number,)).fetchone()
        table = np.frombuffer(unseal(vectors), np.float16).reshape(self.chunks, -1)
        return table[self.alive].tobytes()


def _merge_group(connection: sqlite3.Connection, segments: list[_Segment]) -> None:
    with transaction(connection, chunks=True):
        total = sum(each.living for each in segments)
        if total:
            vectors = [each.living_vectors(connection) for each in segments if each.living]
            number = _insert_segment(
                connection,
                (
                    total,
                    b"".join(each.lengths[each.alive].tobytes() for each in segments),
                    b"".join(each.files[each.alive].tobytes() for each in segments),
                    b"".join(vectors) or None,
                ),
            )
            _merge_postings(connection, segments, number, total)
        for each in segments:
            connection.execute("DELETE FROM posting WHERE segment = ?", (each.number,))
            connection.execute("DELETE FROM segment WHERE id = ?", (each.number,))


def _merge_postings(
    connection: sqlite3.Connection, segments: list[_Segment], number: int, total: int
) -> None:
    """Merge the lists of segments into a new one, one range of terms after another."""
    largest = max(segments, key=lambda each: each.chunks)
    terms = "SELECT term FROM posting WHERE segment = ? ORDER BY term"
    bounds = [
        term
        for place, (term,) in enumerate(connection.execute(terms, (largest.number,)))
        if place % _TERMS_AT_ONCE == _TERMS_AT_ONCE - 1
    ]
    places = _destinations(segments)
    # No term is empty, and none begins with the last character that there is.
    for after, last in pairwise(["", *bounds, chr(sys.maxunicode)]):
        lists = (
            (_lists(connection, each, after, last), each.chunks, place)
            for each, place in zip(segments, places, strict=True)
        )
        rows = merge_postings(lists, total)
        for each in segments:  # first, so that the new lists take their room
            connection.execute(f"DELETE {_RANGE}", (each.number, after, last))
        _insert_postings(connection, number, rows)


def _lists(
    connection: sqlite3.Connection, segment: _Segment, after: str, last: str
) -> sqlite3.Cursor:
    return connection.execute(
        f"SELECT term, data {_RANGE} ORDER BY term", (segment.number, after, last)
    )


def _destinations(
    segments: list[_Segment],
) -> list[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Number the chunks of each segment in the merged one; -1 for dropped ones."""
    start = 0
    places = []
    for each in segments:
        places.append(np.where(each.alive, start - 1 + np.cumsum(each.alive), -1))
        start += each.living
    return places
