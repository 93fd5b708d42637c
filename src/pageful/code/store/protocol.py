"""The protocols of a store of indexes: all that indexing and searching need of it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pageful.code.results.indexing import Language
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.index_batch import IndexBatch
from pageful.code.store.project_card import ProjectCard
from pageful.code.store.reader import IndexReader
from pageful.code.store.repository import Counts, Repository
from pageful.tool.context import Caller


class Index(Protocol):
    """An open index. Each change of it is whole or not at all; its writer holds the write lock.

    Any call may raise `DamagedIndexError`, or a `ToolError` if the index can't be read or written.
    """

    def register(self, root: Path) -> Repository:
        """Return the repository in a directory, adding it to the index if it is new."""

    def repositories(self) -> Sequence[Repository]:
        """List the repositories, in the order in which they were registered."""

    def counts(self, repository: Repository) -> Counts:
        """Count the indexed files and chunks of a repository."""

    def other_machine(self, repository: Repository) -> str | None:
        """Return the machine that has indexed a repository, if that is another one than this."""

    def languages(self, repository: Repository) -> tuple[Language, ...]:
        """Count the files and chunks of each language, the most frequent first."""

    def skipped_files(self, repository: Repository) -> Iterable[tuple[str, str]]:
        """Read path and reason of each file that was not indexed, by path."""

    def hashes(self, repository: Repository) -> Mapping[str, bytes]:
        """Read the hash of each file by path; empty for a file that was skipped unread."""

    def snapshot(self, repository: Repository) -> Snapshot:
        """Read the snapshot of a repository; without directories if it was never indexed whole."""

    def is_empty(self) -> bool:
        """Return whether the index has no chunk at all."""

    def add_batch(self, repository: Repository, batch: IndexBatch) -> None:
        """Write a batch, replacing what the index had of its files."""

    def remove_files(self, repository: Repository, paths: Iterable[str]) -> None:
        """Remove files from the index."""

    def mark_complete(
        self, repository: Repository, seen: Snapshot, indexed: float | None = None
    ) -> None:
        """Record that the index has all of the snapshot `seen` of a repository.

        `indexed` is when that was (Unix seconds), else now.
        """

    def merge_segments(self) -> None:
        """Tidy up after changes; what the index holds stays the same."""

    def embedder(self) -> str | None:
        """Read the name of the embedder whose vectors the index has."""

    def change_embedder(self, name: str) -> None:
        """Set the embedder of the index; vectors of another one are dropped."""

    def count_chunks(self) -> int:
        """Count all chunks, including those of dropped files."""

    def count_unembedded(self) -> Mapping[int, int]:
        """Count the chunks of each segment without vectors, by the segment's number."""

    def passages(self, segment: int) -> Iterator[str]:
        """Yield the passage to embed of each chunk of a segment, empty if its file is dropped."""

    def set_vectors(self, segment: int, vectors: npt.NDArray[np.float16]) -> None:
        """Write the vectors of a segment, one row a chunk."""

    def batches(self, repository: Repository) -> Generator[IndexBatch]:
        """Yield all files of a repository, with their chunks as batches that can be written.

        The index is read in one transaction, which ends when the generator does, or is closed.
        """

    def reading(self) -> AbstractContextManager[IndexReader]:
        """Read the index as it is now, whatever is written meanwhile."""


class Store(Protocol):
    """A store of indexes, each under its project's database name; thread-safe."""

    def open(self, name: str) -> AbstractContextManager[Index]:
        """Open an index, creating it if it does not exist.

        After an unexpected error in the block it is checked, as damage may be the cause.

        Raises:
            DamagedIndexError: it can't be read, is of another format, or damage failed the block.
            ToolError: the disk is full, or the index can't be opened.
        """

    def exists(self, name: str) -> bool:
        """Return whether there is an index of this name."""

    def location(self, name: str) -> str:
        """Name the place of an index for a message."""

    def roots(self, name: str) -> Sequence[Path]:
        """Read the directories of an index's repositories; none if there is no readable index."""

    def size(self, name: str) -> int:
        """Measure the bytes that an index takes."""

    def cards(self) -> Sequence[ProjectCard]:
        """List what is known of each project, in any order."""

    def card(self, name: str) -> ProjectCard | None:
        """Return what is known of a project; `None` if it is not in the store."""

    def add_root(self, name: str, project_id: str, root: Path) -> None:
        """Record that a project has a repository, permanently.

        Raises:
            ToolError: that can't be written.
        """

    def delete(self, name: str) -> None:
        """Delete an index, in whatever state it is, and change its `incarnation`."""

    def incarnation(self, name: str) -> str:
        """Tell apart the indexes of this name before and after each deletion."""

    def write_lock(
        self, name: str, caller: Caller, *, wait: bool = True
    ) -> AbstractContextManager[bool]:
        """Hold the write lock of an index, and yield whether it was acquired.

        It is not acquired if another writer holds it, in whatever process, and `wait` is false.

        Raises:
            Cancelled: the caller gave up waiting.
            ToolError: the index can't be written.
        """

    def is_being_written(self, name: str) -> bool:
        """Return whether a writer holds the write lock at this moment."""
