"""Search an index that may be out of date, without hits from deleted files or unmarked old ones.

The files of the hits are indexed before all others, so that hits show what is on the disk. Where
that is impossible, as another process writes the index, the hits are marked as outdated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from pageful.code.index.indexer import Indexer
from pageful.code.results.search import Hit, Search
from pageful.code.search.refreshing import Freshness, Refresher, StaleFiles
from pageful.code.search.requests import Request
from pageful.code.search.searcher import Searcher
from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass, replace
from pageful.tool.errors import ToolError

Files: TypeAlias = Mapping[int, Collection[str]]
"""Paths by the number of their repository."""

_ROUNDS = 3
"""Rounds of indexing hits' files in one search: new text brings in other hits, seldom twice."""


def fresh_search(refresher: Refresher, request: Request) -> Search:
    """Bring an index up to date, and search it until the hits show what is on the disk.

    Raises:
        ToolError: the search failed; the error gives the coverage if indexing is not complete.
    """
    freshness = refresher.refresh()
    stale = freshness.stale
    # Embedded before the index is read: a service may take its time, and a read transaction keeps
    # the database from being tidied up.
    run = _FreshSearch(
        refresher.indexer, request, request.embedder(refresher.indexer.embeddings), freshness
    )
    found = run.search()
    done = 0
    for _ in range(_ROUNDS):
        wanted = _changed_files(found.results, stale)
        if not wanted or not refresher.index_first(wanted, stale):
            break
        done += sum(map(len, wanted.values()))
        stale = tuple(_without(each, wanted) for each in stale)
        found = run.search()
    left = freshness.pending - done
    if left or freshness.coverage:
        refresher.continue_in_background()
    notes = (*(freshness.notes if left or not done else ()), *found.notes)
    if not freshness.coverage and refresher.index.is_empty():
        where = ", ".join(map(str, refresher.indexer.project.roots))
        notes = (*notes, f"The index is empty: no file to search was found in {where}.")
    return replace(
        found,
        results=tuple(replace(hit, outdated=_is_outdated(hit, stale)) for hit in found.results),
        pending_files=left,
        coverage=freshness.coverage,
        notes=notes,
    )


@dataclass(frozen=True, slots=True)
class _FreshSearch:
    """A request to an index of which some is stale."""

    indexer: Indexer
    request: Request
    embedder: Embedder | None
    freshness: Freshness

    def search(self) -> Search:
        """Search the index as it is now, without deleted files."""
        behind, indexer = self.freshness, self.indexer
        deleted = {each.repository.number: each.deleted for each in behind.stale}
        is_behind = bool(behind.pending or behind.coverage)
        try:
            with indexer.index.reading() as reader:
                return self.request.run(
                    Searcher(indexer.project, reader, self.embedder, deleted, is_behind)
                )
        except ToolError as error:
            if behind.coverage is None:
                raise
            raise ToolError(error.problem, f"{behind.coverage} {error.remedy}") from error


def _changed_files(hits: Sequence[Hit], stale: Sequence[StaleFiles]) -> Files:
    """Collect the files of hits that have changed since they were indexed."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for hit in hits:
        for each in stale:
            if _is_of(hit, each) and hit.file_path in each.changed:
                found[each.repository.number].add(hit.file_path)
    return found


def _without(stale: StaleFiles, files: Files) -> StaleFiles:
    return replace(stale, changed=stale.changed.difference(files.get(stale.repository.number, ())))


def _is_outdated(hit: Hit, stale: Sequence[StaleFiles]) -> bool:
    return any(
        _is_of(hit, each) and (each.unreadable or hit.file_path in each.changed) for each in stale
    )


def _is_of(hit: Hit, stale: StaleFiles) -> bool:
    """Return whether a hit is from a repository; hits name theirs only if a project has several."""
    return hit.repository in (None, str(stale.repository.root))
