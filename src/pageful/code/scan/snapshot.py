"""The state of a repository as a walk saw it: enough to tell later what has changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pageful.files.stamp import Stamp


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of a repository that may be indexed, and all that decided on which these are.

    Paths are relative to the repository, with forward slashes, in no order; the repository itself
    is `""`. `rules` are the ignore files and configuration files that were looked for, by
    absolute path, with `None` where there is none. `skipped` says why a path that a user might
    miss is left out; names that are no text stand there with their bytes escaped.
    """

    files: Mapping[str, Stamp]
    directories: Mapping[str, Stamp]
    rules: Mapping[str, Stamp | None]
    skipped: Mapping[str, str]
