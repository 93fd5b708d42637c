"""The result of indexing, and the state of an index."""

from __future__ import annotations

from enum import Enum

from pageful.lazy.dataclasses import dataclass


class Status(Enum):
    """The outcome of an indexing run: all files, or all but those that `errors` name."""

    SUCCESS = "success"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True)
class SkippedFiles:
    """Files left out for one reason, with their paths relative to the repository."""

    reason: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Indexing:
    """The result of an indexing run, and the size of the repository's index after it.

    `files_indexed` and `chunks_created` count what this run read anew, `files_removed` what it
    dropped; `files_total` and `chunks_total` are the repository's. `errors` name files that could
    not be read, `skipped` those left out by rule. `notes` are for the reader.
    """

    repository_id: str
    repository: str
    files_indexed: int
    chunks_created: int
    files_removed: int
    files_total: int
    chunks_total: int
    duration_seconds: float
    project_id: str
    database_name: str
    status: Status
    errors: tuple[str, ...] = ()
    skipped: tuple[SkippedFiles, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Language:
    """Counts of a repository's files and chunks in one language; `other` is the unknown ones'."""

    name: str
    files: int
    chunks: int


@dataclass(frozen=True, slots=True)
class RepositoryStatus:
    """The state of one repository's index.

    `age_seconds` is the time since it was last brought up to date, `None` where it never was.
    `pending_files` have changed since; `None` where the repository can't be read any more, which
    `notes` then say.
    """

    repository_id: str
    repository: str
    files: int
    chunks: int
    languages: tuple[Language, ...]
    age_seconds: float | None
    pending_files: int | None
    skipped: tuple[SkippedFiles, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The state of a project's index. `size_bytes` is its size on disk."""

    project_id: str
    database_name: str
    files: int
    chunks: int
    size_bytes: int
    embedder: str
    indexing: bool
    repositories: tuple[RepositoryStatus, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectSummary:
    """A project among several: its repositories, its files, and when it was last indexed.

    `files` and `age_seconds` are `None` where its index can't be read, or has not been made.
    """

    project_id: str
    repositories: tuple[str, ...]
    files: int | None = None
    age_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class ProjectList:
    """All projects, where a call about one of them does not say which."""

    projects: tuple[ProjectSummary, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexMove:
    """The copy of a project's index in another store; `source` and `target` name the places."""

    project_id: str
    database_name: str
    source: str
    target: str
    files: int
    chunks: int
    embedder: str
    size_bytes: int
    duration_seconds: float
