"""The tools that find code by meaning and by likeness."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

from pageful.code.definitions.code_access import CodeTools
from pageful.code.definitions.parameters import Limit, Page, ProjectId, Within
from pageful.lazy.dataclasses import replace
from pageful.tool.context import Caller
from pageful.tool.field import Field

if TYPE_CHECKING:
    from pageful.code.results.search import Search


class SearchTools(CodeTools):
    """The tools that search an index."""

    def search_code(
        self,
        caller: Caller,
        query: Annotated[
            str,
            Field(description="A question, words, an identifier, an error message, or a path."),
        ],
        project_id: ProjectId = None,
        repository_id: Annotated[
            str | None,
            Field(description="Only this repository: its UUID, as index_status gives it."),
        ] = None,
        file_type: Annotated[
            list[str] | str | None, Field(description='Only these extensions: "py".')
        ] = None,
        directory: Annotated[
            str | None, Field(description='Only in this directory: "src/auth", "**/auth".')
        ] = None,
        within: Within = None,
        lines: Annotated[
            bool,
            Field(
                description="Recommended for agents: by file, each hit's symbol with its whole"
                " range and the lines that matter, numbered; in place of `detail_level`."
            ),
        ] = False,
        limit: Limit = 10,
        page: Page = 1,
    ) -> Search:
        """Find code by meaning or by name: the places that fit best, best first.

        Give `lines=true`, which mostly saves the look that follows:
        `search_code(query="where do sessions expire?", lines=true)`. Use it instead of grep when
        you don't know the exact words, and for definitions: an identifier finds where it is
        defined first.
        """
        started = time.perf_counter()
        found = self.code.workspace.search(
            query,
            caller,
            project_id=project_id,
            repository_id=repository_id,
            file_types=[file_type] if isinstance(file_type, str) else file_type or (),
            directory=directory,
            within=within or (),
            lines=lines,
            limit=limit,
            page=page,
        )
        return _add_latency(found, started)

    def find_related(
        self,
        caller: Caller,
        chunk_id: Annotated[str | None, Field(description="A hit's UUID.")] = None,
        file_path: Annotated[
            str | None, Field(description="Or a file, as a hit names it or in full; needs `line`.")
        ] = None,
        line: Annotated[int | None, Field(ge=1, description="A line of `file_path`.")] = None,
        project_id: ProjectId = None,
        limit: Limit = 10,
        page: Page = 1,
    ) -> Search:
        """Find code that is like a place you know, and why: caller, callee, test, sibling.

        Name the place by `chunk_id`, or by `file_path` and `line`. For every use take find_code.
        """
        started = time.perf_counter()
        found = self.code.workspace.find_related(
            caller,
            chunk_id=chunk_id,
            file_path=file_path,
            line=line,
            project_id=project_id,
            limit=limit,
            page=page,
        )
        return _add_latency(found, started)


def _add_latency(search: Search, started: float) -> Search:
    """Note how long the caller waited since `started`; the first call loads the tools as well."""
    return replace(search, latency_ms=round((time.perf_counter() - started) * 1000))
