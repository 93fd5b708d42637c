"""The vault tools: their views, follow-up calls, commands and instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from pageful.embedding.choosing import check_choice
from pageful.lazy.dataclasses import dataclass
from pageful.tool.call_context import NextCall
from pageful.tool.directories import require_directory
from pageful.tool.late_functions import LateModule, late_function
from pageful.tool.options import Style
from pageful.tool.tool import Shell, Tool, Toolset
from pageful.tool.tool_table import bind_tools
from pageful.vault import views
from pageful.vault.choices import MOST_QUERY_ROWS
from pageful.vault.definitions.graph_tools import GraphTools
from pageful.vault.definitions.note_tools import NoteTools
from pageful.vault.definitions.overview_tools import OverviewTools
from pageful.vault.definitions.query_tools import QueryTools
from pageful.vault.definitions.search_tools import SearchTools
from pageful.vault.definitions.vault_access import VaultAccess
from pageful.vault.settings import VaultSettings

if TYPE_CHECKING:
    from pageful.page.presentation import Detail, View
    from pageful.vault import follow_up
    from pageful.vault.base_views.data import base_data
    from pageful.vault.data import result_data
    from pageful.vault.finding.data import find_data
    from pageful.vault.finding.results import PlacesReading
    from pageful.vault.queries.data import query_data, value_data
    from pageful.vault.results.reading import Reading
else:  # A client, and who asks for help, waits for the list of tools, and for no result.
    follow_up = LateModule("pageful.vault.follow_up")
    base_data = late_function("pageful.vault.base_views.data", "base_data")
    result_data = late_function("pageful.vault.data", "result_data")
    find_data = late_function("pageful.vault.finding.data", "find_data")
    query_data = late_function("pageful.vault.queries.data", "query_data")
    value_data = late_function("pageful.vault.queries.data", "value_data")

INSTRUCTIONS = (
    "A vault of Markdown notes (Obsidian's kind), read from disk. Ask about many notes with "
    "vault_find, about a topic with vault_about, rank notes with vault_search (words, or "
    "Obsidian's operators), read notes and sections with vault_read, follow links with "
    "graph_traverse and graph_path, show saved views of bases with base_query, query fields "
    "and tasks with dataview_query. Paths are "
    "relative to the vault."
)

R = TypeVar("R")


def read_data(reading: Reading | PlacesReading, detail: Detail) -> object:
    """Return a note as other results, several places as `places_data` does."""
    from pageful.vault.finding.data import places_data
    from pageful.vault.results.reading import Reading

    return result_data(reading, detail) if isinstance(reading, Reading) else places_data(reading)


def _tool(
    function: Callable[..., R], view: View[R], shell: Shell[R], more: NextCall[R] | None = None
) -> Tool[R]:
    """Make a tool with all of its result in JSON, where a page that is cut goes on."""
    return Tool(
        function,
        view,
        data=result_data,
        follow_up=follow_up.as_json,
        next_call=more,
        shell=shell,
    )


TOOLS: tuple[Tool[Any], ...] = (
    Tool(
        SearchTools.vault_search,
        views.search_page,
        data=result_data,
        follow_up=follow_up.rest_of_search,
        next_call=follow_up.next_page,
        first_advice=follow_up.reading_of_hit,
        shell=Shell(
            "search",
            can_watch=True,
            examples=("'rye starter'", "'tag:#bread -old' --sort modified"),
        ),
    ),
    Tool(
        SearchTools.vault_find,
        views.find_page,
        data=find_data,
        follow_up=follow_up.as_json,
        next_call=follow_up.rest_of_find,
        shell=Shell(
            "find",
            can_watch=True,
            examples=("'links:\"Rye sourdough\"' --show lines", "task-todo: --by folder"),
        ),
    ),
    _tool(
        SearchTools.vault_about,
        views.about_page,
        Shell("about", examples=("'sourdough starter'",)),
        follow_up.whole_passages,
    ),
    Tool(
        NoteTools.vault_read,
        views.read_page,
        data=read_data,
        follow_up=follow_up.as_json,
        next_call=follow_up.rest_of_reading,
        shell=Shell(
            "read",
            positional="places",
            examples=("Rye.md", "'Rye#Starter' Journal/2024-03-03..09"),
        ),
    ),
    _tool(
        OverviewTools.vault_list,
        views.listing_page,
        Shell("list", positional="directory", examples=("Recipes", "--recursive --depth 2")),
        follow_up.next_page,
    ),
    Tool(
        NoteTools.view_file,
        views.file_view_page,
        data=result_data,
        follow_up=follow_up.rest_of_view,
        shell=Shell("view", examples=("Rye.md --heading Starter", "Rye.md --line 40 --window 60")),
    ),
    _tool(
        GraphTools.graph_traverse,
        views.traversal_page,
        Shell("traverse", examples=("Rye.md", "Rye.md --direction back --depth 1")),
        follow_up.wider_walk,
    ),
    _tool(
        GraphTools.graph_path,
        views.path_page,
        Shell("path", examples=("Rye.md Norden.md",)),
        follow_up.more_paths,
    ),
    _tool(
        OverviewTools.vault_tags,
        views.tags_page,
        Shell("tags", positional="tag", examples=("", "bread/rye")),
        follow_up.next_page,
    ),
    Tool(
        QueryTools.base_query,
        views.base_page,
        data=base_data,
        follow_up=follow_up.rest_of_views,
        next_call=follow_up.next_page,
        shell=Shell(
            "base",
            positional="path",
            csv={"page_size": MOST_QUERY_ROWS},
            examples=("Books.base --view Reading", "Home.md"),
        ),
    ),
    Tool(
        QueryTools.dataview_query,
        views.query_page,
        data=query_data,
        follow_up=follow_up.rest_of_queries,
        next_call=follow_up.next_page,
        shell=Shell(
            "query",
            positional="query",
            csv={"page_size": MOST_QUERY_ROWS},
            examples=("'TABLE rating FROM #bread SORT rating DESC'", "--path Rye.md"),
        ),
    ),
    Tool(
        QueryTools.dataview_eval,
        views.value_page,
        data=value_data,
        follow_up=follow_up.as_json,
        shell=Shell("eval", examples=("'1 + 1'", "'this.rating * 2' --path Rye.md")),
    ),
    _tool(OverviewTools.system_info, views.info_page, Shell("info", examples=("", "--card"))),
)
"""Every tool with its view, its JSON, the calls that go on and its command, in clients' order."""


@dataclass(frozen=True)
class VaultToolset(Toolset):
    """The tools of one vault, and its card for a client's first look."""

    card: Callable[[], str] = str

    def briefing(self) -> str:
        """Return the instructions with the card below them."""
        return "\n\n".join(filter(None, (self.instructions, self.card())))


def vault_toolset(settings: VaultSettings, style: Style) -> Toolset:
    """Make the vault tools on one vault.

    Raises:
        ToolError: the vault is no directory, or there is no such embedder.
    """
    if settings.vault:
        require_directory(settings.vault, "vault", "Give the directory that the notes are in.")
    check_choice(settings.embedder)
    vault = VaultAccess(settings, style)
    groups = SearchTools, NoteTools, OverviewTools, GraphTools, QueryTools
    tools = bind_tools(TOOLS, *(group(vault) for group in groups))
    return VaultToolset("vault", tools, INSTRUCTIONS, style, vault.start, card=vault.card)
