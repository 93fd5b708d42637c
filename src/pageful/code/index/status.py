"""The status of an index: its size, and the files that have changed since."""

from __future__ import annotations

import time

from pageful.code.index.changed_files import changed_paths
from pageful.code.index.projects import Project
from pageful.code.index.skipped import group_by_reason
from pageful.code.results.indexing import IndexStatus, RepositoryStatus
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
    try:
        found = changes(repository.root, index.snapshot(repository), caller)
    except ToolError as error:
        return None, (str(error),)
    return len(changed_paths(index, repository, found)), ()
