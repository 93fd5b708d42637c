"""One open index in SQLite."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from pageful.code.store.index_batch import IndexBatch
from pageful.code.store.latest import Latest
from pageful.code.store.repository import Repository
from pageful.code.store.sqlite.batches import read_batches
from pageful.code.store.sqlite.catalog_loading import load_catalog
from pageful.code.store.sqlite.database import CHUNKS
from pageful.code.store.sqlite.files import FileTables
from pageful.code.store.sqlite.reader import SqliteReader
from pageful.code.store.sqlite.segments import SegmentTables
from pageful.code.store.sqlite.stored_catalog import StoredCatalog
from pageful.code.store.sqlite.vectors import VectorColumn
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class SqliteIndex(FileTables, SegmentTables, VectorColumn):
    """An index, as all of its tables; `catalogs` caches the catalogs of indexes."""

    catalogs: Latest[Path, StoredCatalog]

    def batches(self, repository: Repository) -> Generator[IndexBatch]:
        """Yield all files of a repository, with their chunks as batches that can be written."""
        return read_batches(self.database, repository)

    @contextmanager
    def reading(self) -> Iterator[SqliteReader]:
        """Read the index within one read transaction."""
        with self.database.read_transaction():
            yield SqliteReader(self.database, self._catalog(), self.repositories())

    def _catalog(self) -> StoredCatalog:
        path = self.database.path
        catalog = self.catalogs.get(path)
        if catalog is None or catalog.state != self.database.state(CHUNKS):
            catalog = load_catalog(self.database, catalog)
        self.catalogs.put(path, catalog)
        return catalog
