"""The tools that make an index, and say what it holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pageful.code.definitions.code_access import CodeTools
from pageful.code.definitions.parameters import ProjectId
from pageful.tool.context import Caller
from pageful.tool.field import Field

if TYPE_CHECKING:
    from pageful.code.results.indexing import Indexing, IndexMove, IndexStatus, ProjectList


class IndexTools(CodeTools):
    """The tools for indexes."""

    def index_repository(
        self,
        caller: Caller,
        repo_path: Annotated[
            Path, Field(description="Absolute path of the repository's directory.")
        ],
        project_id: Annotated[
            str | None,
            Field(description="The project to put it in; left out: one of its own."),
        ] = None,
        force_reindex: Annotated[
            bool, Field(description="Read every file anew, changed or not.")
        ] = False,
    ) -> Indexing:
        """Index a repository, or bring its index up to date; only what changed is read.

        Gives counts and the files that could not be read. Call it once for a repository; searches
        notice later changes by themselves.
        """
        return self.code.workspace.index(repo_path, project_id, caller, force=force_reindex)

    def index_status(
        self, caller: Caller, project_id: ProjectId = None
    ) -> IndexStatus | ProjectList:
        """Say what the index holds: repositories, files, languages, age, and changes not yet in it.

        Seldom needed: a search says itself when it does not see the newest files.
        """
        from pageful.code.index.projects import SeveralProjects

        try:
            return self.code.workspace.status(project_id, caller)
        except SeveralProjects as several:
            from pageful.code.index.status import list_projects

            return list_projects(several.projects, caller)

    def move_index(
        self,
        caller: Caller,
        project_id: Annotated[str, Field(description="The project whose index is copied.")],
        to: Annotated[
            str,
            Field(
                description="Where to: `store` (that of --store or PAGEFUL_STORE), `local` (that "
                "of --data), an address, or a directory."
            ),
        ] = "store",
        source: Annotated[
            str | None,
            Field(description="Where from, named alike; left out: `local`, or the store to local."),
        ] = None,
    ) -> IndexMove:
        """Copy the index of a project to another store, and verify the copy; nothing is embedded.

        The index that is copied stays as it is. A place that has the project already is left alone.
        """
        return self.code.workspace.move(project_id, source, to, caller)
