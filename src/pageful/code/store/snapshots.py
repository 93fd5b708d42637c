"""A cache of the snapshots in indexes, so that a search does not read an unchanged one again."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from uuid import UUID

from pageful.code.scan.snapshot import Snapshot
from pageful.code.store import contents
from pageful.code.store.database import FILES, generation, identity
from pageful.code.store.writing import Repository

_MOST_KEPT = 8


class SnapshotCache:
    """The snapshots that were used last, by index and repository; thread-safe."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, UUID], tuple[object, Snapshot]] = OrderedDict()
        self._lock = threading.Lock()

    def current(self, connection: sqlite3.Connection, repository: Repository) -> Snapshot:
        """Return the snapshot of a repository that is in the index."""
        (_, _, database) = connection.execute("PRAGMA database_list").fetchone()
        key = (database, repository.uuid)
        # Read before the snapshot is: one that is newer than it says is only read again.
        state = identity(connection), generation(connection, FILES)
        with self._lock:
            kept = self._kept.get(key)
        if kept and kept[0] == state:
            return kept[1]
        snapshot = contents.stored_snapshot(connection, repository)
        with self._lock:
            self._kept[key] = (state, snapshot)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return snapshot
