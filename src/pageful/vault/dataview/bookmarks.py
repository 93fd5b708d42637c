"""The files that have a bookmark in Obsidian, which is their `file.starred`."""

from __future__ import annotations

import json
import os
from pathlib import Path

from pageful.files.opening import Opener

BOOKMARKS = ".obsidian/bookmarks.json"
"""The path of Obsidian's file of bookmarks, relative to the vault."""

# Of bytes: tens of thousands of bookmarks.
_LARGEST = 5_000_000


def bookmarked_paths(root: Path) -> frozenset[str]:
    """Read the paths of the files that have a bookmark; empty if the bookmarks can't be read."""
    try:
        with Opener(root) as opener:
            content = opener.read(os.path.realpath(root / BOOKMARKS), _LARGEST).data
        return _files(json.loads(content))
    except (OSError, ValueError, RecursionError):
        return frozenset()


def _files(bookmarks: object) -> frozenset[str]:
    """Return the paths of file bookmarks, those in groups among them."""
    found: set[str] = set()
    waiting = [bookmarks]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, dict):
            items = entry.get("items")
            waiting += items if isinstance(items, list) else []
            if entry.get("type") == "file" and isinstance(entry.get("path"), str):
                found.add(entry["path"])
    return frozenset(found)
