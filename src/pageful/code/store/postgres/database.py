"""The tables of one project over one connection: statements, transactions, state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

import psycopg
from psycopg.pq import TransactionStatus

from pageful.code.store.postgres.address import Address
from pageful.code.store.postgres.connections import Connection
from pageful.code.store.postgres.errors import translate_errors
from pageful.code.store.postgres.schema import VERSION
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The identity of an index, its embedder, and how often its files and its chunks changed.

    `next_file` and `next_segment` are the numbers that the next of each gets.
    """

    version: int
    identity: str
    embedder: str | None
    files: int
    chunks: int
    next_file: int
    next_segment: int


_STATE = "version, identity, embedder, files_generation, chunks_generation, next_file, next_segment"
_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
# A batch of an indexer takes seconds to write, on a busy server some minutes.
_WRITE = "BEGIN; SET LOCAL statement_timeout = '10min'"


class Database:
    """A project's tables; `{s}` and `{p}` in a statement are its schema and its number.

    Raises, whatever it does:
        ToolError: the server can't be reached, or refuses; or tables are missing.
    """

    def __init__(
        self,
        connection: Connection,
        address: Address,
        name: str,
        number: int,
        types: str,
        writes: Counter[str],
    ) -> None:
        self._connection = connection
        self._writes = writes
        self._failure: ToolError | None = None
        self._address = address
        self.name = name
        self._number = number
        self._names = {"s": f'"{name}"', "p": str(number), "v": types}

    def rows(self, statement: str, *values: object) -> list[Row]:
        """Run a query, and return all its rows."""
        with self._translate_errors():
            return self._execute(statement, values).fetchall()

    def row(self, statement: str, *values: object) -> Row | None:
        """Run a query, and return its first row."""
        with self._translate_errors():
            return self._execute(statement, values).fetchone()

    def change(self, statement: str, *values: object) -> None:
        """Run a statement within a transaction."""
        with self._translate_errors():
            self._execute(statement, values)

    def change_each(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement within a transaction for each row of values, in one trip."""
        with self._translate_errors(), self._connection.cursor() as cursor:
            cursor.executemany(self._named(statement), rows)

    def copy_rows(self, table: str, types: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Write rows within a transaction; `table` is its name with its columns after `project`."""
        name, _, columns = table.partition(" ")
        into = f"COPY {{s}}.{name} (project, {columns}) FROM STDIN (FORMAT BINARY)"
        with (
            self._translate_errors(),
            self._connection.cursor() as cursor,
            cursor.copy(self._named(into)) as copy,
        ):
            copy.set_types(["int4", *types])
            for row in rows:
                copy.write_row((self._number, *row))

    def copy_binary(self, table: str, data: bytes) -> None:
        """Write rows within a transaction that are in the format of a binary COPY already."""
        name, _, columns = table.partition(" ")
        into = f"COPY {{s}}.{name} (project, {columns}) FROM STDIN (FORMAT BINARY)"
        with (
            self._translate_errors(),
            self._connection.cursor() as cursor,
            cursor.copy(self._named(into)) as copy,
        ):
            copy.write(data)

    @property
    def writes(self) -> int:
        """The number of changes of the index by this process."""
        return self._writes[self.name]

    @property
    def number(self) -> int:
        """The number of the project."""
        return self._number

    @contextmanager
    def transaction(self, *, chunks: bool = False) -> Iterator[State]:
        """Run a write transaction, alone in the index, and count the changes; yield the state.

        `chunks` says that it changes chunks or their vectors; without it, only facts about files.
        """
        count = (
            "UPDATE {s}.state SET files_generation = files_generation + 1,"
            f" chunks_generation = chunks_generation + {int(chunks)}"
            f" WHERE project = {{p}} RETURNING {_STATE}"
        )
        try:
            with self._translate_errors():
                self._connection.execute(_WRITE)
                row = self._execute(count, ()).fetchone()
            yield self._state_of(row)
            with self._translate_errors():
                self._connection.execute("COMMIT")
            self._writes[self.name] += 1
        except BaseException:
            self._roll_back()
            raise

    @contextmanager
    def read_transaction(self) -> Iterator[State]:
        """Run a read transaction, inside which all reads see the same state; yield that."""
        try:
            with self._translate_errors():
                with self._connection.pipeline():
                    self._connection.execute(_SNAPSHOT)
                    found = self._execute(f"SELECT {_STATE} FROM {{s}}.state WHERE project = {{p}}")
                row = found.fetchone()
            yield self._state_of(row)
        finally:
            self._roll_back()

    def state(self) -> State:
        """Read the state of the index."""
        row = self.row(f"SELECT {_STATE} FROM {{s}}.state WHERE project = {{p}}")
        return self._state_of(row)

    def reserve(self, *, files: int = 0, segments: int = 0) -> None:
        """Count numbers of files and segments as used, within a transaction."""
        self.change(
            "UPDATE {s}.state SET next_file = next_file + %s, next_segment = next_segment + %s"
            " WHERE project = {p}",
            files,
            segments,
        )

    def _state_of(self, row: Row | None) -> State:
        with self._translate_errors():
            if row is None:
                raise psycopg.errors.UndefinedTable("its state is missing")
        assert row is not None
        state = State(*row)
        if state.version > VERSION:
            raise ToolError(
                f'The index "{self.name}" in {self._address.place} is of version {state.version}, '
                f"made by a newer pageful; this one knows version {VERSION}.",
                "Update pageful here. The index is left as it is.",
            )
        return state

    def _execute(
        self, statement: str, values: Sequence[object] = ()
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._connection.execute(self._named(statement), values or None, binary=True)

    def _named(self, statement: str) -> bytes:
        return statement.format(**self._names).encode()

    def _roll_back(self) -> None:
        with suppress(psycopg.Error):
            if self._connection.info.transaction_status != TransactionStatus.IDLE:
                self._connection.execute("ROLLBACK")

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            with translate_errors(self._address, self.name):
                yield
        except ToolError as error:
            # Whoever goes on after a failure, within its transaction, is told of that again.
            is_later = isinstance(error.__cause__, psycopg.errors.InFailedSqlTransaction)
            if is_later and self._failure is not None:
                raise self._failure from error
            self._failure = error
            raise
