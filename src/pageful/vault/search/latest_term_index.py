"""The term index of a vault's latest snapshot, updated from the one before."""

from __future__ import annotations

from pathlib import Path

from pageful.files.latest import Latest
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
        self._latest: Latest[VaultSnapshot, TermIndex] = Latest()

    def of(self, snapshot: VaultSnapshot, caller: Caller) -> TermIndex:
        """Return the term index of the vault at a snapshot.

        Raises:
            Cancelled: the caller gave up.
        """

        def next_index(last: tuple[VaultSnapshot, TermIndex] | None) -> TermIndex:
            before = last[1] if last else self._cache.load(snapshot)
            index = TermIndex.of(snapshot, before, caller)
            self._cache.keep(index, snapshot)
            return index

        return self._latest.get(snapshot, next_index)
