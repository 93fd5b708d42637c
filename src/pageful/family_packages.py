"""The installed packages that have families: looked for in files, without every package's metadata."""

from __future__ import annotations

import os
import sys


def any_package_names(group: str, *, apart_from: str) -> bool:
    """Tell whether an installed package may have entry points of a group.

    `apart_from` is a package that is known to. Where packages are not plain directories, the answer
    is yes: `importlib.metadata` knows.
    """
    if any(
        hasattr(finder, "find_distributions") for finder in sys.meta_path if _is_foreign(finder)
    ):
        return True
    mark = f"[{group}]".encode()
    return any(_is_named(path or ".", mark, apart_from) for path in dict.fromkeys(sys.path))


def _is_foreign(finder: object) -> bool:
    """Tell whether a finder of modules is not the interpreter's own."""
    return getattr(finder, "__module__", "") != "_frozen_importlib_external"


def _is_named(directory: str, mark: bytes, apart_from: str) -> bool:
    try:
        names = os.listdir(directory)
    except NotADirectoryError:
        return True  # an archive
    except OSError:
        return False
    for name in names:
        stem, _, kind = name.rpartition(".")
        if kind == "egg":
            return True
        if kind not in ("dist-info", "egg-info") or stem.partition("-")[0] == apart_from:
            continue
        try:
            with open(os.path.join(directory, name, "entry_points.txt"), "rb") as points:
                if mark in points.read():
                    return True
        except OSError:
            continue  # it has none
    return False
