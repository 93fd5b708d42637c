"""Files and folders whose names begin with a dot: they are left out, and counted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from pageful.vault.results.info import SkippedFiles

HIDDEN = "name begins with a dot"
_EXAMPLES = 3
_MOST_ENTRIES = 50_000
"""Entries below hidden folders that are looked at: in a second or less, whatever a tool keeps."""
_NOT_NOTES = frozenset((".git", ".obsidian", ".trash"))
"""Folders that hold no notes anyone misses: history, settings, what was thrown away."""


def hidden_files(root: Path) -> SkippedFiles | None:
    """Return the hidden files and folders of a vault, with the number of notes below them."""
    found = sorted(_hidden_paths(root))
    if not found:
        return None
    notes = sum(islice(_notes(root, found), _MOST_ENTRIES))
    examples = tuple(
        each.encode("utf-8", "backslashreplace").decode() for each in found[:_EXAMPLES]
    )
    return SkippedFiles(HIDDEN, len(found), examples, notes)


def _hidden_paths(root: Path) -> Iterator[str]:
    for place, folders, files in os.walk(root, followlinks=False):
        prefix = os.path.relpath(place, root).replace(os.sep, "/")
        for name in (*folders, *files):
            if name.startswith("."):
                yield name if prefix == "." else f"{prefix}/{name}"
        folders[:] = [name for name in folders if not name.startswith(".")]


def _notes(root: Path, found: Iterable[str]) -> Iterator[bool]:
    """Yield for each file among and below hidden ones whether it is a note."""
    for path in found:
        if path.rpartition("/")[2] in _NOT_NOTES:
            continue
        if path.endswith(".md"):
            yield (root / path).is_file()
        # Links are not followed: what they lead to may be anywhere.
        for _, _, files in os.walk(root / path, followlinks=False):
            for name in files:
                yield name.endswith(".md")
