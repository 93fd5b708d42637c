"""Bring an index up to date before a search, as far as that is quick, and say what is left."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pageful.code.index.background import Background, Work
from pageful.code.index.changed_files import changed_paths
from pageful.code.index.indexer import Indexer
from pageful.code.index.lock import write_lock as locked
from pageful.code.results import Coverage
from pageful.code.scan.freshness import Changes
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store import contents, writing
from pageful.code.store.database import guarded
from pageful.code.store.writing import Repository
from pageful.page.calls import Call
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

PATIENCE = 20.0
"""Seconds that a call waits for indexing that goes on without it.

Most clients give up after 60, and a busy machine may need some for the search itself; in 20 a
repository of about 5,000 files is indexed whole on two cores, and its first answer is complete.
"""
_QUICK_FILES = 200
_QUICK_BYTES = 4 << 20
_CHUNKS_A_FILE = 10  # of source files, in the mean


@dataclass(frozen=True, slots=True)
class Behind:
    """Files of a repository of which the index has something else than the disk.

    `changed` are there with another content, `gone` are not there any more. `unseen` means that
    nobody could look: any file may be one of both.
    """

    repository: Repository
    changed: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Freshness:
    """How far an index is behind its files.

    `pending` counts files that have changed, `coverage` says how much of repositories is indexed
    that never were whole.
    """

    pending: int = 0
    notes: tuple[str, ...] = ()
    behind: tuple[Behind, ...] = ()
    coverage: Coverage | None = None

    @classmethod
    def of(cls, parts: Sequence[Freshness]) -> Freshness:
        """The freshness of several repositories together."""
        partly = [each.coverage for each in parts if each.coverage]
        return cls(
            sum(each.pending for each in parts),
            tuple(note for each in parts for note in each.notes),
            tuple(repository for each in parts for repository in each.behind),
            Coverage(sum(each.files for each in partly), sum(each.total for each in partly))
            if partly
            else None,
        )


@dataclass(frozen=True)
class Elsewhere:
    """How indexing goes on without the caller: `work` does all that a project's index lacks."""

    background: Background
    work: Work


