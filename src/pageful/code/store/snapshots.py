"""The snapshots that were read last, so that a search need not read what has not changed."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from uuid import UUID

from pageful.code.scan.snapshot import Snapshot
from pageful.code.store import contents
from pageful.code.store.database import meta
from pageful.code.store.writing import Repository

_MOST_KEPT = 8


class Snapshots:
    """What indexes know of their repositories' files; safe to use from any thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, UUID], tuple[object, Snapshot]] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, connection: sqlite3.Connection, repository: Repository) -> Snapshot:
        """The repository as the index saw it last."""
        (_, _, database) = connection.execute("PRAGMA database_list").fetchone()
        key = (database, repository.uuid)
        # Read before the snapshot is: one that is newer than it says is only read again.
        generation = meta(connection, "generation")
        with self._lock:
            kept = self._kept.get(key)
        if kept and kept[0] == generation:
            return kept[1]
        snapshot = contents.known(connection, repository)
        with self._lock:
            self._kept[key] = (generation, snapshot)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return snapshot
