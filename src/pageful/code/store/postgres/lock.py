"""The write lock of an index: one writer at a time over all machines, as an advisory lock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b

import psycopg

from pageful.code.store.postgres.connections import Connections
from pageful.code.store.postgres.errors import translate_errors
from pageful.tool.context import Caller

_POLL = 0.1  # seconds between two looks at whether the caller has cancelled


@contextmanager
def write_lock(
    connections: Connections, name: str, caller: Caller, *, wait: bool = True
) -> Iterator[bool]:
    """Hold the write lock of an index, as `Store.write_lock` says.

    It belongs to a connection of its own: whatever becomes of this process, the server frees it.

    Raises:
        Cancelled: the caller gave up waiting.
        ToolError: the server can't be reached.
    """
    key = lock_key(name)
    with connections.use() as connection:
        while True:
            with translate_errors(connections.address, name):
                row = connection.execute("SELECT pg_try_advisory_lock(%s)", (key,)).fetchone()
            if row == (True,):
                break
            if not wait:
                yield False
                return
            caller.checkpoint()
            caller.progress("Waiting for another process that writes this index")
            time.sleep(_POLL)
        try:
            yield True
        finally:
            with suppress(psycopg.Error):  # With its connection the lock is gone as well.
                connection.execute("SELECT pg_advisory_unlock(%s)", (key,))


def is_locked(connections: Connections, name: str) -> bool:
    """Return whether a writer holds the lock of an index at this moment."""
    key = lock_key(name) % (1 << 64)
    with connections.use() as connection, translate_errors(connections.address, name):
        row = connection.execute(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " AND classid = %s::bigint::oid AND objid = %s::bigint::oid",
            (key >> 32, key & 0xFFFF_FFFF),
        ).fetchone()
    return row is not None


def lock_key(name: str) -> int:
    """Compute the number of an index's lock; other programs may lock numbers of their own."""
    digest = blake2b(b"pageful\0" + name.encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
