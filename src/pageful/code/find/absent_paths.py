"""The reason why a path that narrows a search down has no file, and the nearest that have some."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from pageful.text.similarity import find_similar

_MOST_NEAR = 3
_MISSING = "nothing on the disk has that path"
_LINK = "it is a link, and links are not followed"
_LEFT_OUT = "it is on the disk, but left out: git ignores it, it is installed or built, or it is {}"


def absence(path: str, owner: int | None, roots: Mapping[int, str]) -> str:
    """Say whether a path is on the disk, in one repository or, without `owner`, in any."""
    for number, root in roots.items():
        if owner in (None, number) and ".." not in PurePosixPath(path).parts:
            with suppress(OSError, ValueError):
                full = Path(root, path)
                if os.path.realpath(full) != os.path.join(os.path.realpath(root), path):  # noqa: PTH118
                    full.lstat()
                    return _LINK
                return _LEFT_OUT.format("empty" if stat.S_ISDIR(full.stat().st_mode) else "no text")
    return _MISSING


def nearest_paths(path: str, files: Iterable[str]) -> Sequence[str]:
    """Return the directories that are likeliest meant, and files where the name is like a file's.

    Those of the very name come first, then those with a name like it, the nearest to the top.
    """
    last = path.rpartition("/")[2]
    known = {each: None for file in files for each in _around(file, itself="." in last)}
    in_order = sorted(known, key=lambda each: each.count("/"))
    named = [each for each in in_order if each.rpartition("/")[2] == last]
    first_of = {each.rpartition("/")[2]: each for each in reversed(in_order)}
    alike = [first_of[name] for name in find_similar(last, first_of, _MOST_NEAR)]
    return list(dict.fromkeys([*named, *alike, *find_similar(path, known, 1)]))[:_MOST_NEAR]


def _around(file: str, *, itself: bool) -> Iterator[str]:
    """Yield the directories around a file, the outermost first, then perhaps itself."""
    yield from (file[:at] for at, character in enumerate(file) if character == "/")
    if itself:
        yield file
