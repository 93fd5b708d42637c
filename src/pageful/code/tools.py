"""The code tools: their parameters and their descriptions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, TypeVar

from pageful.code import views
from pageful.code.choices import MOST_HITS
from pageful.code.settings import CodeSettings
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.page.limits import DEFAULT
from pageful.tool.context import Caller
from pageful.tool.directories import require_directory
from pageful.tool.errors import ToolError
from pageful.tool.field import Field
from pageful.tool.late_functions import LateModule
from pageful.tool.options import Choice, Style
from pageful.tool.tool import Shell, Tool, Toolset

if TYPE_CHECKING:
    from pageful.code import data, follow_up
    from pageful.code.find.files import FileList
    from pageful.code.index.background import Background
    from pageful.code.results import FileClass, Find, Indexing, IndexStatus, Search, Show
    from pageful.code.workspace import Workspace
    from pageful.page.presentation import Detail, View
else:  # A client, and who asks for help, waits for the list of tools, and for no result.
    data, follow_up = LateModule("pageful.code.data"), LateModule("pageful.code.follow_up")

INSTRUCTIONS = (
    "Find code before you open files or grep. You know a name or a text: find_code gives every "
    "place with its function. You don't: search_code with lines=true takes a question, an "
    "identifier, an error message or a path. Then show_code all places you need in one call. "
    "The index follows the files by itself; index_repository is for a repository that was never "
    "indexed."
)

_SEARCH_IN_A_SHELL = """\
Find code by meaning or by name: the places that fit best, best first.

