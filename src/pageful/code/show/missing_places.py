"""The reason why a path that exists is not shown, and what to ask for in its place."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from pageful.code.index.repository_paths import split_repository
from pageful.code.results.show import MissingPlace

_IGNORED = "git ignores it, or it is installed or built: read it with another tool"
_LEADS_OUT = "it is a link that leads out of the repository: read it with another tool"
_SPECIAL = "it is no regular file"
UNREADABLE_HERE = frozenset({_IGNORED, _LEADS_OUT, _SPECIAL})
"""The reasons against which no other place helps."""


def missing_place(place: str, path: str, roots: Iterable[Path]) -> MissingPlace | None:
    """Say why the file of a place is left out; `None` if no repository has such a path."""
    numbered = dict(enumerate(map(str, roots)))
    owner, within = split_repository(path, numbered)
    for number, root in numbered.items():
        if owner in (None, number):
            with suppress(OSError, ValueError):
                return _reason(place, within, root, numbered)
    return None


def _reason(place: str, within: str, root: str, roots: Mapping[int, str]) -> MissingPlace | None:
    """Say why a path that exists in a repository is left out.

    Raises:
        OSError: it does not exist there.
    """
    if not within.strip("/.") or ".." in PurePosixPath(within).parts or within.startswith("/"):
        return None
    full = Path(root, within)
    mode = full.lstat().st_mode
    real = Path(os.path.realpath(full))
    base = Path(os.path.realpath(root))
    if real != base / within:
        if not real.is_relative_to(base):
            return MissingPlace(place, _LEADS_OUT)
        meant = real.relative_to(base).as_posix()
        shown = f"{root}/{meant}" if len(roots) > 1 else meant
        return MissingPlace(place, "links are not followed", (shown,))
    if stat.S_ISDIR(mode):
        return MissingPlace(place, "it is a directory; give its files")
    if not stat.S_ISREG(mode):
        return MissingPlace(place, _SPECIAL)
    return MissingPlace(place, _IGNORED)
