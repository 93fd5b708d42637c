"""Bring the index of a repository up to date: find what changed, read it, write it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pageful.code.index.batch import Task
from pageful.code.index.changed_files import pending
from pageful.code.index.embedding_index import Meaning
from pageful.code.index.lock import writing as locked
from pageful.code.index.projects import Project
from pageful.code.index.worker import WorkerFailed
from pageful.code.index.worker_pool import cores, drafts
from pageful.code.results import Indexing, Status
from pageful.code.scan.freshness import Changes, changes
from pageful.code.scan.quoting import quoted
from pageful.code.scan.snapshot import Snapshot
from pageful.code.scan.source_file import FILE_NOT_READABLE, NOT_DECODABLE
from pageful.code.scan.walker import NAME_NOT_TEXT, NOT_READABLE
from pageful.code.store import contents, writing
from pageful.code.store.draft import Draft
from pageful.code.store.snapshots import Snapshots
from pageful.code.store.writing import Repository
from pageful.page.calls import Call
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

_ERRORS = frozenset({NAME_NOT_TEXT, NOT_READABLE, FILE_NOT_READABLE, NOT_DECODABLE})
"""Reasons to leave a file out that its owner would want to mend."""

_ONE_BATCH = 2 << 20
_LARGEST_BATCH = 8 << 20
_MOST_FILES = 2000
_BATCHES_A_CORE = 6
_QUICK_FILES = 200
_QUICK_BYTES = 4 << 20


@dataclass(frozen=True, slots=True)
class Freshness:
    """How far an index is behind its files."""

    pending: int = 0
    notes: tuple[str, ...] = ()


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
        found = self._changes(repository, caller, anew=force)
        run = self._carried_out(repository, found, caller, force=force)
        return self._result(repository, run, time.perf_counter() - started)

    def refreshed(self, own: Sequence[Path], caller: Caller) -> Freshness:
        """Bring the index up to date where that is quick; else say how far it is behind."""
        behind = [self._refreshed(root, root in own, caller) for root in self.project.roots]
        behind.append(self._embedded(caller))
        return Freshness(
            sum(each.pending for each in behind), tuple(n for each in behind for n in each.notes)
        )

    @property
    def meaning(self) -> Meaning:
        """The index's vectors."""
        return Meaning(self.connection, self.embedding)

    def _embedded(self, caller: Caller) -> Freshness:
        """Embed what has no vectors, where that is quick; else say so."""
        _, fault = self.meaning.embedder()
        if fault:
            return Freshness(notes=(f"This is searched by words alone. {fault}",))
        missing = self.meaning.missing()
        if not missing:
            return Freshness()
        fault = "That takes a while: call index_repository."
        if self.meaning.is_quick(missing):
            with locked(self.project, caller, wait=False) as mine:
                if mine:
                    self.meaning.prepared()
                    fault = self.meaning.filled(caller)
        note = f"{missing:,} chunks are searched by words alone, as they have no vectors. {fault}"
        return Freshness(notes=(note,) if fault else ())

    def _refreshed(self, root: Path, is_own: bool, caller: Caller) -> Freshness:
        repository = writing.registered(self.connection, root)
        try:
            found = self._changes(repository, caller)
        except ToolError as error:
            state = str(error) if root.is_dir() else f"The repository {root} is gone"
            note = f"{state.splitlines()[0].rstrip('.')}: this is what was indexed of it before."
            return Freshness(notes=(note,))
        known = contents.counts(self.connection, repository)
        if known.complete and not found:
            self._remember(repository, found, caller)
            return Freshness()
        first = not known.complete and (is_own or not known.files)
        if first or self._is_quick(repository, found):
            return self._caught_up(repository, caller, wait=first and not known.files)
        return self._behind(repository, found)

    def _caught_up(self, repository: Repository, caller: Caller, *, wait: bool) -> Freshness:
        with locked(self.project, caller, wait=wait) as mine:
            # Whoever had the lock before may have done the work.
            found = self._changes(repository, caller)
            if mine:
                self._carried_out(repository, found, caller)
                return Freshness()
        note = "Another process is writing this index just now."
        return Freshness(len(pending(self.connection, repository, found)), (note,))

    def _remember(self, repository: Repository, found: Changes, caller: Caller) -> None:
        """Keep stamps that can be trusted by now, so that the next search need not look closer."""
        if found.supersedes:
            with locked(self.project, caller, wait=False) as mine:
                if mine:
                    writing.complete(self.connection, repository, found.snapshot)

    def _is_quick(self, repository: Repository, found: Changes) -> bool:
        if _is_small(found.snapshot, (*found.added, *found.changed)):
            return True
        files = pending(self.connection, repository, found)
        return _is_small(found.snapshot, [path for path in files if path in found.snapshot.files])

    def _behind(self, repository: Repository, found: Changes) -> Freshness:
        arguments = {"repo_path": str(repository.root), "project_id": self.project.id}
        note = f"To bring the index up to date, call {Call('index_repository', arguments)}."
        return Freshness(len(pending(self.connection, repository, found)), (note,))

    def _carried_out(
        self, repository: Repository, found: Changes, caller: Caller, *, force: bool = False
    ) -> _Run:
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

    def _changes(self, repository: Repository, caller: Caller, *, anew: bool = False) -> Changes:
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
        errors = tuple(f"{p}: {e.reason}" for e in left_out if e.reason in _ERRORS for p in e.files)
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


def _is_small(seen: Snapshot, paths: Sequence[str]) -> bool:
    size = sum(seen.files[path].size for path in paths)
    return len(paths) <= _QUICK_FILES and size <= _QUICK_BYTES


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
