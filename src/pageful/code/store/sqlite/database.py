"""The database of one index: its tables, settings, transactions and errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeAlias

from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.sqlite.index_file import FORMAT
from pageful.tool.errors import ToolError

FILES, CHUNKS = "files_generation", "chunks_generation"
"""Names of the counters of changes in `meta`; every change of chunks counts for both."""

Row: TypeAlias = tuple[Any, ...]
State: TypeAlias = tuple[object, int]
"""The identity of an index, and how often its files or its chunks have changed."""

# meta        Facts about the whole index by name: format, identity, embedder, the generations.
# repository  One row a repository; `indexed` is when it was last complete (Unix seconds),
#             `complete` whether it has been indexed whole.
# file        One row a file, indexed or skipped. `key` is the first half of its chunks' UUIDs;
#             `size` (bytes), `modified` and `changed` (ns) and `inode` are its stamp; `hash` that
#             of its bytes, empty if unread; `chunks` their number; `skipped` the reason if there
#             are none.
# content     Text and outline of a file with chunks, compressed (`content.Content`).
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
# A reader sees one state while a writer goes on (WAL), which the disk has after each checkpoint. Up
# to 1 GiB is mapped rather than copied, and 32 MiB of pages are kept.
_SETTINGS = (
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "mmap_size = 1073741824",
    "cache_size = -32768",
)


class Database:
    """A connection to the database of an index, which is created if it does not exist.

    Raises, whatever it does:
        DamagedIndexError: the file is no index, one of another format, or not as it was written.
        ToolError: the disk is full, or the file can't be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._translate_errors():
            # A minute: other writers hold the lock of a transaction for a second at most.
            self._connection = sqlite3.connect(path, timeout=60, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def rows(self, statement: str, *values: object) -> Iterator[Row]:
        """Run a query, and yield its rows as they are read."""
        with self._translate_errors():
            # Not the cursor itself, which an iteration that is given up would close, too late.
            yield from iter(self._connection.execute(statement, values).fetchone, None)

    def row(self, statement: str, *values: object) -> Row | None:
        """Run a query, and return its first row."""
        with self._translate_errors():
            row: Row | None = self._connection.execute(statement, values).fetchone()
            return row

    def insert(self, statement: str, *values: object) -> int:
        """Insert a row within a transaction, and return its number."""
        number = self._connection.execute(statement, values).lastrowid
        assert number is not None
        return number

    def change(self, statement: str, *values: object) -> None:
        """Run a statement within a transaction."""
        self._connection.execute(statement, values)

    def change_each(self, statement: str, rows: Iterable[Row]) -> None:
        """Run a statement within a transaction, once for each row of values."""
        self._connection.executemany(statement, rows)

    @contextmanager
    def transaction(self, *, chunks: bool = False) -> Iterator[None]:
        """Run a write transaction, and count the generation of what it changes.

        `chunks` says that it changes chunks or their vectors; without it, only facts about files.
        """
        with self._translate_errors():
            self.change("BEGIN IMMEDIATE")
            try:
                yield
                for name in (FILES, CHUNKS) if chunks else (FILES,):
                    self.set_meta(name, 1 + self._generation(name))
                self.change("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self.change("ROLLBACK")
                raise

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Run a read transaction: all reads inside see the same state."""
        with self._translate_errors():
            self.change("BEGIN")
        try:
            yield
        finally:
            with self._translate_errors():
                self.change("COMMIT")

    def state(self, of: str) -> State:
        """Read the state of the files or the chunks; it is new whenever the index is rebuilt."""
        return self.meta("identity"), self._generation(of)

    def meta(self, name: str) -> object:
        """Read a fact about the whole index, `None` if it is not stored."""
        row = self.row("SELECT value FROM meta WHERE name = ?", name)
        return row[0] if row else None

    def set_meta(self, name: str, value: object) -> None:
        """Store a fact about the whole index, within a transaction."""
        self.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", name, value)

    def _generation(self, of: str) -> int:
        found = self.meta(of)
        return found if isinstance(found, int) else 0

    def _prepare(self) -> None:
        with self._translate_errors():
            try:
                for setting in _SETTINGS:
                    self.change(f"PRAGMA {setting}")
                self._check_format()
            except UnicodeDecodeError as error:  # Python's, of an SQLite message quoting garbage
                raise DamagedIndexError("its tables are no text") from error

    def _check_format(self) -> None:
        if self._is_new():
            with self.transaction():
                if self._is_new():  # Another process may have made the tables meanwhile.
                    for statement in _TABLES.split(";\n"):
                        self.change(statement)
                    self.set_meta("format", FORMAT)
                    self.set_meta("identity", token_hex(8))
        if self.meta("format") != FORMAT:
            raise DamagedIndexError("it is of another format")

    def _is_new(self) -> bool:
        return self.row("SELECT count(*) FROM sqlite_master") == (0,)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Translate errors of SQLite into `DamagedIndexError` or a `ToolError`."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise _translate(error, self.path) from error
        except sqlite3.DatabaseError as error:
            raise DamagedIndexError(str(error)) from error


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
    return DamagedIndexError(str(error))


def read_roots(path: Path) -> list[str]:
    """Read the roots of the repositories in a database, none if it is missing or damaged."""
    if path.is_file():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT root FROM repository ORDER BY id")
            return [root for (root,) in rows]
    return []
