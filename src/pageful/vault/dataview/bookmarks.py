"""Which files have a bookmark in Obsidian: they are `file.starred`."""

from __future__ import annotations

import json
import os
from pathlib import Path

from pageful.vault.paths.opening import Opener

BOOKMARKS = ".obsidian/bookmarks.json"
"""Where Obsidian keeps them."""

_LARGEST = 5_000_000


def starred(root: Path) -> frozenset[str]:
    """The paths of the files that have a bookmark, none if the vault has no readable ones."""
    try:
        with Opener(root) as opener:
            content = opener.read(os.path.realpath(root / BOOKMARKS), _LARGEST).data
        return _files(json.loads(content))
    except (OSError, ValueError, RecursionError):
        return frozenset()


def _files(bookmarks: object) -> frozenset[str]:
    """The paths of file bookmarks, those in groups among them."""
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
