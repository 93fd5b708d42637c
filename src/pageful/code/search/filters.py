"""Narrow a search down: to a repository, a kind of file, a directory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath, PurePosixPath

import numpy as np
import numpy.typing as npt

from pageful.code.find.path_scope import PathScope
from pageful.code.scan.ignore_rules import path_matcher
from pageful.code.scan.quoting import quote
from pageful.code.store.catalog import Catalog
from pageful.lazy.dataclasses import dataclass
from pageful.text.units import list_names
from pageful.tool.errors import ToolError

_MOST_OFFERED = 12
# > services/*/src
_GLOB = re.compile(r"[*?\[]")
# > d.ts
_EXTENSION = re.compile(r"[^.*?/\\\s][^*?/\\\s]*")

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a search; `repository` is the number of one in the index.

    `file_types` are extensions, `directory` is a directory, a file or a glob, and `within` has
    several of these, and with `!` before them those that are left out.
    """

    repository: int | None = None
    file_types: tuple[str, ...] = ()
    directory: str | None = None
    within: tuple[str, ...] = ()

    def mask(self, catalog: Catalog, roots: Mapping[int, str]) -> Mask | None:
        """Compute the mask of the chunks that pass, bool by chunk; `None` if all of them do.

        `roots` are the repositories by their numbers.

        Raises:
            ToolError: no file passes; the error lists extensions or directories that exist.
        """
        if self == Filters():
            return None
        files = np.ones(len(catalog.paths), np.bool_)
        if self.repository is not None:
            files &= catalog.repositories == self.repository
        if self.file_types:
            files &= _type_mask(catalog.paths, self.file_types)
        if self.directory is not None:
            files &= _directory_mask(catalog.paths, self.directory)
        if self.within:
            owned = list(zip(catalog.repositories.tolist(), catalog.paths, strict=True))
            files &= np.array(PathScope(self.within).mask(owned, roots, "indexed file"), np.bool_)
            if not files.any() and owned:
                raise ToolError("The filters leave no indexed file.", "Leave one of them out.")
        return files[catalog.files]

    def directories(self, catalog: Catalog, roots: Mapping[int, str]) -> tuple[str, ...]:
        """Name the directories that `within` means, as far as none at a repository's top is."""
        owned = zip(catalog.repositories.tolist(), catalog.paths, strict=True)
        return PathScope(self.within).directories(list(owned), roots) if self.within else ()


def _type_mask(paths: Sequence[str], extensions: Sequence[str]) -> Mask:
    endings = tuple(f".{_extension(each).lower()}" for each in extensions)
    found = np.fromiter((path.lower().endswith(endings) for path in paths), np.bool_, len(paths))
    if not found.any():
        raise ToolError(
            f"No indexed file ends in {quote(' or '.join(endings))}.",
            f"Extensions here: {_most_common(PurePosixPath(path).suffix[1:] for path in paths)}.",
        )
    return found


def _extension(text: str) -> str:
    wanted = text.removeprefix(".")
    if _EXTENSION.fullmatch(wanted):
        return wanted
    inner = _EXTENSION.fullmatch(text.strip("*. "))
    raise ToolError(
        f"`file_type` {quote(text)} is no extension.",
        f"Give it without the dot: {quote(inner[0] if inner else 'py')}.",
    )


def _directory_mask(paths: Sequence[str], directory: str) -> Mask:
    wanted = PurePath(directory.replace("\\", "/")).as_posix().strip("/")
    if wanted in ("", "."):
        return np.ones(len(paths), np.bool_)
    found = _subtree_mask(paths, wanted)
    if not found.any():
        raise ToolError(
            f"No indexed file is in the directory {quote(directory)}.",
            f"Directories here: {_most_common(path.rpartition('/')[0] for path in paths)}.",
        )
    return found


def _subtree_mask(paths: Sequence[str], wanted: str) -> Mask:
    """Return the mask of paths below directory `wanted`, or of the file of that path.

    It is a glob if there is no such directory and no such file.
    """
    start = f"{wanted}/"
    below = (path.startswith(start) or path == wanted for path in paths)
    found = np.fromiter(below, np.bool_, len(paths))
    # A directory may be called `[id]`: a glob is only what is no directory's name.
    if found.any() or not _GLOB.search(wanted):
        return found
    return np.fromiter(map(path_matcher(wanted), paths), np.bool_, len(paths))


def _most_common(names: Iterable[str]) -> str:
    counted = Counter(name for name in names if name)
    return list_names([name for name, _ in counted.most_common()], _MOST_OFFERED) or "none"
