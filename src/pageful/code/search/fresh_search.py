"""Search an index that may be behind its files: no hit of a file that is gone, no unmarked old one.

The files of the hits are indexed before all others, so that what is shown is as it is on the disk;
where that can't be, as another process writes the index, the hits are marked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from pageful.code.results import Hit, Search
from pageful.code.search.refreshing import Behind, Freshness, Refresher
from pageful.tool.errors import ToolError

Files: TypeAlias = Mapping[int, Collection[str]]
"""Paths by the number of their repository."""

_ROUNDS = 3
"""How often hits' files are indexed for one search: new text brings in other hits, seldom twice."""


def fresh_search(
    refresher: Refresher, freshness: Freshness, run: Callable[[Files], Search]
) -> Search:
    """Run a search, which is given the files that are gone, until its hits are as on the disk.

    Raises:
        ToolError: the search can't be; the error says so if that is as not all is indexed yet.
    """
    behind = freshness.behind
    gone = {each.repository.number: each.gone for each in behind}
    found = _run(run, gone, freshness)
    done = 0
    for _ in range(_ROUNDS):
        wanted = _changed(found.results, behind)
        if not wanted or not refresher.index_first(wanted, behind):
            break
        done += sum(map(len, wanted.values()))
        behind = tuple(_without(each, wanted) for each in behind)
        found = _run(run, gone, freshness)
    left = freshness.pending - done
    if left or freshness.coverage:
        refresher.go_on()
    return replace(
        found,
        results=tuple(replace(hit, outdated=_is_outdated(hit, behind)) for hit in found.results),
        pending_files=left,
        coverage=freshness.coverage,
        notes=(*(freshness.notes if left or not done else ()), *found.notes),
    )


def _run(run: Callable[[Files], Search], gone: Files, freshness: Freshness) -> Search:
    try:
        return run(gone)
    except ToolError as error:
        if freshness.coverage is None:
            raise
        raise ToolError(error.problem, f"{freshness.coverage} {error.remedy}") from error


def _changed(hits: Sequence[Hit], behind: Sequence[Behind]) -> Files:
    """The files of hits that have changed since they were indexed."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for hit in hits:
        for each in behind:
            if _is_of(hit, each) and hit.file_path in each.changed:
                found[each.repository.number].add(hit.file_path)
    return found


def _without(behind: Behind, files: Files) -> Behind:
    return replace(
        behind, changed=behind.changed.difference(files.get(behind.repository.number, ()))
    )


def _is_outdated(hit: Hit, behind: Sequence[Behind]) -> bool:
    return any(
        _is_of(hit, each) and (each.unseen or hit.file_path in each.changed) for each in behind
    )


def _is_of(hit: Hit, behind: Behind) -> bool:
    """Whether a hit is in a repository; it names its own only where a project has several."""
    return hit.repository in (None, str(behind.repository.root))
