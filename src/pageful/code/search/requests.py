"""Requests of a search: for a query, or for chunks like a chunk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from pageful.code.embedding.embedded_query import EmbeddedQuery
from pageful.code.index.embedding_index import EmbeddingIndex
from pageful.code.ranking.ranking import has_meaning
from pageful.code.results.search import Search
from pageful.code.scan.quoting import quote
from pageful.code.search.filters import Filters
from pageful.code.search.searcher import Searcher, Window
from pageful.code.store.repository import Repository
from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError


class Request(Protocol):
    """A search that can be run again when the index has changed."""

    def embedder(self, embeddings: EmbeddingIndex) -> Embedder | None:
        """Return an embedder that gives the vector of the request without a wait, if it has one."""

    def run(self, searcher: Searcher) -> Search:
        """Search.

        Raises:
            ToolError: the index does not have what the request names.
        """


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """A query, in the repository with the UUID `repository_id`, files of some types, directories.

    `lines` are wanted beside the hits: those of each that tell most.
    """

    query: str
    window: Window
    repository_id: str | None = None
    file_types: tuple[str, ...] = ()
    directory: str | None = None
    within: tuple[str, ...] = ()
    lines: bool = False

    def embedder(self, embeddings: EmbeddingIndex) -> Embedder | None:
        """Embed the query, if it has a meaning and the index has vectors."""
        embedder = embeddings.current_embedder() if has_meaning(self.query) else None
        return EmbeddedQuery.of(self.query, embedder) if embedder else None

    def run(self, searcher: Searcher) -> Search:
        """Search for the query."""
        repository = _repository_number(searcher.reader.repositories, self.repository_id)
        filters = Filters(repository, self.file_types, self.directory, self.within)
        return searcher.search(self.query, filters, self.window, lines=self.lines)


@dataclass(frozen=True, slots=True)
class RelatedRequest:
    """Chunks like the one at a place: a chunk's UUID, or the line of a file.

    Raises:
        ToolError: neither is given, both are, or one of the line and the file is missing.
    """

    window: Window
    chunk_id: str | None = None
    file_path: str | None = None
    line: int | None = None

    def __post_init__(self) -> None:
        by_line = self.file_path is not None and self.line is not None
        if (self.chunk_id is not None) == by_line or (self.file_path is None) != (
            self.line is None
        ):
            raise ToolError(
                "find_related needs one place.",
                "Give `chunk_id`, or `file_path` and `line` together.",
            )

    def embedder(self, _: EmbeddingIndex) -> None:
        """Return none: the chunk has a vector."""

    def run(self, searcher: Searcher) -> Search:
        """Find the chunk, and search for others like it."""
        if self.chunk_id is not None:
            position = searcher.chunk_of_id(self.chunk_id)
        else:
            assert self.file_path is not None
            assert self.line is not None
            position = searcher.chunk_at(self.file_path, self.line)
        return searcher.find_related(position, self.window)


def _repository_number(repositories: Sequence[Repository], uuid: str | None) -> int | None:
    """Find the number of a repository by its UUID.

    Raises:
        ToolError: it is no UUID, or no repository of the project has it.
    """
    if uuid is None:
        return None
    known = "; ".join(f"{each.uuid} ({each.root})" for each in repositories)
    try:
        wanted = UUID(uuid)
    except ValueError:
        raise ToolError(
            f"`repository_id` {quote(uuid)} is no UUID.",
            f"Repositories of this project: {known}.",
        ) from None
    for each in repositories:
        if each.uuid == wanted:
            return each.number
    raise ToolError(f"This project has no repository {wanted}.", f"Its repositories: {known}.")
