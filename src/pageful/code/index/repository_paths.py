"""Paths as callers name them: relative to a repository, or in full."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePath


def within(path: str, roots: Mapping[int, str]) -> tuple[int | None, str]:
    """The repository that a path in full leads into, and the path from there.

    `roots` are the repositories' directories by number. A path that leads into none of them comes
    back without a number; no path begins with `./` or has a slash too many.
    """
    for given in _spellings(path):
        around = [number for number, root in roots.items() if given.is_relative_to(root)]
        if around:
            number = max(around, key=lambda each: len(roots[each]))
            return number, given.relative_to(roots[number]).as_posix()
    return None, PurePath(path).as_posix()


def _spellings(path: str) -> list[PurePath]:
    """A path in full as it was given, and without links; none of a relative one."""
    with suppress(ValueError, OSError, RuntimeError):
        given = Path(path).expanduser()
        return [given, Path(os.path.realpath(given))] if given.is_absolute() else []
    return []
