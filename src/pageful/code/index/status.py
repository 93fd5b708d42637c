"""The status of an index: its size, and the files that have changed since."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from pageful.code.index.changed_files import changed_paths
from pageful.code.index.lock import is_being_written
from pageful.code.index.projects import Project
from pageful.code.results import IndexStatus, Language, RepositoryStatus
from pageful.code.scan.freshness import changes
from pageful.code.store import contents, vectors, writing
from pageful.code.store.writing import Repository
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError


def status_of(project: Project, connection: sqlite3.Connection, caller: Caller) -> IndexStatus:
    """Report what the index of a project holds, without updating it."""
    registered = [writing.register(connection, root) for root in project.roots]
    repositories = tuple(_repository(connection, each, caller) for each in registered)
    return IndexStatus(
        project_id=project.id,
        database_name=project.database_name,
        files=sum(each.files for each in repositories),
        chunks=sum(each.chunks for each in repositories),
        size_bytes=_size(project.directory),
        embedder=vectors.embedder_of(connection) or "none",
        indexing=is_being_written(project),
        repositories=repositories,
    )


def _size(directory: Path) -> int:
    """Sum the bytes of a directory's files; another process may remove one at any moment."""
    size = 0
    with suppress(OSError):
        for path in directory.iterdir():
            with suppress(OSError):
                size += path.stat().st_size
    return size


def _repository(
    connection: sqlite3.Connection, repository: Repository, caller: Caller
) -> RepositoryStatus:
    counts = contents.counts(connection, repository)
    changed_paths, notes = _pending_files(connection, repository, caller)
    if not counts.complete:
        notes = (*notes, "It has not been indexed to its end.")
    return RepositoryStatus(
        repository_id=str(repository.uuid),
        repository=str(repository.root),
        files=counts.files,
        chunks=counts.chunks,
        languages=_languages(connection, repository),
        age_seconds=time.time() - counts.indexed if counts.indexed else None,
        pending_files=changed_paths,
        skipped=contents.skipped_files(connection, repository),
        notes=notes,
    )


def _pending_files(
    connection: sqlite3.Connection, repository: Repository, caller: Caller
) -> tuple[int | None, tuple[str, ...]]:
    try:
        found = changes(repository.root, contents.stored_snapshot(connection, repository), caller)
    except ToolError as error:
        return None, (str(error),)
    return len(changed_paths(connection, repository, found)), ()


def _languages(connection: sqlite3.Connection, repository: Repository) -> tuple[Language, ...]:
    rows = connection.execute(
        "SELECT ifnull(language, 'other'), count(*), sum(chunks) FROM file"
        " WHERE repository = ? AND skipped IS NULL GROUP BY 1 ORDER BY 2 DESC, 1",
        (repository.number,),
    )
    return tuple(Language(*row) for row in rows)
