"""One open index in PostgreSQL."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from pageful.code.store.index_batch import IndexBatch
from pageful.code.store.latest import Latest
from pageful.code.store.postgres.batches import read_batches
from pageful.code.store.postgres.catalog import PostgresCatalog, load_catalog
from pageful.code.store.postgres.database import State
from pageful.code.store.postgres.files import FileTables
from pageful.code.store.postgres.reader import PostgresReader
from pageful.code.store.postgres.segments import SegmentTables
from pageful.code.store.repository import Repository
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class PostgresIndex(FileTables, SegmentTables):
    """An index, as all of its tables; `catalogs` caches the catalogs of indexes by their names."""

    catalogs: Latest[str, PostgresCatalog]

    def batches(self, repository: Repository) -> Generator[IndexBatch]:
        """Yield all files of a repository, with their chunks as batches that can be written."""
        return read_batches(self.database, repository)

    @contextmanager
    def reading(self) -> Iterator[PostgresReader]:
        """Read the index within one read transaction."""
        with self.database.read_transaction() as state:
            known = self.facts.of_state(state).repositories.values()
            repositories = tuple(each.repository for each in known)
            yield PostgresReader(self.database, self._catalog(state), repositories)

    def _catalog(self, state: State) -> PostgresCatalog:
        name = self.database.name
        catalog = self.catalogs.get(name)
        if catalog is None or (catalog.state.identity, catalog.state.chunks) != (
            state.identity,
            state.chunks,
        ):
            catalog = load_catalog(self.database, state, catalog)
        self.catalogs.put(name, catalog)
        return catalog
