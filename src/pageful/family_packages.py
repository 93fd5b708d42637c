"""Whether any installed package has families, without reading the metadata of all."""

from __future__ import annotations

import os
import sys


def any_package_names(group: str, *, apart_from: str) -> bool:
    """Tell whether an installed package may have entry points of a group.

    `apart_from` is a package that is known to. Where packages are not plain directories, the answer
    is yes: `importlib.metadata` knows.
    """
    finders = (finder for finder in sys.meta_path if _is_foreign(finder))
    if any(hasattr(finder, "find_distributions") for finder in finders):
        return True
    mark = f"[{group}]".encode()
    return any(_is_named(path or ".", mark, apart_from) for path in dict.fromkeys(sys.path))


def _is_foreign(finder: object) -> bool:
    """Tell whether a finder of modules is not the interpreter's own."""
    return getattr(finder, "__module__", "") != "_frozen_importlib_external"


def _is_named(directory: str, mark: bytes, apart_from: str) -> bool:
    try:
        with os.scandir(directory) as entries:
            return any(_names(entry, mark, apart_from) for entry in entries)
    except NotADirectoryError:
        return True  # an archive
    except OSError:
        return False


def _names(entry: os.DirEntry[str], mark: bytes, apart_from: str) -> bool:
    stem, _, kind = entry.name.rpartition(".")
    if kind not in ("dist-info", "egg-info", "egg"):
        return False
    if kind == "egg":
        return True
    if stem.partition("-")[0] == apart_from:
        return False
    try:
        # No `Path`: there may be hundreds of packages, and `--help` waits.
        with open(f"{entry.path}/entry_points.txt", "rb") as points:  # noqa: PTH123
            return mark in points.read()
    except OSError:
        return False  # it has none
