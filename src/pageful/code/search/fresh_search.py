"""Search an index that may be out of date, without hits from deleted files or unmarked old ones.

The files of the hits are indexed before all others, so that hits show what is on the disk. Where
that is impossible, as another process writes the index, the hits are marked as outdated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from pageful.code.results import Hit, Search
from pageful.code.search.refreshing import Freshness, Refresher, StaleFiles
from pageful.tool.errors import ToolError

Files: TypeAlias = Mapping[int, Collection[str]]
"""Paths by the number of their repository."""

_ROUNDS = 3
"""How often hits' files are indexed for one search: new text brings in other hits, seldom twice."""


def fresh_search(
    refresher: Refresher, freshness: Freshness, run: Callable[[Files], Search]
) -> Search:
    """Repeat a search, without the deleted files, until its hits show what is on the disk.

    Raises:
        ToolError: the search failed; the error gives the coverage if indexing is not complete.
    """
    stale = freshness.stale
    deleted = {each.repository.number: each.deleted for each in stale}
    found = _run(run, deleted, freshness)
    done = 0
    for _ in range(_ROUNDS):
        wanted = _changed_files(found.results, stale)
        if not wanted or not refresher.index_first(wanted, stale):
            break
        done += sum(map(len, wanted.values()))
        stale = tuple(_without(each, wanted) for each in stale)
        found = _run(run, deleted, freshness)
    left = freshness.pending - done
    if left or freshness.coverage:
        refresher.continue_in_background()
    return replace(
        found,
        results=tuple(replace(hit, outdated=_is_outdated(hit, stale)) for hit in found.results),
        pending_files=left,
        coverage=freshness.coverage,
        notes=(*(freshness.notes if left or not done else ()), *found.notes),
    )


def _run(run: Callable[[Files], Search], deleted: Files, freshness: Freshness) -> Search:
    try:
        return run(deleted)
    except ToolError as error:
        if freshness.coverage is None:
            raise
        raise ToolError(error.problem, f"{freshness.coverage} {error.remedy}") from error


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
    """Whether a hit is from a repository; hits name theirs only if a project has several."""
    return hit.repository in (None, str(stale.repository.root))
