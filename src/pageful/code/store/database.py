"""Open a project's database: its tables, its settings, and what tells that it is damaged."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pageful.tool.errors import ToolError

FORMAT = 3
"""Rises with every change of what the tables or the terms mean; another format is built anew."""

_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE repository (
    id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, root TEXT UNIQUE,
    indexed REAL, complete INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE file (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repository INTEGER NOT NULL, path TEXT NOT NULL,
    key INTEGER NOT NULL, size INTEGER, modified INTEGER, changed INTEGER, inode INTEGER,
    hash BLOB, language TEXT, chunks INTEGER NOT NULL, skipped TEXT,
    UNIQUE (repository, path)
);
CREATE INDEX file_key ON file (key);
CREATE TABLE content (file INTEGER PRIMARY KEY, text BLOB, outline BLOB);
CREATE TABLE directory (
    repository INTEGER, path TEXT, size INTEGER, modified INTEGER, changed INTEGER, inode INTEGER,
    PRIMARY KEY (repository, path)
) WITHOUT ROWID;
CREATE TABLE rule (
    repository INTEGER, path TEXT, size INTEGER, modified INTEGER, changed INTEGER, inode INTEGER,
    PRIMARY KEY (repository, path)
) WITHOUT ROWID;
CREATE TABLE passed_by (
    repository INTEGER, path TEXT, reason TEXT, PRIMARY KEY (repository, path)
) WITHOUT ROWID;
CREATE TABLE segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT, chunks INTEGER, lengths BLOB, files BLOB, vectors BLOB
);
CREATE TABLE posting (
    segment INTEGER, term TEXT, data BLOB, PRIMARY KEY (segment, term)
) WITHOUT ROWID;
"""


class Damaged(Exception):
    """The database can't be read, or is of another format: it has to be built anew."""


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the database, made first where there is none.

    Raises:
        Damaged: what is there is no database of ours.
        ToolError: the disk is full, or the file can't be opened.
    """
    with guarded(path), closing(_connected(path)) as connection:
        yield connection


@contextmanager
def guarded(path: Path) -> Iterator[None]:
    """Tell what an error of the database means."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise _meaning(error, path) from error
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error


def _meaning(error: sqlite3.OperationalError, path: Path) -> Exception:
    code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return ToolError(
            f"The disk is full: {path.parent}.",
            "What was indexed before is kept. Make room, then call index_repository again.",
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return ToolError("Another process is writing the index.", "Try again in a moment.")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR):
        return ToolError(
            f"The index {path} can't be opened: {error}.",
            "Check the directory's permissions, or name another with `--data`.",
        )
    return Damaged(str(error))


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=60, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA mmap_size = 1073741824")
        connection.execute("PRAGMA cache_size = -32768")
        _check(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection) -> None:
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        with transaction(connection):
            # Another process may have made the tables while this one waited.
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                set_meta(connection, "format", FORMAT)
    if meta(connection, "format") != FORMAT:
        raise Damaged("it is of another format")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what happens inside, or nothing; readers see it at once when it ends."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        set_meta(connection, "generation", time.time_ns())
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is read inside is of one moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


def meta(connection: sqlite3.Connection, name: str) -> object:
    """A fact about the whole index, `None` where it is not known."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def set_meta(connection: sqlite3.Connection, name: str, value: object) -> None:
    """Record a fact about the whole index."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
