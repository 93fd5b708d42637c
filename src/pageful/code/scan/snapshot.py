"""The state of a repository as a walk saw it, by which later changes are found."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.files.stamp import Stamp
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of a repository that may be indexed, and the ignore files that decided on them.

    Paths are relative to the repository, with forward slashes, in no order; the repository itself
    is `""`. `rules` are the ignore files and configuration files that were looked for, by
    absolute path, with `None` where there is none. `skipped` says why a path that a user might
    miss is left out; names that are no text have their bytes escaped in it.
    """

    files: Mapping[str, Stamp]
    directories: Mapping[str, Stamp]
    rules: Mapping[str, Stamp | None]
    skipped: Mapping[str, str]