Of each file the symbols that fit, with their whole ranges and the lines that matter. Use it instead
of grep when you don't know the exact words, and for definitions: an identifier finds where it is
defined first.
"""

R = TypeVar("R", "Indexing", "IndexStatus")

_FORMS: tuple[Choice, ...] = ("response_format", "detail_level")

ProjectId = Annotated[
    str | None, Field(description="The project; left out: the server's, or the only one.")
]
Within = Annotated[
    list[str] | None,
    Field(description="Only these directories, files or globs; `!` before one excludes."),
]
Limit = Annotated[int, Field(ge=1, le=MOST_HITS, description="Hits a page.")]
Page = Annotated[int, Field(ge=1, description="Which page of hits.")]


@dataclass(frozen=True)
class CodeTools:
    """The tools on the projects of one data directory.

    Once they are `served`, callers are confined to the repositories that the server was given: a
    caller's word is not that of a person at a shell. `budget` is the characters of a page.
    """

    settings: CodeSettings
    budget: int = DEFAULT
    served: Event = field(default_factory=Event)

    @cached_property
    def background(self) -> Background:
        """The indexing that goes on when a call has been answered."""
        from pageful.code.index.background import Background

        return Background()

    def end(self) -> None:
        """End what goes on in the background."""
        self.background.end()

    @cached_property
    def _workspace(self) -> Workspace:
        # Loaded with the first call: a client waits for the list of tools, not for numpy.
        from pageful.code.workspace import Workspace

        given = self.settings
        if not self.served.is_set():
            return Workspace.of(given.repo, given.data, given.embedder)
        return Workspace.of(
            given.repo,
            given.data,
            given.embedder,
            confined=not given.any_repo,
            background=self.background,
        )

    @cached_property
    def _files(self) -> FileList:
        from pageful.code.find.files import FileList

        return FileList()

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
        return self._workspace.index(repo_path, project_id, caller, force=force_reindex)

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
        found = self._workspace.search(
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
        found = self._workspace.related(
            caller,
            chunk_id=chunk_id,
            file_path=file_path,
            line=line,
            project_id=project_id,
            limit=limit,
            page=page,
        )
        return _add_latency(found, started)

    def find_code(
        self,
        caller: Caller,
        text: Annotated[
            list[str], Field(description="A text, name or expression; of up to 10 any counts.")
        ],
        regex: Annotated[bool, Field(description="They are regular expressions.")] = False,
        ignore_case: Annotated[bool, Field(description="Whatever the case.")] = False,
        word: Annotated[bool, Field(description="Whole words only.")] = False,
        within: Within = None,
        file_type: Annotated[
            list[str] | None, Field(description='Only these extensions: "py".')
        ] = None,
        only: Annotated[
            list[str] | None,
            Field(
                description="Only these, as text: code, docs, tests, data, changelog, locale,"
                " left_out (generated, locks, over 1 MB)."
            ),
        ] = None,
        files: Annotated[bool, Field(description="Only files and their numbers of lines.")] = False,
        context: Annotated[
            int | None,
            Field(ge=0, le=10, description="Lines around each; left out: where there is room."),
        ] = None,
        limit: Annotated[
            int | None,
            Field(ge=1, le=200, description="Lines as text; left out: what there is room for."),
        ] = None,
        page: Annotated[int, Field(ge=1, description="Which page.")] = 1,
        project_id: ProjectId = None,
    ) -> Find:
        """Find every line that has a text or a name: all callers, with the function around each.

        Use it instead of grep. Totals are complete and fresh from the disk; tests are given as
        line numbers, locale and data as counts, unless `only` asks for them.
        """
        from pageful.code.find.finder import Finder, Form
        from pageful.code.find.path_scope import PathScope
        from pageful.code.find.pattern import Query

        workspace = self._workspace
        query = Query(tuple(text), regex, ignore_case, word)
        form = Form(_file_classes(only or ()), limit, page, context, files)
        finder = Finder(workspace.roots(project_id), self._files)
        return finder.find(
            query, PathScope(tuple(within or ()), tuple(file_type or ())), form, caller
        )

    def show_code(
        self,
        caller: Caller,
        places: Annotated[
            list[str],
            Field(
                description="`file:line` (its whole symbol), `file:from-to`, `file::Symbol`,"
                " `file`, `Symbol`, `file:line:column` (of a long line), a hit's id; up to 20,"
                " files by any unique end of their path."
            ),
        ],
        uses: Annotated[bool, Field(description="Every use of the symbols too.")] = False,
        project_id: ProjectId = None,
    ) -> Show:
        """Show whole symbols or lines of files, several places in one call, as they are now.

        What has no room is given in outline. Ask for all places that you need at once:
        `show_code(places=["cart.py::add_item", "store.py:40-60"])`.
        """
        from pageful.code.show.shower import Shower

        workspace = self._workspace
        named = [workspace.named_place(place, project_id, caller) for place in places]
        shower = Shower(workspace.roots(project_id), self._files, self.budget)
        return shower.show(named, caller, uses=uses)

    def index_status(self, caller: Caller, project_id: ProjectId = None) -> IndexStatus:
        """Say what the index holds: repositories, files, languages, age, and changes not yet in it.

        Seldom needed: a search says itself when it does not see the newest files.
        """
        return self._workspace.status(project_id, caller)


def _file_classes(names: Sequence[str]) -> tuple[FileClass, ...]:
    """Read the names of classes of files.

    Raises:
        ToolError: there is no such class.
    """
    from pageful.code.results import FileClass

    known = {each.value: each for each in FileClass}
    for name in names:
        if name not in known:
            raise ToolError(f"`only` {name!r} is no class of files.", f"Give {', '.join(known)}.")
    return tuple(known[name] for name in names)


def _add_latency(search: Search, started: float) -> Search:
    """Note how long the caller waited since `started`; the first call loads the tools as well."""
    return replace(search, latency_ms=round((time.perf_counter() - started) * 1000))


def code_toolset(settings: CodeSettings, style: Style) -> Toolset:
    """Make the code tools on the projects of one data directory.

    Raises:
        ToolError: a repository is no directory.
    """
    for repository in settings.repo:
        require_directory(repository, "repository", "Give its directory with `--repo`.")
    of = CodeTools(settings, style.budget)
    tools = (
        _report_tool(
            of.index_repository,
            views.index_page,
            data.index_data,
            Shell("index", examples=("~/src/shop",)),
            read_only=False,
        ),
        _search_tool(
            of.search_code,
            views.search_page,
            Shell(
                "search",
                description=_SEARCH_IN_A_SHELL,
                on=("lines",),
                csv={"limit": MOST_HITS},
                examples=("'where is a token checked'", "parse_date --file-type py"),
            ),
        ),
        Tool(
            of.find_code,
            view=views.find_page,
            data=data.find_data,
            follow_up=follow_up.fewer_lines,
            next_call=follow_up.next_lines,
            choices=("response_format",),
            shell=Shell("find", examples=("parse_date", "'TODO|FIXME' --regex --within src")),
        ),
        Tool(
            of.show_code,
            view=views.show_page,
            data=data.show_data,
            follow_up=follow_up.rest_of_places,
            next_call=follow_up.rest_of_places,
            choices=("response_format",),
            shell=Shell(
                "show", examples=("src/dates.py:40 parse_date", "src/dates.py::Day --uses")
            ),
        ),
        _search_tool(
            of.find_related,
            views.related_page,
            Shell(
                "related",
                positional="file_path",
                csv={"limit": MOST_HITS},
                examples=("src/dates.py --line 40",),
            ),
        ),
        _report_tool(
            of.index_status,
            views.status_page,
            data.status_data,
            Shell("status", csv={}, examples=("",)),
        ),
    )
    return Toolset("code", tools, INSTRUCTIONS, style, start=of.served.set, end=of.end)


def _search_tool(
    function: Callable[..., Search], view: View[Search], shell: Shell[Search]
) -> Tool[Search]:
    """Make a tool whose results come in pages."""
    return Tool(
        function,
        view=view,
        data=data.search_data,
        follow_up=follow_up.rest_of_search,
        next_call=follow_up.next_page,
        choices=_FORMS,
        shell=shell,
    )


def _report_tool(
    function: Callable[..., R],
    view: View[R],
    form: Callable[[R, Detail], object],
    shell: Shell[R],
    *,
    read_only: bool = True,
) -> Tool[R]:
    """Make a tool that gives its whole result at once."""
    return Tool(
        function,
        view,
        _FORMS,
        form,
        follow_up=follow_up.call_for_json,
        shell=shell,
        read_only=read_only,
    )
