"""Search an index: filter its chunks, rank them, and fetch one page of hits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from uuid import UUID

import numpy as np

from pageful.code.chunking.chunk import Chunk
from pageful.code.index.projects import Project
from pageful.code.index.repository_paths import split_repository
from pageful.code.ranking.absence import AbsentName
from pageful.code.ranking.query import strip_quotes
from pageful.code.ranking.ranking import Ranking, find_related, rank
from pageful.code.results.search import Hit, Search
from pageful.code.scan.quoting import quote
from pageful.code.search.filters import Filters, Mask
from pageful.code.search.hit_lines import lines_of_hits, shown_path
from pageful.code.search.hits import compound_names, hits_of
from pageful.code.search.line_selection import TermWorth
from pageful.code.search.relations import relation_of
from pageful.code.store.catalog import Catalog
from pageful.code.store.content import Content
from pageful.code.store.identity import file_key_of
from pageful.code.store.reader import IndexReader
from pageful.code.terms.splitting import chunk_terms
from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.text.excerpts import shorten
from pageful.tool.errors import ToolError

_MOST_OFFERED = 5
_LONGEST_NAME = 120
_AGAIN = "The file has changed since: search again, or name a `file_path` and `line`."


@dataclass(frozen=True, slots=True)
class Window:
    """A page of the matches, numbered from 1, of `limit` hits."""

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
    """A searcher of one index as a reader sees it.

    `deleted` are files that the index still has, by the number of their repository: they are no
    hits. `is_behind` says that files have changed, or are new, that it does not have yet.
    """

    project: Project
    reader: IndexReader
    embedder: Embedder | None = None
    deleted: Mapping[int, Collection[str]] = field(default_factory=dict)
    is_behind: bool = False

    @property
    def _catalog(self) -> Catalog:
        return self.reader.catalog

    def search(
        self, query: str, filters: Filters, window: Window, *, lines: bool = False
    ) -> Search:
        """Find the chunks that match a query, best first; with the `lines` that tell most."""
        among = self._resolve_directory(filters).mask(self._catalog, self._roots())
        found, notes = self._rank(query, self._without_deleted(among), window.end)
        files = len(self._catalog.paths) if among is None else len(set(self._catalog.files[among]))
        page = self._page(query, found, window, compound_names(query), strip_quotes(query).strip())
        if lines:
            texts = self._texts(found, page.results, window)
            lines_found = lines_of_hits(page.results, texts, found.query, self._worth(found))
            page = replace(page, lines=lines_found)
        notes = (*notes, *(_absence_note(absent, self.is_behind) for absent in found.absent))
        return replace(
            page,
            searched_files=files,
            narrowed=among is not None,
            notes=notes,
            within=filters.directories(self._catalog, self._roots()),
        )

    def _resolve_directory(self, filters: Filters) -> Filters:
        """Resolve an absolute directory of the filters to its repository and the path within."""
        if filters.directory is None:
            return filters
        repository, directory = split_repository(filters.directory, self._roots())
        if repository is None:
            return filters
        if filters.repository not in (None, repository):
            problem = f"{quote(filters.directory)} is not in the repository of `repository_id`."
            raise ToolError(problem, "Leave one of the two out.")
        return replace(filters, repository=repository, directory=directory)

    def _rank(self, query: str, among: Mask | None, want: int) -> tuple[Ranking, tuple[str, ...]]:
        """Rank for a query, by words alone if the embedder does not answer."""
        ranked = partial(rank, query, self.reader, among=among, want=want)
        try:
            return ranked(embedder=self.embedder), ()
        except ToolError as error:
            return ranked(), (f"This was searched by words alone. {error}",)

    def _without_deleted(self, among: Mask | None) -> Mask | None:
        """Remove the chunks of deleted files from a mask, bool by chunk."""
        if not any(self.deleted.values()):
            return among
        repositories = self._catalog.repositories.tolist()
        there = np.array(
            [
                path not in self.deleted.get(number, ())
                for path, number in zip(self._catalog.paths, repositories, strict=True)
            ],
            np.bool_,
        )[self._catalog.files]
        return there if among is None else among & there

    def find_related(self, position: int, window: Window) -> Search:
        """Find the chunks most similar to the one at `position`, which is left out."""
        file, number = self._catalog.locate(position)
        path, chunk = self._catalog.paths[file], self._content(file).chunk(number)
        counts = chunk_terms(path, chunk).counts
        among = self._without_deleted(None)
        found = find_related(position, counts, self.reader, among=among, want=window.end)
        sought = f"{path}:{chunk.start}-{chunk.end}"
        page = self._page(sought, found, window)
        return replace(page, results=tuple(self._related_hits(position, found, page, window)))

    def _related_hits(
        self, position: int, found: Ranking, page: Search, window: Window
    ) -> Iterator[Hit]:
        """Yield the hits of a page with the relation that each has to the chunk at `position`."""
        path, chunk = self._chunk(position)
        positions = found.chunks[window.start : window.end].tolist()
        for hit, other in zip(page.results, positions, strict=True):
            yield replace(hit, relation=relation_of(path, chunk, *self._chunk(other)))

    def _chunk(self, position: int) -> tuple[str, Chunk]:
        """Return a chunk with its file's path, of several repositories the full one."""
        file, number = self._catalog.locate(position)
        path, roots = self._catalog.paths[file], self._roots()
        shown = f"{roots[int(self._catalog.repositories[file])]}/{path}"
        return shown if len(roots) > 1 else path, self._content(file).chunk(number)

    def _page(
        self,
        sought: str,
        found: Ranking,
        window: Window,
        names: frozenset[str] = frozenset(),
        typed: str = "",
    ) -> Search:
        part = slice(window.start, window.end)
        chosen = zip(found.chunks[part].tolist(), found.scores[part].tolist(), strict=True)
        return Search(
            sought=sought,
            results=tuple(hits_of(self.reader, list(chosen), found.query.single | names, typed)),
            total_count=found.total,
            first=window.start + 1,
            project_id=self.project.id,
            database_name=self.project.database_name,
        )

    def _worth(self, found: Ranking) -> TermWorth:
        """Weigh the terms of a query by how rare each is in the index."""
        terms = found.query.terms
        having = {term: len(chunks) for term, (chunks, _) in self.reader.postings(terms).items()}
        return TermWorth.of(terms, len(self._catalog.files), having)

    def _texts(self, found: Ranking, hits: Sequence[Hit], window: Window) -> Mapping[str, str]:
        """Return the texts of the files of hits by the paths that a page names them by."""
        positions = found.chunks[window.start : window.end].tolist()
        files = [self._catalog.locate(position)[0] for position in positions]
        contents = self.reader.contents(set(files))
        texts = {
            file: "".join(chunk.text for chunk in content.chunks())
            for file, content in contents.items()
        }
        return {shown_path(hit): texts[file] for hit, file in zip(hits, files, strict=True)}

    def chunk_of_id(self, chunk_id: str) -> int:
        """Find the position of a chunk by its UUID.

        Raises:
            ToolError: `chunk_id` is no UUID, or no chunk has it.
        """
        try:
            wanted = UUID(chunk_id)
        except ValueError:
            raise ToolError(
                f"`chunk_id` {quote(chunk_id)} is no UUID.",
                "Take one from a search result, or name a `file_path` and `line`.",
            ) from None
        for file in self.reader.files_with_key(file_key_of(wanted)):
            content, start = self._content(file), int(self._catalog.starts[file])
            for number in range(len(content)):
                if content.uuid(number) == wanted:
                    return start + number
        raise ToolError(f"No chunk of project {self.project.id!r} is {wanted}.", _AGAIN)

    def chunk_at(self, file_path: str, line: int) -> int:
        """Find the position of the chunk with a line of a file, whose path may be absolute.

        Raises:
            ToolError: no such file is indexed, or several are, or it has no such line.
        """
        file = self._file(file_path)
        chunks = self._content(file).chunks()
        for number, chunk in enumerate(chunks):
            if chunk.start <= line <= chunk.end:
                return int(self._catalog.starts[file]) + number
        raise ToolError(f"{file_path} has no line {line}.", f"It has {chunks[-1].end} lines.")

    def _content(self, file: int) -> Content:
        return self.reader.contents((file,))[file]

    def _file(self, file_path: str) -> int:
        """Find a file of the catalog by its path."""
        catalog, roots = self._catalog, self._roots()
        repository, path = split_repository(file_path, roots)
        found = {
            file: int(catalog.repositories[file])
            for file, known in enumerate(catalog.paths)
            if known == path and repository in (None, catalog.repositories[file])
        }
        if not found:
            raise ToolError(f"No indexed file is {quote(file_path)}.", self._suggestion(path))
        if len(found) > 1:
            places = ", ".join(str(Path(roots[each], path)) for each in found.values())
            problem = f"Several repositories of the project have {quote(path)}."
            raise ToolError(problem, f"Give the path in full: {places}. Or give a `chunk_id`.")
        return next(iter(found))

    def _suggestion(self, path: str) -> str:
        """Compose a sentence that suggests files of the same name."""
        name = path.rpartition("/")[2]
        named = (each for each in self._catalog.paths if each.rpartition("/")[2] == name)
        close = list(dict.fromkeys(named))[:_MOST_OFFERED]
        if not close:
            return "Give the path as a search result has it, relative to the repository."
        return f"Is it {' or '.join(map(repr, close))}?"

    def _roots(self) -> dict[int, str]:
        return {each.number: str(each.root) for each in self.reader.repositories}


def _absence_note(absent: AbsentName, is_behind: bool) -> str:
    """Compose a note about a name that was not found, with the nearest names that exist."""
    name = f"`{shorten(absent.name, _LONGEST_NAME, '…')}`"
    if absent.elsewhere:
        return f"Nothing that the filters leave has the name {name}; other files have it."
    near = ", ".join(f"`{each}`" for each in absent.nearest)
    where = "Nothing that is indexed so far" if is_behind else "Nothing"
    return f"{where} has the name {name}. {f'Nearest: {near}.' if near else 'None is like it.'}"
