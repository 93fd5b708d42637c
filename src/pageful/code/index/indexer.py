"""Bring the index of a repository up to date: find what changed, read it, write it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pageful.code.index.batch import Task
from pageful.code.index.embedding_index import Meaning
from pageful.code.index.projects import Project
from pageful.code.index.worker import WorkerFailed
from pageful.code.index.worker_pool import cores, drafts
from pageful.code.results import Indexing, Status
from pageful.code.scan.freshness import Changes, changes
from pageful.code.scan.quoting import quoted
from pageful.code.scan.source_file import FILE_NOT_READABLE, NOT_DECODABLE
from pageful.code.scan.walker import NAME_NOT_TEXT, NOT_READABLE
from pageful.code.store import contents, writing
from pageful.code.store.draft import Draft
from pageful.code.store.snapshots import Snapshots
from pageful.code.store.writing import Repository
from pageful.text.single_line import name
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

_ERRORS = frozenset({NAME_NOT_TEXT, NOT_READABLE, FILE_NOT_READABLE, NOT_DECODABLE})
"""Reasons to leave a file out that its owner would want to mend."""

_ONE_BATCH = 2 << 20
_LARGEST_BATCH = 8 << 20
_MOST_FILES = 2000
_BATCHES_A_CORE = 6


@dataclass
class _Run:
    """What a run has done so far."""

    total: int
    started: float = field(default_factory=time.perf_counter)
    read: int = 0
    files: int = 0
    chunks: int = 0
    removed: int = 0
    fault: str | None = None

    def rate(self) -> float:
        return self.read / max(time.perf_counter() - self.started, 1e-3)


def checked_root(path: Path) -> Path:
    """The directory of a repository, as an absolute path without links.

    Raises:
        ToolError: the path is relative or no text, there is no such directory, or it may not be
            read.
    """
    shown = quoted(path)
    try:
        given = path.expanduser()
        if not given.is_absolute():
            raise ToolError(f"The path {shown} is relative.", "Give it in full, from the root.")
        root = given.resolve(strict=True)
        if not root.is_dir():
            raise ToolError(f"{shown} is a file.", "Give the repository's directory.")
        with os.scandir(root) as entries:
            next(entries, None)
        str(root).encode()
    except (FileNotFoundError, NotADirectoryError):
        raise ToolError(f"There is no directory {shown}.", "Check the path.") from None
    except OSError as error:
        problem = f"{shown} can't be read: {error.strerror}."
        raise ToolError(problem, "Check the path and its permissions.") from None
    except UnicodeEncodeError:
        raise ToolError(f"The path {shown} is not UTF-8.", "Rename the directory.") from None
    except (ValueError, RuntimeError) as error:  # NULs; no such user, links in a circle
        reason = str(error).rstrip(".")
        raise ToolError(f"{shown} is no path to index: {reason}.", "Give another path.") from None
    return root


@dataclass(frozen=True)
class Indexer:
    """Keeps one project's index; `embedding` is how its embedder is chosen."""

    project: Project
    connection: sqlite3.Connection
    embedding: str
    snapshots: Snapshots = field(default_factory=Snapshots)

    def all_of(self, root: Path, caller: Caller, *, force: bool = False) -> Indexing:
        """Index what changed of a repository, or all of it. The caller holds the lock."""
        started = time.perf_counter()
        repository = writing.registered(self.connection, root)
        caller.progress(f"Looking for changes in {root.name}")
        found = self.changes(repository, caller, anew=force)
        run = self.carry_out(repository, found, caller, force=force)
        return self._result(repository, run, time.perf_counter() - started)

    def some_of(
        self, repository: Repository, paths: Collection[str], embedding: str, caller: Caller
    ) -> None:
        """Index some files as they are now, dropping those that are gone. The caller has the lock.

        `embedding` is how their chunks are embedded, as in `embedder_named`.
        """
        there = {path for path in paths if os.path.lexists(repository.root / path)}
        if lost := set(paths) - there:
            writing.remove(self.connection, repository, lost)
        known = contents.hashes(self.connection, repository)
        hashes = {path: known[path] for path in there if path in known}
        if there:
            task = Task(repository.root, tuple(sorted(there)), hashes, embedding)
            for draft in _drafted([task], caller):
                writing.add(self.connection, repository, draft)

    @property
    def meaning(self) -> Meaning:
        """The index's vectors."""
        return Meaning(self.connection, self.embedding)

    def carry_out(
        self, repository: Repository, found: Changes, caller: Caller, *, force: bool = False
    ) -> _Run:
        """Index all that changed of a repository. The caller holds the lock."""
        embedding, _ = self.meaning.prepared()
        files = found.snapshot.files if force else (*found.added, *found.changed)
        run = _Run(total=len(files))
        if found.removed:
            writing.remove(self.connection, repository, found.removed)
            run.removed = len(found.removed)
        sizes = {path: found.snapshot.files[path].size for path in sorted(files)}
        tasks = self._tasks(repository, sizes, embedding, force=force)
        for draft in _drafted(tasks, caller):
            writing.add(self.connection, repository, draft)
            run.read += len(draft.files)
            run.files += sum(not file.same and not file.skipped for file in draft.files)
            run.chunks += draft.chunks
            rate = f"Indexing {repository.root.name}: {run.rate():,.0f} files/s"
            caller.progress(rate, run.read, run.total)
        writing.complete(self.connection, repository, found.snapshot)
        writing.merge(self.connection)
        run.fault = self.meaning.filled(caller)
        return run

    def changes(self, repository: Repository, caller: Caller, *, anew: bool = False) -> Changes:
        """What has changed; `anew` walks the whole repository as if it was never seen."""
        known = self.snapshots.known(self.connection, repository)
        known = replace(known, directories={}) if anew else known
        return changes(repository.root, known, caller)

    def _tasks(
        self, repository: Repository, sizes: Mapping[str, int], embedding: str, *, force: bool
    ) -> list[Task]:
        known = {} if force else contents.hashes(self.connection, repository)
        return [
            Task(
                repository.root,
                tuple(batch),
                {path: known[path] for path in batch if path in known},
                embedding,
            )
            for batch in _batches(sizes)
        ]

    def _result(self, repository: Repository, run: _Run, seconds: float) -> Indexing:
        counts = contents.counts(self.connection, repository)
        left_out = contents.left_out(self.connection, repository)
        errors = tuple(
            f"{name(path)}: {each.reason}"
            for each in left_out
            if each.reason in _ERRORS
            for path in each.files
        )
        if run.fault:
            errors = (*errors, f"Not all chunks have vectors: {run.fault}")
        return Indexing(
            repository_id=str(repository.uuid),
            repository=str(repository.root),
            files_indexed=run.files,
            chunks_created=run.chunks,
            files_removed=run.removed,
            files_total=counts.files,
            chunks_total=counts.chunks,
            duration_seconds=seconds,
            project_id=self.project.id,
            database_name=self.project.database_name,
            status=Status.PARTIAL if errors else Status.SUCCESS,
            errors=errors,
            skipped=tuple(each for each in left_out if each.reason not in _ERRORS),
        )


def _drafted(tasks: Sequence[Task], caller: Caller) -> Iterator[Draft]:
    try:
        yield from drafts(tasks, caller)
    except WorkerFailed as failure:
        last = str(failure).strip().rpartition("\n")[2]
        raise ToolError(
            f"A process that reads files for the index ended before its time: {last}",
            "What was indexed is kept. Call index_repository again; if memory is short, with less "
            "else running.",
        ) from failure


def _batches(sizes: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Files in batches of about one size: several for each core, and none too large to be lost."""
    total = sum(sizes.values())
    if total <= _ONE_BATCH and len(sizes) <= _MOST_FILES:
        if sizes:
            yield tuple(sizes)
        return
    # Many empty files are no reason for a batch each.
    aim = max(1, min(total // (cores() * _BATCHES_A_CORE), _LARGEST_BATCH))
    batch: list[str] = []
    size = 0
    for path in sizes:
        batch.append(path)
        size += sizes[path]
        if size >= aim or len(batch) == _MOST_FILES:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)
