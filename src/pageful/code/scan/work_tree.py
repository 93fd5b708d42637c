"""The git work tree that a directory belongs to, and the places of its ignore rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from pageful.lazy.dataclasses import dataclass

_POINTER = "gitdir:"


@dataclass(frozen=True, slots=True)
class WorkTree:
    """A git work tree: its outermost directory, and the repository's common `.git` directory."""

    root: Path
    repository: Path

    @classmethod
    def around(cls, directory: Path) -> Self | None:
        """Find the work tree that a directory is in, if any."""
        candidates = (directory, *directory.parents)
        return next((tree for place in candidates if (tree := cls.at(place))), None)

    @classmethod
    def at(cls, root: Path) -> Self | None:
        """Return the work tree with this outermost directory; `None` if that is no work tree."""
        place = root / ".git"
        repository = _pointed_to(place) or place
        # A path's own method raises where the directory may not be looked into.
        if not os.path.isfile(repository / "HEAD"):  # noqa: PTH113
            return None
        common = _first_line(repository / "commondir")
        return cls(root, repository / common if common else repository)

    @property
    def exclude(self) -> Path:
        """The file of patterns that are not shared with others."""
        return self.repository / "info" / "exclude"


def _pointed_to(place: Path) -> Path | None:
    """Return the directory that a `.git` file of a submodule or a linked work tree names."""
    line = _first_line(place)
    return place.parent / line.removeprefix(_POINTER).strip() if line.startswith(_POINTER) else None


def _first_line(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", errors="surrogateescape") as lines:
            return lines.readline(4096).rstrip("\r\n")
    except (OSError, ValueError):
        return ""
