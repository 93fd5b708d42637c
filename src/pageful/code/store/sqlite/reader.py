"""Read an index within one read transaction: its posting lists, names and contents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from pageful.code.ranking.array_vectors import ArrayVectors
from pageful.code.ranking.corpus import Postings
from pageful.code.store.content import Content
from pageful.code.store.postings import join_lists
from pageful.code.store.reader import IndexReader
from pageful.code.store.repository import Repository
from pageful.code.store.sqlite.database import Database, Row
from pageful.code.store.sqlite.stored_catalog import StoredCatalog
from pageful.code.terms.splitting import DEFINES

# Bounds on memory: some dozens of queries' posting lists, and the files of some pages of hits.
_MOST_LISTS = 2048
_MOST_CONTENTS = 256
_LARGEST_CONTENT = 100_000  # compressed bytes
_AT_ONCE = 500  # values in a statement; before 3.32, of 2020, SQLite took 999


class SqliteReader(IndexReader):
    """A reader of one state of an index, whose catalog is loaded.

    The catalog's caches keep what was read, for this reader and for later ones of the same state.
    """

    def __init__(
        self, database: Database, catalog: StoredCatalog, repositories: Sequence[Repository]
    ) -> None:
        self._database = database
        self._catalog = catalog
        self._repositories = repositories
        self._contents: dict[int, Content] = {}

    @property
    def catalog(self) -> StoredCatalog:
        """All chunks and files."""
        return self._catalog

    @property
    def vectors(self) -> ArrayVectors | None:
        """The vectors of the chunks; `None` if no chunk has one."""
        return self._catalog.vectors

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
        end = chr(ord(DEFINES) + 1)
        rows = self._database.rows(
            "SELECT DISTINCT term FROM segment JOIN posting ON segment = segment.id"
            " WHERE term >= ? AND term < ?",
            DEFINES,
            end,
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
        rows = self._database.rows("SELECT id FROM file WHERE key = ?", key)
        numbers = [number for (number,) in rows]
        return np.flatnonzero(np.isin(self._catalog.file_numbers, numbers)).tolist()

    def _read_postings(self, terms: Sequence[str]) -> dict[str, Postings]:
        lists: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
        # A list may be left of a segment that is gone.
        find = (
            "SELECT term, segment, data FROM posting"
            " WHERE segment IN (SELECT id FROM segment) AND term IN"
        )
        for term, segment, data in self._select(find, terms):
            lists[term].append((segment, data))
        return {term: join_lists(lists[term], self._catalog.positions) for term in terms}

    def _read_contents(self, numbers: Sequence[int]) -> None:
        cache = self._catalog.contents
        find = "SELECT file, key, text, outline FROM content JOIN file ON id = file WHERE file IN"
        for number, key, text, outline in self._select(find, numbers):
            content = self._contents[number] = Content(key, text, outline)
            if len(cache) >= _MOST_CONTENTS:
                cache.clear()
            if len(text) <= _LARGEST_CONTENT:
                cache[number] = content

    def _select(self, find: str, values: Sequence[object]) -> Iterator[Row]:
        """Run a query that ends in `IN` for many values."""
        for start in range(0, len(values), _AT_ONCE):
            part = values[start : start + _AT_ONCE]
            yield from self._database.rows(f"{find} ({', '.join('?' * len(part))})", *part)
