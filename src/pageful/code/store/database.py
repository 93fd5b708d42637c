"""Open a project's database: schema, settings, transactions and errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex

from pageful.tool.errors import ToolError

FORMAT = 4
"""Version of the tables and terms, raised by any change of their meaning; others are rebuilt."""

FILES, CHUNKS = "files_generation", "chunks_generation"
"""Names of the counters of changes in `meta`; every change of chunks counts for both."""

# meta        Facts about the whole index by name: format, identity, embedder, the generations.
# repository  One row a repository; `indexed` is when it was last complete (Unix seconds),
#             `complete` whether it has been indexed whole.
# file        One row a file, indexed or skipped. `key` is the first half of its chunks' UUIDs;
#             `size` (bytes), `modified` and `changed` (ns) and `inode` are its stamp; `hash` that
#             of its bytes, empty if unread; `chunks` their number; `skipped` the reason if there
#             are none.
# content     Text and outline of a file with chunks, compressed (`draft.Content`).
# directory   Stamps of the directories that were walked, by which changes are found.
# rule        Stamps of the ignore and configuration files that decide what is walked; NULL for
#             one that is looked for and missing.
# passed_by   Paths that the walk left out for a reason worth reporting.
# segment     An immutable run of chunks, by chunk in this order: `lengths` in terms (float32),
#             `files` (int64, file.id), `vectors` (float16, a row a chunk; NULL until embedded),
#             each with a check sum (`seals`). A row of `files` without its file is a dropped
#             chunk.
# posting     One posting list a term of a segment (`postings`), with a check sum.
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
    """The database can't be read, or is of another format: it has to be rebuilt."""


@contextmanager
def open_database(path: Path) -> Iterator[sqlite3.Connection]:
    """Connect to the database, creating it if it does not exist.

    Raises:
        Damaged: the file is no index, or one of another format.
        ToolError: the disk is full, or the file can't be opened.
    """
    with translate_errors(path), closing(_connect(path)) as connection:
        yield connection


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translate errors of SQLite into `Damaged` or a `ToolError`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise _translate(error, path) from error
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error


def _translate(error: sqlite3.OperationalError, path: Path) -> Exception:
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


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=60, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA mmap_size = 1073741824")
        connection.execute("PRAGMA cache_size = -32768")
        _check_format(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_format(connection: sqlite3.Connection) -> None:
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        with transaction(connection):
            # Another process may have made the tables while this one waited.
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                set_meta(connection, "format", FORMAT)
                set_meta(connection, "identity", token_hex(8))
    if meta(connection, "format") != FORMAT:
        raise Damaged("it is of another format")


@contextmanager
def transaction(connection: sqlite3.Connection, *, chunks: bool = False) -> Iterator[None]:
    """Run a write transaction, and count the generation of what it changes.

    `chunks` says that it changes chunks or their vectors; without it, only facts about files.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        for name in (FILES, CHUNKS) if chunks else (FILES,):
            set_meta(connection, name, 1 + generation(connection, name))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def read_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a read transaction: all reads inside see the same state."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


def generation(connection: sqlite3.Connection, of: str) -> int:
    """Read how often the files or the chunks of an index have changed.

    Together with the identity of the index, that identifies each of its states.
    """
    found = meta(connection, of)
    return found if isinstance(found, int) else 0


def identity(connection: sqlite3.Connection) -> object:
    """Read the identity of an index, which is new whenever it is rebuilt at the same path."""
    return meta(connection, "identity")


def meta(connection: sqlite3.Connection, name: str) -> object:
    """Read a fact about the whole index, `None` if it is not stored."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def set_meta(connection: sqlite3.Connection, name: str, value: object) -> None:
    """Store a fact about the whole index."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
