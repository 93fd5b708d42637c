"""Read what the index has of a repository's files except their text: stamps, hashes, counts."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from dataclasses import dataclass

from pageful.code.results import Skipped
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.writing import Repository
from pageful.files.stamp import Stamp

_STAMP = "path, size, modified, changed, inode"


@dataclass(frozen=True, slots=True)
class Counts:
    """The indexed files and chunks of a repository.

    `complete` says whether these are all, `indexed` when they were complete (Unix seconds).
    """

    files: int
    chunks: int
    complete: bool
    indexed: float | None


def counts(connection: sqlite3.Connection, repository: Repository) -> Counts:
    """Count the indexed files and chunks of a repository."""
    mine = (repository.number,)
    files, chunks = connection.execute(
        "SELECT count(*), ifnull(sum(chunks), 0) FROM file"
        " WHERE repository = ? AND skipped IS NULL",
        mine,
    ).fetchone()
    complete, indexed = connection.execute(
        "SELECT complete, indexed FROM repository WHERE id = ?", mine
    ).fetchone()
    return Counts(files, chunks, bool(complete), indexed)


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether an index has no chunk at all."""
    return not connection.execute("SELECT 1 FROM file WHERE chunks > 0 LIMIT 1").fetchone()


def hashes(connection: sqlite3.Connection, repository: Repository) -> dict[str, bytes]:
    """Read the hash of each file by path; empty for a file that was skipped unread."""
    rows = connection.execute(
        "SELECT path, hash FROM file WHERE repository = ?", (repository.number,)
    )
    return dict(rows)


def stored_snapshot(connection: sqlite3.Connection, repository: Repository) -> Snapshot:
    """Read the snapshot of a repository; without directories if it was never indexed whole."""
    mine = (repository.number,)

    def stamps(table: str) -> dict[str, Stamp]:
        rows = connection.execute(f"SELECT {_STAMP} FROM {table} WHERE repository = ?", mine)
        return {path: _stamp(*stamp) for path, *stamp in rows}

    rules = connection.execute(f"SELECT {_STAMP} FROM rule WHERE repository = ?", mine)
    passed_by = connection.execute("SELECT path, reason FROM passed_by WHERE repository = ?", mine)
    return Snapshot(
        files=stamps("file"),
        directories=stamps("directory"),
        rules={path: None if rest[0] is None else _stamp(*rest) for path, *rest in rules},
        skipped=dict(passed_by),
    )


def _stamp(size: int, modified: int, changed: int, inode: int) -> Stamp:
    return Stamp(size, modified, changed, inode % (1 << 64))


def skipped_files(connection: sqlite3.Connection, repository: Repository) -> tuple[Skipped, ...]:
    """List the files that were not indexed by reason, the most frequent first."""
    rows = connection.execute(
        "SELECT path, skipped FROM file WHERE repository = ? AND skipped IS NOT NULL"
        " UNION SELECT path, reason FROM passed_by WHERE repository = ? ORDER BY path",
        (repository.number, repository.number),
    )
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, reason in rows:
        found[reason].append(path)
    by_size = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(Skipped(reason, tuple(files)) for reason, files in by_size)
