"""Search an index: narrow it down, rank what is left, and fetch one page of hits."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from uuid import UUID

import numpy as np

from pageful.code.embedding.embedder import Embedder
from pageful.code.index.projects import Project
from pageful.code.index.repository_paths import split_repository
from pageful.code.ranking.absence import Absent
from pageful.code.ranking.ranking import Ranking, rank, related
from pageful.code.results import Search
from pageful.code.scan.quoting import quoted
from pageful.code.search.filters import Filters, Mask
from pageful.code.search.hits import Shelf, whole_names
from pageful.code.store.catalog import Catalog, StoredCorpus
from pageful.code.store.identity import key_of
from pageful.code.terms.splitting import chunk_terms
from pageful.text.excerpts import shortened
from pageful.tool.errors import ToolError

_MOST_OFFERED = 5
_LONGEST_NAME = 120
_AGAIN = "The file has changed since: search again, or name a `file_path` and `line`."


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of all matches is wanted: `page` from 1, of `limit` hits."""

    limit: int = 10
    page: int = 1

    @property
    def start(self) -> int:
        """Matches before the window."""
        return (self.page - 1) * self.limit

    @property
    def end(self) -> int:
        """Matches up to the window's end."""
        return self.page * self.limit


@dataclass(frozen=True)
class Searcher:
    """Searches one index as it is at this moment.

    `gone` are files that the index still has, by the number of their repository: they are no hits.
    """

    project: Project
    connection: sqlite3.Connection
    corpus: StoredCorpus
    embedder: Embedder | None = None
    gone: Mapping[int, Collection[str]] = field(default_factory=dict)

    @property
    def _catalog(self) -> Catalog:
        return self.corpus.catalog

    def search(self, query: str, filters: Filters, window: Window) -> Search:
        """The chunks that match a query, best first."""
        among = self._placed(filters).mask(self._catalog)
        found, notes = self._ranked(query, self._there(among), window.end)
        files = len(self._catalog.paths) if among is None else len(set(self._catalog.files[among]))
        page = self._page(query, found, window, whole_names(query))
        notes = (*notes, *map(_absence, found.absent))
        return replace(page, searched_files=files, narrowed=among is not None, notes=notes)

    def _placed(self, filters: Filters) -> Filters:
        """The filters with a directory that was named in full as one of its repository."""
        if filters.directory is None:
            return filters
        repository, directory = split_repository(filters.directory, self._roots())
        if repository is None:
            return filters
        if filters.repository not in (None, repository):
            problem = f"{quoted(filters.directory)} is not in the repository of `repository_id`."
            raise ToolError(problem, "Leave one of the two out.")
        return replace(filters, repository=repository, directory=directory)

    def _ranked(self, query: str, among: Mask | None, want: int) -> tuple[Ranking, tuple[str, ...]]:
        """The ranking for a query, by words alone where the embedder does not answer."""
        ranked = partial(rank, query, self.corpus, among=among, want=want, text=self._text)
        try:
            return ranked(embedder=self.embedder), ()
        except ToolError as error:
            return ranked(), (f"This was searched by words alone. {error}",)

    def _there(self, among: Mask | None) -> Mask | None:
        """The chunks that are left without those of files that are gone."""
        if not any(self.gone.values()):
            return among
        repositories = self._catalog.repositories.tolist()
        there = np.array(
            [
                path not in self.gone.get(number, ())
                for path, number in zip(self._catalog.paths, repositories, strict=True)
            ],
            np.bool_,
        )[self._catalog.files]
        return there if among is None else among & there

    def _text(self, position: int) -> str:
        return self._shelf.chunk(position).text

    def related(self, position: int, window: Window) -> Search:
        """The chunks that are most like another, which is not among them."""
        path = self._catalog.paths[int(self._catalog.files[position])]
        chunk = self._shelf.chunk(position)
        counts = chunk_terms(path, chunk).counts
        among = self._there(None)
        found = related(position, counts, self.corpus, among=among, want=window.end)
        sought = f"{path}:{chunk.start}-{chunk.end}"
        return self._page(sought, found, window)

    def _page(
        self,
        sought: str,
        found: Ranking,
        window: Window,
        names: frozenset[str] = frozenset(),
    ) -> Search:
        shelf, words = self._shelf, found.query.single | names
        part = slice(window.start, window.end)
        hits = tuple(
            shelf.hit(int(position), float(score), words)
            for position, score in zip(found.chunks[part], found.scores[part], strict=True)
        )
        return Search(
            sought=sought,
            results=hits,
            total_count=found.total,
            first=window.start + 1,
            project_id=self.project.id,
            database_name=self.project.database_name,
        )

    @cached_property
    def _shelf(self) -> Shelf:
        return Shelf(self._catalog, self.connection, self._roots())

    def chunk_of_id(self, chunk_id: str) -> int:
        """The position of a chunk by its UUID.

        Raises:
            ToolError: it is no UUID, or no chunk has it.
        """
        try:
            wanted = UUID(chunk_id)
        except ValueError:
            raise ToolError(
                f"`chunk_id` {quoted(chunk_id)} is no UUID.",
                "Take one from a search result, or name a `file_path` and `line`.",
            ) from None
        shelf = self._shelf
        rows = self.connection.execute("SELECT id FROM file WHERE key = ?", (key_of(wanted),))
        for position in self._positions({number for (number,) in rows}):
            if shelf.uuid(position) == wanted:
                return position
        raise ToolError(f"No chunk of project {self.project.id!r} is {wanted}.", _AGAIN)

    def chunk_at(self, file_path: str, line: int) -> int:
        """The position of the chunk that has a line of a file, which may be named in full.

        Raises:
            ToolError: no such file is indexed, or several are, or it has no such line.
        """
        positions = self._positions({self._file(file_path)})
        shelf = self._shelf
        for position in positions:
            if shelf.chunk(position).start <= line <= shelf.chunk(position).end:
                return position
        last = shelf.chunk(positions[-1]).end
        raise ToolError(f"{file_path} has no line {line}.", f"It has {last} lines.")

    def _file(self, file_path: str) -> int:
        """The index's number of a file."""
        catalog, roots = self._catalog, self._roots()
        repository, path = split_repository(file_path, roots)
        found = {
            int(catalog.file_numbers[rank]): int(catalog.repositories[rank])
            for rank, known in enumerate(catalog.paths)
            if known == path and repository in (None, catalog.repositories[rank])
        }
        if not found:
            raise ToolError(f"No indexed file is {quoted(file_path)}.", self._like(path))
        if len(found) > 1:
            places = ", ".join(str(Path(roots[each], path)) for each in found.values())
            problem = f"Several repositories of the project have {quoted(path)}."
            raise ToolError(problem, f"Give the path in full: {places}. Or give a `chunk_id`.")
        return next(iter(found))

    def _like(self, path: str) -> str:
        """A sentence that names the files a caller may have meant."""
        name = path.rpartition("/")[2]
        named = (each for each in self._catalog.paths if each.rpartition("/")[2] == name)
        close = list(dict.fromkeys(named))[:_MOST_OFFERED]
        if not close:
            return "Give the path as a search result has it, relative to the repository."
        return f"Is it {' or '.join(map(repr, close))}?"

    def _roots(self) -> dict[int, str]:
        return dict(self.connection.execute("SELECT id, root FROM repository"))

    def _positions(self, numbers: Collection[int]) -> list[int]:
        """Positions of all chunks of some files."""
        ranks = np.flatnonzero(np.isin(self._catalog.file_numbers, list(numbers)))
        starts = self._catalog.starts
        return [p for rank in ranks for p in range(int(starts[rank]), int(starts[rank + 1]))]


def _absence(absent: Absent) -> str:
    """A sentence about a name that stands nowhere, and the names that may have been meant."""
    name = f"`{shortened(absent.name, _LONGEST_NAME, '…')}`"
    if absent.elsewhere:
        return f"Nothing that the filters leave has the name {name}; other files have it."
    near = ", ".join(f"`{each}`" for each in absent.nearest)
    return f"Nothing has the name {name}. {f'Nearest: {near}.' if near else 'None is like it.'}"
