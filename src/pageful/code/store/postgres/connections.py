"""Connections to a database, kept for the next caller."""

from __future__ import annotations

import select
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

import psycopg
from psycopg.pq import TransactionStatus

from pageful.code.store.postgres.address import Address
from pageful.code.store.postgres.errors import translate_errors

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

_MOST_IDLE = 8  # of a server with several clients; a search needs one, and to write two


class Connections:
    """Connections to one database; thread-safe.

    One that has been idle is used again if its server is still there, so that a search after a
    restart of the server only connects anew. They are closed with this object.
    """

    def __init__(self, address: Address) -> None:
        self.address = address
        self._idle: list[Connection] = []
        self._lock = threading.Lock()
        weakref.finalize(self, _close_all, self._idle)

    @contextmanager
    def use(self) -> Iterator[Connection]:
        """Lend a connection, in no transaction, for a block.

        Raises:
            ToolError: there is no connection to be had.
        """
        connection = self._take()
        try:
            yield connection
        finally:
            self._give_back(connection)

    def close(self) -> None:
        """Close the connections that nobody uses."""
        with self._lock:
            _close_all(self._idle)

    def _take(self) -> Connection:
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                with translate_errors(self.address):
                    return psycopg.connect(self.address.conninfo, autocommit=True)
            if _is_alive(connection):
                return connection
            connection.close()

    def _give_back(self, connection: Connection) -> None:
        if connection.closed:
            return
        with suppress(psycopg.Error):
            if connection.info.transaction_status != TransactionStatus.IDLE:
                connection.execute("ROLLBACK")
        with self._lock:
            if len(self._idle) < _MOST_IDLE:
                self._idle.append(connection)  # `_take` looks whether it is of use.
                return
        connection.close()


def _close_all(connections: list[Connection]) -> None:
    while connections:
        connections.pop().close()


def _is_alive(connection: Connection) -> bool:
    """Return whether an idle connection can be used: without a trip, if nothing has come on it."""
    if connection.closed:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if not poll.poll(0):
        return True
    try:
        connection.execute("SELECT 1")  # What came may be a notice, or the server's farewell.
    except psycopg.Error:
        return False
    return True
