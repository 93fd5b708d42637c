"""The status of an index: its size, and the files that have changed since."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from pageful.code.index.changed_files import changed_paths
from pageful.code.index.machines import note_of_other_machine
from pageful.code.index.projects import Project, RebuildNeeded
from pageful.code.index.skipped import group_by_reason
from pageful.code.results.indexing import IndexStatus, ProjectList, ProjectSummary, RepositoryStatus
from pageful.code.scan.freshness import changes
from pageful.code.store.protocol import Index
from pageful.code.store.repository import Repository
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError


def status_of(project: Project, index: Index, caller: Caller) -> IndexStatus:
    """Report what the index of a project holds, without updating it."""
    registered = [index.register(root) for root in project.roots]
    repositories = tuple(_repository(index, each, caller) for each in registered)
    return IndexStatus(
        project_id=project.id,
        database_name=project.database_name,
        files=sum(each.files for each in repositories),
        chunks=sum(each.chunks for each in repositories),
        size_bytes=project.store.size(project.database_name),
        embedder=index.embedder() or "none",
        indexing=project.store.is_being_written(project.database_name),
        repositories=repositories,
    )


def list_projects(projects: Iterable[Project], caller: Caller) -> ProjectList:
    """List projects with what each has."""
    return ProjectList(tuple(_summary(each, caller) for each in projects))


def _summary(project: Project, caller: Caller) -> ProjectSummary:
    """Report what a project has, without a look at its files; no counts if it can't be read."""
    roots = project.roots
    summary = ProjectSummary(project.id, tuple(map(str, roots)))
    with suppress(RebuildNeeded, ToolError), project.open(caller) as index:
        counts = [index.counts(index.register(root)) for root in roots]
        oldest = min((each.indexed for each in counts if each.indexed), default=None)
        return replace(
            summary,
            files=sum(each.files for each in counts),
            age_seconds=time.time() - oldest if oldest else None,
        )
    return summary


def _repository(index: Index, repository: Repository, caller: Caller) -> RepositoryStatus:
    counts = index.counts(repository)
    pending, notes = _pending_files(index, repository, caller)
    if not counts.complete:
        notes = (*notes, "It has not been indexed to its end.")
    return RepositoryStatus(
        repository_id=str(repository.uuid),
        repository=str(repository.root),
        files=counts.files,
        chunks=counts.chunks,
        languages=index.languages(repository),
        age_seconds=time.time() - counts.indexed if counts.indexed else None,
        pending_files=pending,
        skipped=group_by_reason(index.skipped_files(repository)),
        notes=notes,
    )


def _pending_files(
    index: Index, repository: Repository, caller: Caller
) -> tuple[int | None, tuple[str, ...]]:
    if index.other_machine(repository):
        return None, (note_of_other_machine(index, repository),)
    try:
        found = changes(repository.root, index.snapshot(repository), caller)
    except ToolError as error:
        return None, (str(error),)
    return len(changed_paths(index, repository, found)), ()
