"""Resolve paths that callers give relative to a repository or absolute."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePath


def split_repository(path: str, roots: Mapping[int, str]) -> tuple[int | None, str]:
    """Split an absolute path into a repository's number and the path within that repository.

    `roots` maps numbers to the directories of repositories. For a path outside of all of them the
    number is `None`. The path returned is normalized: without `./` and doubled slashes.
    """
    for given in _spellings(path):
        around = [number for number, root in roots.items() if given.is_relative_to(root)]
        if around:
            number = max(around, key=lambda each: len(roots[each]))
            return number, given.relative_to(roots[number]).as_posix()
    return None, PurePath(path).as_posix()


def _spellings(path: str) -> list[PurePath]:
    """List an absolute path as given and with its links resolved; nothing for a relative one."""
    with suppress(ValueError, OSError, RuntimeError):
        given = Path(path).expanduser()
        return [given, Path(os.path.realpath(given))] if given.is_absolute() else []
    return []
