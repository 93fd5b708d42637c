"""Update an index before a search as far as that is quick, and report what is left."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from pageful.code.index.background import Background, Work
from pageful.code.index.changed_files import changed_paths
from pageful.code.index.indexer import Indexer
from pageful.code.index.machines import note_of_other_machine
from pageful.code.results.search import Coverage
from pageful.code.scan.freshness import Changes
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.protocol import Index
from pageful.code.store.repository import Repository
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.page.calls import Call, tool_name, verb
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

PATIENCE = 20.0
"""Seconds that a call waits for indexing that goes on without it.

Most clients give up after 60, and a busy machine may need some for the search itself; in 20 a
repository of about 5,000 files is indexed whole on two cores, and its first answer is complete.
"""
# What is indexed within a search: at the rate given above, a second or less.
_QUICK_FILES = 200
_QUICK_BYTES = 4 << 20
_CHUNKS_A_FILE = 10  # of source files, in the mean


@dataclass(frozen=True, slots=True)
class StaleFiles:
    """Files of a repository whose indexed content is not that on the disk.

    `changed` have another content, `deleted` are not there any more. `unreadable` means that
    the repository could not be read: any file may be changed or deleted.
    """

    repository: Repository
    changed: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()
    unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Freshness:
    """The difference between an index and its files.

    `pending` counts files that have changed, `coverage` those indexed of repositories whose first
    indexing is not complete.
    """

    pending: int = 0
    notes: tuple[str, ...] = ()
    stale: tuple[StaleFiles, ...] = ()
    coverage: Coverage | None = None

    @classmethod
    def of(cls, parts: Sequence[Freshness]) -> Freshness:
        """Add up the freshness of several repositories."""
        partly = [each.coverage for each in parts if each.coverage]
        return cls(
            sum(each.pending for each in parts),
            tuple(note for each in parts for note in each.notes),
            tuple(repository for each in parts for repository in each.stale),
            Coverage(sum(each.files for each in partly), sum(each.total for each in partly))
            if partly
            else None,
        )


@dataclass(frozen=True)
class BackgroundIndexing:
    """Indexing that continues without the caller: `work` updates the whole index of a project."""

    background: Background
    work: Work


@dataclass
class Refresher:
    """An updater of one project's index for one search.

    Without `background_indexing`, as in a shell, a first indexing is waited for, however long it
    takes, and nothing continues once the search has returned.
    """

    indexer: Indexer
    own: Sequence[Path]
    caller: Caller
    background_indexing: BackgroundIndexing | None = None
    _until: float = field(default_factory=lambda: time.monotonic() + PATIENCE)

    def refresh(self) -> Freshness:
        """Update the index where that is quick; else, or if it can't be written, report it stale.

        Raises:
            ToolError: indexing failed, and the index holds nothing to answer from.
            Cancelled: the caller gave up.
        """
        try:
            parts = [self._refresh_repository(root) for root in self.indexer.project.roots]
            return Freshness.of([*parts, self._refresh_embeddings()])
        except ToolError as error:
            if self.index.is_empty():
                raise
            return self._report_unwritable(f"The index could not be brought up to date. {error}")

    def index_first(
        self, wanted: Mapping[int, Collection[str]], stale: Sequence[StaleFiles]
    ) -> bool:
        """Index files, given by the number of their repository, before all others.

        Return whether that was possible: not if the index can't be written, or another writes it.
        """
        try:
            with self._lock() as mine:
                for each in stale if mine else ():
                    paths = wanted.get(each.repository.number, ())
                    how = self._choose_embedding(len(paths))
                    self.indexer.index_files(each.repository, paths, how, self.caller)
                return mine
        except ToolError:
            return False

    def _report_unwritable(self, note: str) -> Freshness:
        """Report what is stale in an index that can't be written, with a note that says why."""
        parts = []
        for root in self.indexer.project.roots:
            repository = self.index.register(root)
            if self.index.other_machine(repository):
                continue
            try:
                found = self.indexer.changes(repository, self.caller)
            except ToolError:
                parts.append(Freshness(stale=(StaleFiles(repository, unreadable=True),)))
            else:
                parts.append(self._compare(repository, found, found.removed))
        return replace(Freshness.of(parts), notes=(note,))

    def continue_in_background(self) -> None:
        """Have the rest indexed in the background, where that is possible."""
        if self.background_indexing:
            self.background_indexing.background.begin(self._key, self.background_indexing.work)

    @property
    def index(self) -> Index:
        """The index that is updated."""
        return self.indexer.index

    @property
    def _key(self) -> Path:
        return self.indexer.project.directory

    def _lock(self, *, wait: bool = False) -> AbstractContextManager[bool]:
        return self.indexer.project.write_lock(self.caller, wait=wait)

    @property
    def _is_indexing(self) -> bool:
        """Return whether a background job of this process is indexing the project."""
        return (
            self.background_indexing is not None
            and self.background_indexing.background.is_running(self._key)
        )

    def _choose_embedding(self, files: int) -> str:
        """Choose the embedder for the chunks of that many files, `none` if it would be slow."""
        quick = self.indexer.embeddings.is_quick(files * _CHUNKS_A_FILE)
        return self.indexer.embeddings.prepare()[0] if quick else "none"

    def _refresh_repository(self, root: Path, *, waited: bool = False) -> Freshness:
        indexer = self.indexer
        repository = self.index.register(root)
        if self.index.other_machine(repository):
            return Freshness(notes=(note_of_other_machine(self.index, repository),))
        try:
            found = indexer.changes(repository, self.caller)
        except ToolError as error:
            state = str(error) if root.is_dir() else f"The repository {root} is gone"
            note = f"{state.splitlines()[0].rstrip('.')}: this is what was indexed of it before."
            return Freshness(notes=(note,), stale=(StaleFiles(repository, unreadable=True),))
        known = self.index.counts(repository)
        if known.complete and not found:
            self._store_stamps(repository, found)
            return Freshness()
        quick = not self._is_indexing and self._is_quick(repository, found)
        if self.background_indexing and not known.complete and not quick and not waited:
            self._wait()
            return self._refresh_repository(root, waited=True)
        first = not known.complete and (root in self.own or not known.files)
        if quick or (first and not self.background_indexing):
            alone = self.background_indexing is None
            return self._catch_up(repository, wait=alone and first and not known.files)
        return self._report_stale(repository, found)

    def _is_elsewhere(self) -> bool:
        """Return whether another machine keeps the index up to date, and chooses its embedder."""
        roots = map(self.index.register, self.indexer.project.roots)
        return any(self.index.other_machine(repository) for repository in roots)

    def _wait(self) -> None:
        assert self.background_indexing
        job = self.background_indexing.background.begin(self._key, self.background_indexing.work)
        if job:
            job.wait(self._until, self.caller)

    def _catch_up(self, repository: Repository, *, wait: bool) -> Freshness:
        indexer = self.indexer
        with self._lock(wait=wait) as mine:
            # Whoever had the lock before may have done the work.
            found = indexer.changes(repository, self.caller)
            if mine:
                indexer.apply_changes(repository, found, self.caller)
                return Freshness()
        return self._report_stale(repository, found)

    def _report_stale(self, repository: Repository, found: Changes) -> Freshness:
        """Report what is stale; deleted files are dropped, unless another process writes."""
        with self._lock() as mine:
            if mine and found.removed:
                self.index.remove_files(repository, found.removed)
        is_first = not self.index.counts(repository).complete
        notes = tuple(self._next_steps(repository, mine=mine, is_first=is_first))
        left = self._compare(repository, found, () if mine else found.removed)
        return replace(left, notes=notes)

    def _compare(
        self, repository: Repository, found: Changes, removed: Collection[str]
    ) -> Freshness:
        """Report what is stale in a repository whose index still has the files `removed`."""
        files = changed_paths(self.index, repository, found)
        differ = frozenset(found.changed) & frozenset(files)
        stale = StaleFiles(repository, differ, frozenset(removed))
        if self.index.counts(repository).complete:
            left = len(files) - len(found.removed) + len(removed)
            return Freshness(left, stale=(stale,))
        total = len(found.snapshot.files)
        coverage = Coverage(total - len(found.added), total)
        return Freshness(len(differ), stale=(stale,), coverage=coverage)

    def _next_steps(self, repository: Repository, *, mine: bool, is_first: bool) -> Iterator[str]:
        """Say how the stale files will be indexed, or how the caller can have them indexed."""
        if self.background_indexing:
            if fault := self.background_indexing.background.fault(self._key):
                yield f"Indexing in the background stopped, and begins again. {fault}"
            elif not is_first:
                yield "They are indexed in the background; the next search finds more."
        elif not mine:
            yield "Another process is writing this index just now."
        else:
            project = self.indexer.project.id
            arguments = {"repo_path": str(repository.root), "project_id": project}
            yield f"To bring the index up to date, {verb()} {Call('index_repository', arguments)}."

    def _store_stamps(self, repository: Repository, found: Changes) -> None:
        """Store stamps that can be trusted by now, so that the next search need not read files."""
        if found.supersedes:
            with self._lock() as mine:
                if mine:
                    self.index.mark_complete(repository, found.snapshot)

    def _is_quick(self, repository: Repository, found: Changes) -> bool:
        if _is_small(found.snapshot, (*found.added, *found.changed)):
            return True
        files = changed_paths(self.index, repository, found)
        return _is_small(found.snapshot, [path for path in files if path in found.snapshot.files])

    def _refresh_embeddings(self) -> Freshness:
        """Embed the chunks without vectors where that is quick; else note it."""
        embeddings = self.indexer.embeddings
        embedder, fault = embeddings.embedder()
        if fault:
            return Freshness(notes=(f"This is searched by words alone. {fault}",))
        if embedder and self._is_elsewhere() and self.index.embedder() != embedder.name:
            known = self.index.embedder() or "no embedder"
            note = f"This is searched by words alone: the index has vectors of {known}."
            return Freshness(notes=(note,))
        missing = embeddings.count_missing()
        if not missing or self._is_indexing or self._is_elsewhere():
            return Freshness()
        fault = f"That takes a while: {verb()} {tool_name('index_repository')}."
        if not embeddings.is_quick(missing) and self.background_indexing:
            self.continue_in_background()
            fault = "That is done in the background."
        elif embeddings.is_quick(missing):
            with self._lock() as mine:
                if mine:
                    embeddings.prepare()
                    fault = embeddings.embed_missing(self.caller)
        note = f"{missing:,} chunks are searched by words alone, as they have no vectors. {fault}"
        return Freshness(notes=(note,) if fault else ())


def _is_small(seen: Snapshot, paths: Sequence[str]) -> bool:
    size = sum(seen.files[path].size for path in paths)
    return len(paths) <= _QUICK_FILES and size <= _QUICK_BYTES