@dataclass
class Refresher:
    """Brings one project's index up to date for one search.

    Without `elsewhere`, as in a shell, a first indexing is waited for, however long it takes, and
    nothing goes on once the search is answered.
    """

    indexer: Indexer
    own: Sequence[Path]
    caller: Caller
    elsewhere: Elsewhere | None = None
    _until: float = field(default_factory=lambda: time.monotonic() + PATIENCE)

    def refreshed(self) -> Freshness:
        """Bring the index up to date where that is quick; else say how far it is behind.

        Raises:
            ToolError: indexing failed.
            Cancelled: the caller gave up.
        """
        parts = [self._of(root) for root in self.indexer.project.roots]
        return Freshness.of([*parts, self._embedded()])

    def index_first(self, wanted: Mapping[int, Collection[str]], behind: Sequence[Behind]) -> bool:
        """Index files before all others, by the number of their repository; whether it came to it.

        It does not where someone else writes the index, or where nobody can.
        """
        project = self.indexer.project
        try:
            with guarded(project.database), locked(project, self.caller, wait=False) as mine:
                for each in behind if mine else ():
                    paths = wanted.get(each.repository.number, ())
                    how = self._embedding(len(paths))
                    self.indexer.index_files(each.repository, paths, how, self.caller)
                return mine
        except ToolError:
            return False

    def as_it_is(self, note: str) -> Freshness:
        """How far the index is behind where it can't be written, with a note that says why."""
        parts = []
        for root in self.indexer.project.roots:
            repository = writing.registered(self.indexer.connection, root)
            try:
                found = self.indexer.changes(repository, self.caller)
            except ToolError:
                parts.append(Freshness(behind=(Behind(repository, unseen=True),)))
            else:
                parts.append(self._compared(repository, found, found.removed))
        return replace(Freshness.of(parts), notes=(note,))

    def go_on(self) -> None:
        """Let what is left be indexed without the caller, where that is possible."""
        if self.elsewhere:
            self.elsewhere.background.begin(self._index, self.elsewhere.work)

    @property
    def _index(self) -> Path:
        return self.indexer.project.database

    @property
    def _goes_on(self) -> bool:
        """Whether this very process indexes the project just now."""
        return self.elsewhere is not None and self.elsewhere.background.is_running(self._index)

    def _embedding(self, files: int) -> str:
        """How chunks of so many files are embedded at once; not where that takes a while."""
        quick = self.indexer.embeddings.is_quick(files * _CHUNKS_A_FILE)
        return self.indexer.embeddings.prepare()[0] if quick else "none"

    def _of(self, root: Path, *, waited: bool = False) -> Freshness:
        indexer = self.indexer
        repository = writing.registered(indexer.connection, root)
        try:
            found = indexer.changes(repository, self.caller)
        except ToolError as error:
            state = str(error) if root.is_dir() else f"The repository {root} is gone"
            note = f"{state.splitlines()[0].rstrip('.')}: this is what was indexed of it before."
            return Freshness(notes=(note,), behind=(Behind(repository, unseen=True),))
        known = contents.counts(indexer.connection, repository)
        if known.complete and not found:
            self._remember(repository, found)
            return Freshness()
        quick = not self._goes_on and self._is_quick(repository, found)
        if self.elsewhere and not known.complete and not quick and not waited:
            self._wait()
            return self._of(root, waited=True)
        first = not known.complete and (root in self.own or not known.files)
        if quick or (first and not self.elsewhere):
            alone = self.elsewhere is None
            return self._caught_up(repository, wait=alone and first and not known.files)
        return self._left(repository, found)

    def _wait(self) -> None:
        assert self.elsewhere
        job = self.elsewhere.background.begin(self._index, self.elsewhere.work)
        if job:
            job.wait(self._until, self.caller)

    def _caught_up(self, repository: Repository, *, wait: bool) -> Freshness:
        indexer = self.indexer
        with locked(indexer.project, self.caller, wait=wait) as mine:
            # Whoever had the lock before may have done the work.
            found = indexer.changes(repository, self.caller)
            if mine:
                indexer.apply_changes(repository, found, self.caller)
                return Freshness()
        return self._left(repository, found)

    def _left(self, repository: Repository, found: Changes) -> Freshness:
        """What the index lacks; files that are gone are dropped from it, if nobody else writes."""
        connection = self.indexer.connection
        with locked(self.indexer.project, self.caller, wait=False) as mine:
            if mine and found.removed:
                writing.remove(connection, repository, found.removed)
        is_first = not contents.counts(connection, repository).complete
        notes = tuple(self._prospects(repository, mine=mine, is_first=is_first))
        left = self._compared(repository, found, () if mine else found.removed)
        return replace(left, notes=notes)

    def _compared(
        self, repository: Repository, found: Changes, removed: Collection[str]
    ) -> Freshness:
        """What the index lacks of a repository; it still has the files `removed`."""
        connection = self.indexer.connection
        files = changed_paths(connection, repository, found)
        differ = frozenset(found.changed) & frozenset(files)
        behind = Behind(repository, differ, frozenset(removed))
        if contents.counts(connection, repository).complete:
            left = len(files) - len(found.removed) + len(removed)
            return Freshness(left, behind=(behind,))
        total = len(found.snapshot.files)
        coverage = Coverage(total - len(found.added), total)
        return Freshness(len(differ), behind=(behind,), coverage=coverage)

    def _prospects(self, repository: Repository, *, mine: bool, is_first: bool) -> Iterator[str]:
        """What becomes of the files that the index lacks, or what the caller can do for them."""
        if self.elsewhere:
            if fault := self.elsewhere.background.fault(self._index):
                yield f"Indexing in the background stopped, and begins again. {fault}"
            elif not is_first:
                yield "They are indexed in the background; the next search finds more."
        elif not mine:
            yield "Another process is writing this index just now."
        else:
            project = self.indexer.project.id
            arguments = {"repo_path": str(repository.root), "project_id": project}
            yield f"To bring the index up to date, call {Call('index_repository', arguments)}."

    def _remember(self, repository: Repository, found: Changes) -> None:
        """Keep stamps that can be trusted by now, so that the next search need not look closer."""
        if found.supersedes:
            with locked(self.indexer.project, self.caller, wait=False) as mine:
                if mine:
                    writing.complete(self.indexer.connection, repository, found.snapshot)

    def _is_quick(self, repository: Repository, found: Changes) -> bool:
        if _is_small(found.snapshot, (*found.added, *found.changed)):
            return True
        files = changed_paths(self.indexer.connection, repository, found)
        return _is_small(found.snapshot, [path for path in files if path in found.snapshot.files])

    def _embedded(self) -> Freshness:
        """Embed what has no vectors, where that is quick; else say so."""
        embeddings = self.indexer.embeddings
        _, fault = embeddings.embedder()
        if fault:
            return Freshness(notes=(f"This is searched by words alone. {fault}",))
        missing = embeddings.count_missing()
        if not missing or self._goes_on:
            return Freshness()
        fault = "That takes a while: call index_repository."
        if not embeddings.is_quick(missing) and self.elsewhere:
            self.go_on()
            fault = "That is done in the background."
        elif embeddings.is_quick(missing):
            with locked(self.indexer.project, self.caller, wait=False) as mine:
                if mine:
                    embeddings.prepare()
                    fault = embeddings.embed_missing(self.caller)
        note = f"{missing:,} chunks are searched by words alone, as they have no vectors. {fault}"
        return Freshness(notes=(note,) if fault else ())


def _is_small(seen: Snapshot, paths: Sequence[str]) -> bool:
    size = sum(seen.files[path].size for path in paths)
    return len(paths) <= _QUICK_FILES and size <= _QUICK_BYTES
