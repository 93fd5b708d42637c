"""The vault tools as a toolset: their views, commands and the calls that go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from pageful.page.presentation import Detail, View
from pageful.tool.call_context import NextCall
from pageful.tool.directories import require_directory
from pageful.tool.options import Style
from pageful.tool.tool import Family, Shell, Tool, Toolset
from pageful.vault import follow_up, views
from pageful.vault.data import result_data
from pageful.vault.definitions.graph_tools import GraphTools
from pageful.vault.definitions.note_tools import NoteTools
from pageful.vault.definitions.overview_tools import OverviewTools
from pageful.vault.definitions.query_tools import QueryTools
from pageful.vault.definitions.search_tools import SearchTools
from pageful.vault.definitions.vault_access import VaultAccess
from pageful.vault.finding.data import find_data, places_data
from pageful.vault.finding.results import PlacesReading
from pageful.vault.queries.data import query_data, value_data
from pageful.vault.results import Listing, Reading, Search, TagSearch
from pageful.vault.settings import VaultSettings

__all__ = ["FAMILY", "VaultSettings", "vault_toolset"]

INSTRUCTIONS = (
    "A vault of Markdown notes (Obsidian's kind), read from disk. Ask about many notes with "
    "vault_find, about a topic with vault_about, rank notes with vault_search (words, or "
    "Obsidian's operators), read notes and sections with vault_read, follow links with "
    "graph_traverse and graph_path, query fields and tasks with dataview_query. Paths are "
    "relative to the vault."
)

R = TypeVar("R")
P = TypeVar("P", Search, Reading, Listing, TagSearch)


@dataclass(frozen=True)
class VaultToolset(Toolset):
    """The tools of one vault, and its card for a client's first look."""

    card: Callable[[], str] = str

    def briefing(self) -> str:
        """Return the instructions with the card below them."""
        return "\n\n".join(filter(None, (self.instructions, self.card())))


def vault_toolset(settings: VaultSettings, style: Style) -> Toolset:
    """The vault tools on one vault.

    Raises:
        ToolError: the vault is no directory.
    """
    if settings.vault:
        require_directory(settings.vault, "vault", "Give the directory that the notes are in.")
    vault = VaultAccess(settings, style)
    search, notes, graph = SearchTools(vault), NoteTools(vault), GraphTools(vault)
    queries, overview = QueryTools(vault), OverviewTools(vault)
    tools = (
        _paged(search.vault_search, views.search_page, "search", rest=follow_up.rest_of_search),
        Tool(
            search.vault_find,
            views.find_page,
            data=find_data,
            follow_up=follow_up.as_json,
            next_call=follow_up.rest_of_find,
            shell=Shell("find"),
        ),
        Tool(
            search.vault_about,
            views.about_page,
            data=result_data,
            follow_up=follow_up.as_json,
            next_call=follow_up.passages_whole,
            shell=Shell("about"),
        ),
        Tool(
            notes.vault_read,
            views.read_page,
            data=read_data,
            follow_up=follow_up.as_json,
            next_call=follow_up.rest_of_reading,
            shell=Shell("read", positional="places"),
        ),
        Tool(
            overview.vault_list,
            views.listing_page,
            data=result_data,
            follow_up=follow_up.as_json,
            next_call=follow_up.next_page,
            shell=Shell("list", positional="directory"),
        ),
        _tool(notes.view_file, views.file_view_page, "view", rest=follow_up.rest_of_view),
        _tool(graph.graph_traverse, views.traversal_page, "traverse", more=follow_up.wider_walk),
        _tool(graph.graph_path, views.path_page, "path", more=follow_up.more_paths),
        _paged(overview.vault_tags, views.tags_page, "tags"),
        Tool(
            queries.dataview_query,
            views.query_page,
            data=query_data,
            follow_up=follow_up.rest_of_queries,
            next_call=follow_up.next_page,
            shell=Shell("query", positional="query"),
        ),
        Tool(
            queries.dataview_eval,
            views.value_page,
            data=value_data,
            follow_up=follow_up.as_json,
            shell=Shell("eval"),
        ),
        _tool(overview.system_info, views.info_page, "info"),
    )
    return VaultToolset("vault", tools, INSTRUCTIONS, style, vault.start, card=vault.card)


def read_data(reading: Reading | PlacesReading, detail: Detail) -> object:
    """Return a note as other results, several places as `places_data` does."""
    return result_data(reading, detail) if isinstance(reading, Reading) else places_data(reading)


def _paged(
    function: Callable[..., P],
    view: View[P],
    command: str,
    *,
    rest: NextCall[P] = follow_up.as_json,
) -> Tool[P]:
    """A tool whose results come in pages."""
    return _tool(function, view, command, rest=rest, more=follow_up.next_page)


def _tool(
    function: Callable[..., R],
    view: View[R],
    command: str,
    *,
    rest: NextCall[R] = follow_up.as_json,
    more: NextCall[R] | None = None,
) -> Tool[R]:
    return Tool(
        function,
        view,
        data=result_data,
        follow_up=rest,
        next_call=more,
        shell=Shell(command),
    )


FAMILY = Family(
    name="vault",
    summary="search, read, list, view and walk a Markdown vault",
    settings=VaultSettings,
    toolset=vault_toolset,
    served="vault",
    modules=("msgspec", "numpy", "platformdirs", "regex", "yaml"),
)
