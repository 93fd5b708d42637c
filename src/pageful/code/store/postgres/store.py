"""The store of indexes in PostgreSQL: a schema for each, in a database that many share."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
from psycopg import errors

from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.latest import Latest
from pageful.code.store.postgres import registry, schema
from pageful.code.store.postgres.address import Address
from pageful.code.store.postgres.connections import Connection, Connections
from pageful.code.store.postgres.database import Database
from pageful.code.store.postgres.errors import translate_errors
from pageful.code.store.postgres.facts import Facts, FactsReader
from pageful.code.store.postgres.index import PostgresIndex
from pageful.code.store.postgres.integrity import check_integrity
from pageful.code.store.postgres.lock import is_locked, write_lock
from pageful.code.store.project_card import ProjectCard
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError

if TYPE_CHECKING:
    from uuid import UUID

    from pageful.code.scan.snapshot import Snapshot
    from pageful.code.store.postgres.catalog import PostgresCatalog

# Repositories and projects that a server works on in turn. A catalog takes the most memory: about
# 80 bytes a chunk, and 600 a file with vectors.
_MOST_SNAPSHOTS = 8
_MOST_CATALOGS = 4
_LIST_SECONDS = 2.0
"""Seconds for which the list of projects is taken to be as it was: a call asks several times."""


class PostgresStore:
    """A `protocol.Store` of indexes in one database."""

    def __init__(self, address: str) -> None:
        self._address = Address.of(address)
        self._connections = Connections(self._address)
        self._catalogs: Latest[str, PostgresCatalog] = Latest(_MOST_CATALOGS)
        self._snapshots: Latest[tuple[str, UUID], tuple[int, Snapshot]] = Latest(_MOST_SNAPSHOTS)
        self._facts: Latest[str, Facts] = Latest(_MOST_SNAPSHOTS)
        self._writes = Counter[str]()
        self._entries: Mapping[str, registry.Entry] = {}
        self._read_at: float | None = None
        self._types: str | None = None
        self._checked: set[str] = set()
        self._lock = threading.Lock()

    @contextmanager
    def open(self, name: str) -> Iterator[PostgresIndex]:
        """Open an index, creating it if it does not exist.

        Raises:
            ToolError: the server can't be reached, the tables are of a newer version, or missing.
        """
        registry.check_name(name)
        entry = self._find_entry(name)  # before a connection is taken: that is then used again
        with self._connections.use() as connection, self._translate_errors(name):
            database = self._database(connection, name, entry)
            try:
                facts = FactsReader(database, self._facts)
                yield PostgresIndex(database, facts, self._snapshots, self._catalogs)
            except Exception as error:
                self._checked.discard(name)  # Its tables may be gone.
                if not isinstance(error, ToolError | Cancelled | DamagedIndexError | psycopg.Error):
                    check_integrity(database)
                raise

    def exists(self, name: str) -> bool:
        """Return whether there is an index of this name."""
        return self._ask(name, "SELECT to_regnamespace(%s) IS NOT NULL") is True

    def location(self, name: str) -> str:
        """Name the schema of an index."""
        return f'the schema "{name}" in {self._address.place}'

    def roots(self, name: str) -> list[Path]:
        """Read the directories of an index's repositories; none if there is no readable index."""
        registry.check_name(name)
        find = f'SELECT array_agg(root ORDER BY number) FROM "{name}".repository'
        entry = self._find_entry(name)
        with self._connections.use() as connection, self._translate_errors(name):
            try:
                row = connection.execute(
                    f"{find} WHERE project = %s", (entry.number if entry else None,)
                ).fetchone()
            except (errors.UndefinedTable, errors.InvalidSchemaName, errors.InsufficientPrivilege):
                return []
        return [Path(root) for root in (row and row[0]) or ()]

    def size(self, name: str) -> int:
        """Measure the bytes of a schema's tables, with their indexes and what is stored apart."""
        found = self._ask(
            name,
            "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
            " WHERE relnamespace = to_regnamespace(%s) AND relkind IN ('r', 'p')",
        )
        return found if isinstance(found, int) else 0

    def delete(self, name: str) -> None:
        """Drop the schema of an index, and change its `incarnation`."""
        with self._connections.use() as connection, self._translate_errors(name):
            registry.drop_tables(connection, name)
        self._forget(name)

    def incarnation(self, name: str) -> str:
        """Count how often the index was deleted."""
        entry = self._find_entry(name)
        return str(entry.incarnation) if entry else ""

    def cards(self) -> Sequence[ProjectCard]:
        """List the projects that this database has."""
        return [each.card for each in self._list_entries().values()]

    def card(self, name: str) -> ProjectCard | None:
        """Return what is known of a project."""
        entry = self._find_entry(name)
        return entry.card if entry else None

    def add_root(self, name: str, project_id: str, root: Path) -> None:
        """Record that a project has a repository."""
        with self._connections.use() as connection, self._translate_errors(name):
            registry.find_types(connection)  # Without it there would be a project and no index.
            registry.add_entry(connection, name, project_id, [str(root)])
        self._forget(name)

    def write_lock(
        self, name: str, caller: Caller, *, wait: bool = True
    ) -> AbstractContextManager[bool]:
        """Hold the write lock of an index, and yield whether it was acquired."""
        return write_lock(self._connections, name, caller, wait=wait)

    def is_being_written(self, name: str) -> bool:
        """Return whether a writer holds the write lock at this moment."""
        return is_locked(self._connections, name)

    def close(self) -> None:
        """Close the connections that nobody uses."""
        self._connections.close()

    def _database(
        self, connection: Connection, name: str, entry: registry.Entry | None
    ) -> Database:
        """Return the tables of a project: created if they are new, of this version."""
        if self._types is None:
            self._types = registry.find_types(connection)
        if entry is None:
            registry.add_entry(connection, name)
            self._forget(name)
            entry = registry.read_entries(connection)[name]
        database = Database(
            connection, self._address, name, entry.number, self._types, self._writes
        )
        if name not in self._checked:
            self._check_tables(connection, database)
            self._checked.add(name)
        return database

    def _check_tables(self, connection: Connection, database: Database) -> None:
        name, number, types = database.name, database.number, self._types or ""
        registry.create_tables(connection, name, number, types)
        if database.state().version < schema.VERSION:
            registry.migrate_tables(connection, name, number, types)

    def _find_entry(self, name: str) -> registry.Entry | None:
        with self._lock:
            kept = self._entries if self._is_fresh() else {}
        return kept.get(name) or self._list_entries(anew=True).get(name)

    def _is_fresh(self) -> bool:
        return self._read_at is not None and time.monotonic() - self._read_at < _LIST_SECONDS

    def _list_entries(self, *, anew: bool = False) -> Mapping[str, registry.Entry]:
        with self._lock:
            if self._is_fresh() and not anew:
                return self._entries
        with self._connections.use() as connection, self._translate_errors(""):
            entries = registry.read_entries(connection)
        with self._lock:
            self._entries, self._read_at = entries, time.monotonic()
        return entries

    def _forget(self, name: str) -> None:
        with self._lock:
            self._read_at = None
            self._checked.discard(name)

    def _ask(self, name: str, statement: str) -> object:
        with self._connections.use() as connection, self._translate_errors(name):
            row = connection.execute(statement.encode(), (name,)).fetchone()
        return row[0] if row else None

    def _translate_errors(self, name: str) -> AbstractContextManager[None]:
        return translate_errors(self._address, name)
