"""Group the files that were not indexed by the reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pageful.code.results.indexing import SkippedFiles


def group_by_reason(files: Iterable[tuple[str, str]]) -> tuple[SkippedFiles, ...]:
    """Group files, given as path and reason, by their reasons, the most frequent first."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, reason in files:
        found[reason].append(path)
    by_size = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(SkippedFiles(reason, tuple(paths)) for reason, paths in by_size)
