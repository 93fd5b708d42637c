"""The repositories of an index, with counts of what is indexed."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of an index: its number there, its identity and its directory."""

    number: int
    uuid: UUID
    root: Path


@dataclass(frozen=True, slots=True)
class Counts:
    """The indexed files and chunks of a repository.

    `complete` says whether these are all, `indexed` when they were complete (Unix seconds).
    """

    files: int
    chunks: int
    complete: bool
    indexed: float | None
