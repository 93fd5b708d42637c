"""Narrow a search down: to a repository, a kind of file, a directory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np
import numpy.typing as npt
from pathspec import GitIgnoreSpec

from laconic.code.store.catalog import Catalog
from laconic.errors import ToolError

_MOST_OFFERED = 12
_GLOB = re.compile(r"[*?\[]")

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Filters:
    """What a search is narrowed down to; `repository` is the index's number of one."""

    repository: int | None = None
    file_type: str | None = None
    directory: str | None = None

    def mask(self, catalog: Catalog) -> Mask | None:
        """Which chunks are left, `None` for all of them.

        Raises:
            ToolError: no file is left; the error says what there is.
        """
        if self == Filters():
            return None
        files = np.ones(len(catalog.paths), np.bool_)
        if self.repository is not None:
            files &= catalog.repositories == self.repository
        if self.file_type is not None:
            files &= _of_type(catalog.paths, self.file_type)
        if self.directory is not None:
            files &= _inside(catalog.paths, self.directory)
        return files[catalog.files]


def _of_type(paths: Sequence[str], extension: str) -> Mask:
    if not re.fullmatch(r"[^./\\\s][^/\\\s]*", extension):
        raise ToolError(
            f"`file_type` {extension!r} is no extension.",
            f"Give it without the dot: {extension.strip('*. ') or 'py'!r}.",
        )
    ending = f".{extension.lower()}"
    found = np.fromiter((path.lower().endswith(ending) for path in paths), np.bool_, len(paths))
    if not found.any():
        raise ToolError(
            f"No indexed file ends in {ending!r}.",
            f"Extensions here: {_most_common(PurePosixPath(path).suffix[1:] for path in paths)}.",
        )
    return found


def _inside(paths: Sequence[str], directory: str) -> Mask:
    wanted = directory.replace("\\", "/").removeprefix("./").strip("/")
    if wanted in ("", "."):
        return np.ones(len(paths), np.bool_)
    matches = _matcher(wanted)
    found = np.fromiter((matches(path) for path in paths), np.bool_, len(paths))
    if not found.any():
        raise ToolError(
            f"No indexed file is in the directory {directory!r}.",
            f"Directories here: {_most_common(path.rpartition('/')[0] for path in paths)}.",
        )
    return found


def _matcher(wanted: str) -> Callable[[str], bool]:
    """Whether a path is below the directory, or below one that the glob describes."""
    if not _GLOB.search(wanted):
        return lambda path: path.startswith(f"{wanted}/")
    spec = GitIgnoreSpec.from_lines([f"/{wanted}"])
    return lambda path: bool(spec.match_file(path))


def _most_common(names: Iterable[str]) -> str:
    counted = Counter(name for name in names if name)
    shown = [name for name, _ in counted.most_common(_MOST_OFFERED)]
    more = len(counted) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "") if shown else "none"
