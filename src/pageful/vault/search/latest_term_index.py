"""The term index of a vault's latest snapshot, updated from the one before."""

from __future__ import annotations

import threading
from pathlib import Path

from pageful.tool.context import Caller
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.term_index_cache import TermIndexCache
from pageful.vault.snapshot.snapshot import VaultSnapshot


class LatestTermIndex:
    """The latest term index and its snapshot; `file` keeps it for the next start.

    Safe to use from any thread.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._cache = TermIndexCache(file)
        self._lock = threading.Lock()
        self._last: tuple[VaultSnapshot, TermIndex] | None = None

    def of(self, snapshot: VaultSnapshot, caller: Caller) -> TermIndex:
        """Return the term index of the vault at a snapshot.

        Raises:
            Cancelled: the caller gave up.
        """
        with self._lock:
            if self._last is None or self._last[0] is not snapshot:
                before = self._last[1] if self._last else self._cache.load(snapshot)
                self._last = snapshot, TermIndex.of(snapshot, before, caller)
                self._cache.keep(self._last[1], snapshot)
            return self._last[1]
