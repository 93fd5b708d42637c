"""What the index knows of a repository's files, apart from what is in them."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from dataclasses import dataclass

from pageful.code.results import Skipped
from pageful.code.scan.snapshot import Snapshot, Stamp
from pageful.code.store.writing import Repository

_STAMP = "path, size, modified, changed, inode"


@dataclass(frozen=True, slots=True)
class Counts:
    """How much of a repository is indexed, whether that is all, and since when (seconds)."""

    files: int
    chunks: int
    complete: bool
    indexed: float | None


def counts(connection: sqlite3.Connection, repository: Repository) -> Counts:
    """How much of a repository is indexed."""
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


def hashes(connection: sqlite3.Connection, repository: Repository) -> dict[str, bytes]:
    """Hash of each file; empty where it was left out unread."""
    rows = connection.execute(
        "SELECT path, hash FROM file WHERE repository = ?", (repository.number,)
    )
    return dict(rows)


def known(connection: sqlite3.Connection, repository: Repository) -> Snapshot:
    """The repository as the index saw it last; without directories where it never saw it whole."""
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


def left_out(connection: sqlite3.Connection, repository: Repository) -> tuple[Skipped, ...]:
    """Files that the index does not have, by reason, the most frequent first."""
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
