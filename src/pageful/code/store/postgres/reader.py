"""Read a project within one read transaction: its posting lists, names and contents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from pageful.code.ranking.corpus import Postings
from pageful.code.store.content import Content
from pageful.code.store.postgres.catalog import PostgresCatalog
from pageful.code.store.postgres.chunk_vectors import StoredVectors
from pageful.code.store.postgres.database import Database
from pageful.code.store.postings import join_lists
from pageful.code.store.reader import IndexReader
from pageful.code.store.repository import Repository
from pageful.code.terms.splitting import DEFINES

# Bounds on memory: some dozens of queries' posting lists, and the files of some pages of hits.
_MOST_LISTS = 2048
_MOST_CONTENTS = 256
_LARGEST_CONTENT = 100_000  # compressed bytes


class PostgresReader(IndexReader):
    """A reader of one state of an index, whose catalog is loaded.

    The catalog's caches keep what was read, for this reader and for later ones of the same state.
    """

    def __init__(
        self, database: Database, catalog: PostgresCatalog, repositories: Sequence[Repository]
    ) -> None:
        self._database = database
        self._catalog = catalog
        self._repositories = repositories
        self._contents: dict[int, Content] = {}

    @property
    def catalog(self) -> PostgresCatalog:
        """All chunks and files."""
        return self._catalog

    @property
    def vectors(self) -> StoredVectors | None:
        """The vectors of the chunks; `None` if no chunk has one."""
        centroids = self._catalog.centroids
        if centroids is None:
            return None
        return StoredVectors(self._database, self._catalog, centroids)

    @property
    def repositories(self) -> Sequence[Repository]:
        """The repositories, in the order in which they were registered."""
        return self._repositories

    def postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """Read the posting list of each of some terms, an empty one where no chunk has it."""
        cache = self._catalog.postings
        found = {term: cache[term] for term in terms if term in cache}
        missing = [term for term in terms if term not in found]
        if missing:
            if len(cache) + len(missing) > _MOST_LISTS:
                cache.clear()
            read = self._read_postings(missing)
            cache.update(read)
            found |= read
        return found

    def names(self) -> Iterable[str]:
        """Read the names that chunks define, as written and folded; dropped chunks included."""
        rows = self._database.rows(
            "SELECT DISTINCT term FROM {s}.posting WHERE project = {p} AND segment = ANY(%s)"
            " AND term >= %s AND term < %s",
            [*self._catalog.segments],
            DEFINES,
            chr(ord(DEFINES) + 1),
        )
        return (term[1:] for (term,) in rows)

    def contents(self, files: Collection[int]) -> Mapping[int, Content]:
        """Read the contents of some files."""
        numbers = {int(self._catalog.file_numbers[file]): file for file in files}
        known = self._contents
        cache = self._catalog.contents
        known.update((number, cache[number]) for number in numbers.keys() & cache.keys())
        missing = [number for number in numbers if number not in known]
        if missing:
            self._read_contents(missing)
        return {file: known[number] for number, file in numbers.items()}

    def files_with_key(self, key: int) -> Sequence[int]:
        """Find the files with a key."""
        find = "SELECT number FROM {s}.file WHERE project = {p} AND key = %s"
        numbers = [number for (number,) in self._database.rows(find, key)]
        return np.flatnonzero(np.isin(self._catalog.file_numbers, numbers)).tolist()

    def _read_postings(self, terms: Sequence[str]) -> dict[str, Postings]:
        lists: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
        rows = self._database.rows(
            "SELECT term, segment, data FROM {s}.posting WHERE project = {p}"
            " AND segment = ANY(%s) AND term = ANY(%s)",
            [*self._catalog.segments],
            [term for term in terms if "\0" not in term],  # which no text has here
        )
        for term, segment, data in rows:
            lists[term].append((segment, bytes(data)))
        return {term: join_lists(lists[term], self._catalog.positions) for term in terms}

    def _read_contents(self, numbers: Sequence[int]) -> None:
        cache = self._catalog.contents
        rows = self._database.rows(
            "SELECT file.number, key, text, outline FROM {s}.file JOIN {s}.content"
            " ON content.project = {p} AND content.file = file.number"
            " WHERE file.project = {p} AND file.number = ANY(%s)",
            list(numbers),
        )
        for number, key, text, outline in rows:
            content = self._contents[number] = Content(key, bytes(text), bytes(outline))
            if len(cache) >= _MOST_CONTENTS:
                cache.clear()
            if len(text) <= _LARGEST_CONTENT:
                cache[number] = content
