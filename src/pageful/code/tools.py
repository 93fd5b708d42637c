"""The code tools: their views, follow-up calls, commands and instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pageful.code import views
from pageful.code.choices import MOST_HITS
from pageful.code.definitions.code_access import CodeAccess
from pageful.code.definitions.file_tools import FileTools
from pageful.code.definitions.index_tools import IndexTools
from pageful.code.definitions.search_tools import SearchTools
from pageful.code.settings import CodeSettings
from pageful.tool.directories import require_directory
from pageful.tool.late_functions import LateModule
from pageful.tool.options import Choice, Style
from pageful.tool.tool import Shell, Tool, Toolset
from pageful.tool.tool_table import bind_tools

if TYPE_CHECKING:
    from pageful.code import data, follow_up
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

_FORMS: tuple[Choice, ...] = ("response_format", "detail_level")
_FORMAT: tuple[Choice, ...] = ("response_format",)

TOOLS: tuple[Tool[Any], ...] = (
    Tool(
        IndexTools.index_repository,
        views.index_page,
        _FORMS,
        data.index_data,
        follow_up=follow_up.call_for_json,
        shell=Shell("index", examples=("~/src/shop",)),
        read_only=False,
    ),
    Tool(
        SearchTools.search_code,
        views.search_page,
        _FORMS,
        data.search_data,
        follow_up=follow_up.rest_of_search,
        next_call=follow_up.next_page,
        shell=Shell(
            "search",
            description=_SEARCH_IN_A_SHELL,
            on=("lines",),
            csv={"limit": MOST_HITS},
            can_watch=True,
            examples=("'where is a token checked'", "parse_date --file-type py"),
        ),
    ),
    Tool(
        FileTools.find_code,
        views.find_page,
        _FORMAT,
        data.find_data,
        follow_up=follow_up.fewer_lines,
        next_call=follow_up.next_lines,
        shell=Shell(
            "find",
            can_watch=True,
            examples=("parse_date", "'TODO|FIXME' --regex --within src"),
        ),
    ),
    Tool(
        FileTools.show_code,
        views.show_page,
        _FORMAT,
        data.show_data,
        follow_up=follow_up.rest_of_places,
        next_call=follow_up.rest_of_places,
        shell=Shell("show", examples=("src/dates.py:40 parse_date", "src/dates.py::Day --uses")),
    ),
    Tool(
        SearchTools.find_related,
        views.related_page,
        _FORMS,
        data.search_data,
        follow_up=follow_up.rest_of_search,
        next_call=follow_up.next_page,
        shell=Shell(
            "related",
            positional="file_path",
            csv={"limit": MOST_HITS},
            examples=("src/dates.py --line 40",),
        ),
    ),
    Tool(
        IndexTools.index_status,
        views.status_page,
        _FORMS,
        data.status_data,
        follow_up=follow_up.call_for_json,
        shell=Shell("status", csv={}, examples=("",)),
    ),
    Tool(
        IndexTools.move_index,
        views.move_page,
        _FORMS,
        shell=Shell("move", examples=("shop --to store",)),
        read_only=False,
        served=False,
    ),
)
"""Every tool with its view, its JSON, the calls that go on and its command, in clients' order."""


def code_toolset(settings: CodeSettings, style: Style) -> Toolset:
    """Make the code tools on the projects of one data directory.

    Raises:
        ToolError: a repository is no directory.
    """
    for repository in settings.repo:
        require_directory(repository, "repository", "Give its directory with `--repo`.")
    code = CodeAccess(settings, style.budget)
    tools = bind_tools(TOOLS, IndexTools(code), SearchTools(code), FileTools(code))
    return Toolset("code", tools, INSTRUCTIONS, style, start=code.served.set, end=code.end)
