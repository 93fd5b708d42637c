"""Bring the index of a repository up to date: find what changed, read it, write it."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.code.index.embedding_index import EmbeddingIndex
from pageful.code.index.projects import Project
from pageful.code.index.skipped import group_by_reason
from pageful.code.results.indexing import Indexing, Status
from pageful.code.scan.freshness import Changes, changes
from pageful.code.scan.source_file import FILE_NOT_READABLE, NOT_DECODABLE
from pageful.code.scan.walker import NAME_NOT_TEXT, NOT_READABLE
from pageful.code.scan.watched_changes import WatchedChanges
from pageful.code.store.index_batch import IndexBatch
from pageful.code.store.protocol import Index
from pageful.code.store.repository import Repository
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.text.single_line import name
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.code.index.batch import BatchRequest

_ERRORS = frozenset({NAME_NOT_TEXT, NOT_READABLE, FILE_NOT_READABLE, NOT_DECODABLE})
"""Reasons to leave a file out that its owner would want to mend."""

# The first two are bytes. So little is read sooner than workers are started; a larger batch would
# cost memory, and its loss when a run is cancelled. Several batches a core even out their ends.
_ONE_BATCH = 2 << 20
_LARGEST_BATCH = 8 << 20
_MOST_FILES = 2000
_BATCHES_A_CORE = 6


@dataclass
class _Run:
    """The progress of one run of the indexer."""

    total: int
    started: float = field(default_factory=time.perf_counter)
    read: int = 0
    files: int = 0
    chunks: int = 0
    removed: int = 0
    fault: str | None = None

    def rate(self) -> float:
        return self.read / max(time.perf_counter() - self.started, 1e-3)


@dataclass(frozen=True)
class Indexer:
    """Updates the index of one project; `embedding` is the choice of its embedder.

    With `watched` the system is asked for changes, where it can tell.
    """

    project: Project
    index: Index
    embedding: str
    watched: WatchedChanges | None = None

    def index_repository(self, root: Path, caller: Caller, *, force: bool = False) -> Indexing:
        """Index the changes of a repository, all files with `force`. The caller holds the lock."""
        started = time.perf_counter()
        repository = self.index.register(root)
        caller.progress(f"Looking for changes in {root.name}")
        found = self.changes(repository, caller, anew=force)
        run = self.apply_changes(repository, found, caller, force=force)
        return self._result(repository, run, time.perf_counter() - started)

    def index_files(
        self, repository: Repository, paths: Collection[str], embedding: str, caller: Caller
    ) -> None:
        """Index the given files, and drop those that no longer exist. The caller holds the lock.

        `embedding` is the choice of the embedder, as in `choose_embedder`.
        """
        there = {path for path in paths if os.path.lexists(repository.root / path)}
        if lost := set(paths) - there:
            self.index.remove_files(repository, lost)
        known = self.index.hashes(repository)
        hashes = {path: known[path] for path in there if path in known}
        if there:
            from pageful.code.index.batch import BatchRequest

            request = BatchRequest(repository.root, tuple(sorted(there)), hashes, embedding)
            for batch in _build_batches([request], caller):
                self.index.add_batch(repository, batch)

    @property
    def embeddings(self) -> EmbeddingIndex:
        """The vectors of the index."""
        return EmbeddingIndex(self.index, self.embedding)

    def apply_changes(
        self, repository: Repository, found: Changes, caller: Caller, *, force: bool = False
    ) -> _Run:
        """Write the changes of a repository to the index. The caller holds the lock."""
        embedding, _ = self.embeddings.prepare()
        files = found.snapshot.files if force else (*found.added, *found.changed)
        run = _Run(total=len(files))
        if found.removed:
            self.index.remove_files(repository, found.removed)
            run.removed = len(found.removed)
        sizes = {path: found.snapshot.files[path].size for path in sorted(files)}
        requests = self._requests(repository, sizes, embedding, force=force)
        for batch in _build_batches(requests, caller):
            self.index.add_batch(repository, batch)
            run.read += len(batch.files)
            run.files += sum(not file.same and not file.skipped for file in batch.files)
            run.chunks += batch.chunks
            rate = f"Indexing {repository.root.name}: {run.rate():,.0f} files/s"
            caller.progress(rate, run.read, run.total)
        self.index.mark_complete(repository, found.snapshot)
        self.index.merge_segments()
        run.fault = self.embeddings.embed_missing(caller)
        return run

    def changes(self, repository: Repository, caller: Caller, *, anew: bool = False) -> Changes:
        """Compare the repository with its index; with `anew` it is walked from scratch."""
        known = self.index.snapshot(repository)
        if self.watched and not anew:
            return self.watched.find(repository.root, known, caller)
        known = replace(known, directories={}) if anew else known
        return changes(repository.root, known, caller)

    def _requests(
        self, repository: Repository, sizes: Mapping[str, int], embedding: str, *, force: bool
    ) -> list[BatchRequest]:
        from pageful.code.index.batch import BatchRequest

        known = {} if force else self.index.hashes(repository)
        return [
            BatchRequest(
                repository.root,
                tuple(batch),
                {path: known[path] for path in batch if path in known},
                embedding,
            )
            for batch in _group_by_size(sizes)
        ]

    def _result(self, repository: Repository, run: _Run, seconds: float) -> Indexing:
        counts = self.index.counts(repository)
        left_out = group_by_reason(self.index.skipped_files(repository))
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


def _build_batches(requests: Sequence[BatchRequest], caller: Caller) -> Iterator[IndexBatch]:
    # What reads files takes long to load, and where none has changed none is read.
    from pageful.code.index.worker import WorkerFailed
    from pageful.code.index.worker_pool import process_batches

    try:
        yield from process_batches(requests, caller)
    except WorkerFailed as failure:
        last = str(failure).strip().rpartition("\n")[2]
        raise ToolError(
            f"A process that reads files for the index ended before its time: {last}",
            "What was indexed is kept. Call index_repository again; if memory is short, with less "
            "else running.",
        ) from failure


def _group_by_size(sizes: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Group files into batches of similar size: several a core, up to `_LARGEST_BATCH`."""
    total = sum(sizes.values())
    if total <= _ONE_BATCH and len(sizes) <= _MOST_FILES:
        if sizes:
            yield tuple(sizes)
        return
    from pageful.code.index.worker_pool import cores

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
