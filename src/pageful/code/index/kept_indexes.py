"""The indexes of all projects, and the removal of those that nobody searches any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pageful.code.index.projects import Project, Projects
from pageful.tool.errors import ToolError
from pageful.tool.kept_data import KeptData, is_gone, last_change

UNUSED_DAYS = 90
"""Days after which an index that was made by itself is removed: as long as records of builds."""


def kept_indexes() -> Iterator[KeptData]:
    """List what is kept of each project."""
    with suppress(ToolError, OSError):
        projects = Projects.at(None)
        yield from (_kept_data(project, projects) for project in projects.all())


def prune_indexes(data: Path) -> None:
    """Remove indexes in `data` that were not used for `UNUSED_DAYS` and can be made by themselves.

    One that a user gave a name stays as long as one of its repositories does.
    """
    projects = Projects.at(data)
    for kept in (_kept_data(project, projects) for project in projects.all()):
        is_missed = kept.is_named and not kept.is_gone
        if kept.days_unused > UNUSED_DAYS and not is_missed and not kept.is_busy():
            with suppress(OSError):
                kept.remove()


def _last_use(directory: Path) -> float:
    """Return when the index was used last: a look at its lock is no use."""
    return max(
        map(last_change, (*directory.glob("*.json"), *directory.glob("*.sqlite"))), default=0
    )


def _kept_data(project: Project, projects: Projects) -> KeptData:
    roots = project.roots
    own_name = projects.for_roots(roots).id if roots else ""
    return KeptData(
        "index",
        ", ".join(map(str, roots)) or project.id,
        (project.directory,),
        _last_use(project.directory),
        bool(roots) and all(is_gone(str(root)) for root in roots),
        project.id != own_name,
        lambda: project.store.is_being_written(project.database_name),
    )
