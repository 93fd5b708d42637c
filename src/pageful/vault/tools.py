"""The vault tools: their parameters and their descriptions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock, Thread
from typing import TYPE_CHECKING, Annotated, TypeVar

from pageful.tool.call_context import NextCall
from pageful.tool.context import Caller
from pageful.tool.directories import require_directory
from pageful.tool.errors import ToolError
from pageful.tool.field import Field
from pageful.tool.late_functions import LateModule, late_function
from pageful.tool.options import Style
from pageful.tool.tool import Shell, Tool, Toolset
from pageful.vault import views
from pageful.vault.choices import MOST_PLACES, MOST_ROWS, Direction, Sort
from pageful.vault.settings import VaultSettings

if TYPE_CHECKING:
    from pageful.page.presentation import Detail, View
    from pageful.vault import follow_up
    from pageful.vault.data import result_data
    from pageful.vault.finding.data import find_data
    from pageful.vault.finding.results import FindResult, PlacesReading
    from pageful.vault.paths.paths import VaultPaths
    from pageful.vault.queries.data import query_data, value_data
    from pageful.vault.queries.results import Evaluated, QueryPage
    from pageful.vault.results import (
        FileView,
        Listing,
        PathSearch,
        Reading,
        Search,
        TagSearch,
        Traversal,
        VaultInfo,
    )
    from pageful.vault.workspace import OpenVault, Workspace
else:  # A client, and who asks for help, waits for the list of tools, and for no result.
    follow_up = LateModule("pageful.vault.follow_up")
    result_data = late_function("pageful.vault.data", "result_data")
    find_data = late_function("pageful.vault.finding.data", "find_data")
    query_data = late_function("pageful.vault.queries.data", "query_data")
    value_data = late_function("pageful.vault.queries.data", "value_data")

INSTRUCTIONS = (
    "A vault of Markdown notes (Obsidian's kind), read from disk. Ask about many notes with "
    "vault_find, rank them with vault_search (words, or Obsidian's operators), read one with "
    "vault_read, a part of one with view_file, follow links with graph_traverse and graph_path, "
    "query fields and tasks with dataview_query. Paths are relative to the vault."
)

R = TypeVar("R")
P = TypeVar("P", "Search", "Reading", "Listing", "TagSearch")

_WITHOUT_END = 1_000_000_000
_AROUND = 650
"""Characters of a page around its text: headings, counts and the next call."""
_FENCES = 40
"""Characters of a page for the fences around a text, and to say that it ends without a newline."""
_LEAST = 80
"""The fewest characters of a text on a page, however much is around it."""

_MOST_READ = 24_000
"""Characters of a page of several places: about 7,000 tokens, a week of long daily notes."""
_MOST_FOUND = 12_000
"""Characters of a page of `vault_find`: about 3,500 tokens."""

Page = Annotated[int, Field(ge=1, description="Which page.")]
NotePath = Annotated[
    str, Field(description="The note's path in the vault; or its name or a link, if that is clear.")
]


@dataclass(frozen=True)
class VaultTools:
    """The tools on one vault, and how their pages look.

    Each loads what works for it when it is called: a client waits for the list of tools.
    """

    settings: VaultSettings
    style: Style
    _lock: Lock = field(default_factory=Lock)

    @property
    def _workspace(self) -> Workspace:
        with self._lock:
            return self._opened

    @cached_property
    def _opened(self) -> Workspace:
        from pageful.vault.workspace import Workspace

        return Workspace.of(self.settings.vault, follow_outside=self.settings.follow_outside_links)

    def _open(self, caller: Caller) -> OpenVault:
        return self._workspace.open(caller)

    def start(self) -> None:
        """Begin to read the vault, without waiting for it."""
        Thread(target=self._prepare, daemon=True).start()

    def _prepare(self) -> None:
        self._workspace.prepare()

    def vault_search(
        self,
        caller: Caller,
        query: Annotated[
            str,
            Field(
                description='Words (all of them), "whole words in a row", OR, -not, (groups), '
                "/regex/, file: path: content: tag: line:(a b) block: section: task: task-todo: "
                "task-done: match-case: ignore-case: [property] [property:value]."
            ),
        ],
        page: Page = 1,
        page_size: Annotated[int, Field(ge=1, le=100, description="Hits a page.")] = 10,
        sort: Annotated[
            Sort, Field(description="The order; modified and created: newest first.")
        ] = "relevance",
    ) -> Search:
        """Find notes with Obsidian's search language, the best first.

        Plain words are ranked: in a title, alias or heading before in the text. For all lines,
        counts or lists: vault_find.
        """
        from pageful.vault.search.searcher import search

        vault = self._open(caller)
        found = search(
            vault.snapshot,
            vault.term_index,
            query,
            sort=sort,
            page=page,
            page_size=page_size,
            caller=caller,
        )
        return replace(found, notes=(*found.notes, *vault.remarks))

    def vault_find(
        self,
        caller: Caller,
        queries: Annotated[
            list[str],
            Field(
                min_length=1,
                max_length=8,
                description="Each its own: what vault_search takes (words, path: tag: task: "
                "[field:value] [field:>=2024-01-01] [field:a OR b], inline fields too); and "
                "in:Folder/, links:Note (links to it), linked-by:Note, day:2024-12-02..08 "
                "(daily notes), is:orphan|unlinked|deadend|daily.",
            ),
        ],
        show: Annotated[
            str,
            Field(
                description="lines (every line that matches, numbered), names, count, gist (first "
                "line of each), text (whole notes), sections (those that match), open, done, tasks "
                "(the same task once), links, outline, fields (which they have, with values), or "
                'fields to show: "status,file.mtime". Default: lines where there are words, else '
                "names."
            ),
        ] = "",
        by: Annotated[
            str,
            Field(
                description="Count by line, folder, tag, day, month, year, a field, year(field), "
                'field~text (its values with text), or several: "status,year(intake)"; with '
                "show=tasks open and done ones."
            ),
        ] = "",
        sort: Annotated[str, Field(description="A field; -field: largest first.")] = "",
        under: Annotated[str, Field(description="Only below a heading of this name.")] = "",
        comments: Annotated[
            bool, Field(description="False: as if %% and <!-- --> were not there.")
        ] = True,
        limit: Annotated[int | None, Field(ge=1, le=MOST_ROWS, description="Rows.")] = None,
        page: Page = 1,
    ) -> FindResult:
        """Answer a question about many notes in one call: which, which lines, how many, by what.

        Every hit is shown or counted. Start here.
        """
        from pageful.vault.finding.finder import Request, find
        from pageful.vault.finding.layout import with_pages
        from pageful.vault.finding.results import FindResult

        vault = self._open(caller)
        request = Request(show.strip(), by.strip(), sort.strip(), under.strip(), comments)
        found = find(vault.snapshot, vault.graph, vault.term_index, queries, request, caller)
        around = _AROUND + sum(map(len, (*queries, show, by, sort, under)))
        room = min(_MOST_FOUND, max(_LEAST, self.style.budget - around))
        return with_pages(FindResult(found, page, 1, limit, room))

    def vault_read(
        self,
        caller: Caller,
        path: Annotated[
            str | None,
            Field(
                description="One note, to the letter, in pages: its path, or its name or a link."
            ),
        ] = None,
        page: Page = 1,
        places: Annotated[
            list[str] | None,
            Field(
                max_length=MOST_PLACES,
                description="Or several: path, name or end of a path; with #Heading, ^block, :line "
                "or :from-to; a pattern (Journal/2024-03-*); or days: Journal/2024-03-03..09.",
            ),
        ] = None,
        exact: Annotated[
            bool,
            Field(description="With places: with comments, query blocks and what is empty."),
        ] = False,
    ) -> Reading | PlacesReading:
        """Read notes or parts of them, several in one call.

        A long one comes in pages of whole lines; the last line of each says how to go on.
        """
        vault = self._open(caller)
        if path is None and places and (len(places) > 1 or not _is_plain(places[0])):
            from pageful.vault.finding.places import read_places

            around = _AROUND + sum(map(len, places))
            room = min(_MOST_READ, max(_LEAST, self.style.budget - around))
            return read_places(vault.snapshot, places, exact=exact, room=room)
        if path and places:
            raise ToolError("`path` and `places` are both given.", "Give all as `places`.")
        return self._read(vault, path or next(iter(places or ()), ""), page)

    def _read(self, vault: OpenVault, path: str, page: int) -> Reading:
        from pageful.vault.reading.note_text import NoteText
        from pageful.vault.snapshot.lookup import locate

        if not path:
            raise ToolError("No note is named.", 'Give `path`, or several `places`: ["A", "B#C"].')
        found = locate(vault.snapshot, path)
        backlinks = len(vault.graph.backlinks(found))
        text = NoteText.of(vault.snapshot, self._paths, found, backlinks=backlinks)
        around = self._length(path, text.frame) + _FENCES
        return text.page(page, room=max(_LEAST, self.style.budget - around))

    def vault_list(
        self,
        caller: Caller,
        directory: Annotated[str, Field(description="Below which folder; empty: the vault.")] = "",
        recursive: Annotated[bool, Field(description="Folders within folders too.")] = False,
        depth: Annotated[
            int | None, Field(ge=1, description="Only so many levels of them; implies recursive.")
        ] = None,
        page: Page = 1,
    ) -> Listing:
        """List folders and notes as a tree, with counts."""
        from pageful.vault.overview.listing import list_folder
        from pageful.vault.snapshot.lookup import locate_folder

        vault = self._open(caller)
        folder = locate_folder(vault.snapshot, directory)
        listing = list_folder(
            vault.snapshot,
            folder,
            recursive=recursive,
            depth=depth,
            page=page,
            room=self._room(folder),
        )
        return replace(listing, remarks=(*listing.remarks, *vault.remarks))

    def view_file(
        self,
        caller: Caller,
        path: NotePath,
        line: Annotated[int | None, Field(ge=1, description="The line to centre on.")] = None,
        heading: Annotated[
            str | None, Field(description='Or a heading: "Plan", "Plan#Risks".')
        ] = None,
        block: Annotated[str | None, Field(description="Or a block's id, without ^.")] = None,
        text: Annotated[str | None, Field(description="Or the first line with this text.")] = None,
        window: Annotated[int, Field(ge=1, le=500, description="How many lines.")] = 20,
    ) -> FileView:
        """See a part of a file with line numbers, around a line, a heading, a block or a text."""
        from pageful.vault.reading.viewing import view_lines
        from pageful.vault.snapshot.lookup import locate, subpath

        snapshot = self._open(caller).snapshot
        place = subpath(path) if path not in snapshot.files else ""
        if place and not (line or heading or block or text):
            heading, block = (None, place) if place.startswith("^") else (place, None)
        return view_lines(
            snapshot,
            self._paths,
            locate(snapshot, path),
            line=line,
            heading=heading,
            block=block,
            text=text,
            window=window,
        )

    def graph_traverse(
        self,
        caller: Caller,
        path: NotePath,
        depth: Annotated[int, Field(ge=1, le=10, description="How many links far.")] = 2,
        direction: Annotated[
            Direction, Field(description="Links out of notes, back to them, or both.")
        ] = "both",
        max_nodes: Annotated[int, Field(ge=1, le=1000, description="At most so many notes.")] = 50,
        filter: Annotated[  # noqa: A002 -- the parameter's name is the specification's
            str | None, Field(description="Only notes that this query of vault_search finds.")
        ] = None,
    ) -> Traversal:
        """Walk from a note along its links, and show what is around it as a tree.

        Who links to A and B: vault_find.
        """
        from pageful.vault.graph.traversal import traverse
        from pageful.vault.search.searcher import matching_files
        from pageful.vault.snapshot.lookup import locate

        vault = self._open(caller)
        start = locate(vault.snapshot, path)
        kept = matching_files(vault.snapshot, vault.term_index, filter, caller) if filter else None
        return traverse(
            vault.graph,
            start,
            depth=depth,
            direction=direction,
            max_nodes=max_nodes,
            filter_paths=kept,
            filter_text=filter or "",
            caller=caller,
        )

    def graph_path(
        self,
        caller: Caller,
        source: NotePath,
        target: NotePath,
        direction: Annotated[
            Direction, Field(description="Follow links as they point, back, or either way.")
        ] = "both",
        max_paths: Annotated[int, Field(ge=1, le=50, description="At most so many ways.")] = 1,
    ) -> PathSearch:
        """Find the shortest way of links from one note to another, with the line of each link."""
        from pageful.vault.graph.path_search import paths_between
        from pageful.vault.snapshot.lookup import locate

        vault = self._open(caller)
        return paths_between(
            vault.snapshot,
            vault.graph,
            locate(vault.snapshot, source),
            locate(vault.snapshot, target),
            direction=direction,
            max_paths=max_paths,
            caller=caller,
        )

    def vault_tags(
        self,
        caller: Caller,
        tag: Annotated[
            str | None, Field(description="The notes of this tag and its subtags.")
        ] = None,
        page: Page = 1,
    ) -> TagSearch:
        """List the vault's tags as a tree with counts; or for one tag its notes."""
        from pageful.vault.overview.tags import find_tag, tag_tree

        vault, room = self._open(caller), self._room(tag or "")
        if tag is None:
            tags = tag_tree(vault.snapshot, page=page, room=room)
        else:
            tags = find_tag(vault.snapshot, tag, page=page, room=room)
        return replace(tags, remarks=vault.remarks)

    def dataview_query(
        self,
        caller: Caller,
        query: Annotated[
            str | None,
            Field(description="A Dataview query: TABLE, LIST, TASK or CALENDAR …; or give `path`."),
        ] = None,
        path: Annotated[
            str | None,
            Field(
                description="The note that `this` means; without `query`, all queries of this note."
            ),
        ] = None,
        page: Annotated[int | None, Field(ge=1, description="Which page of rows.")] = None,
        page_size: Annotated[
            int | None,
            Field(
                ge=1,
                le=10_000,
                description="Rows a page (50); raw has all rows, unless this or `page` is given.",
            ),
        ] = None,
    ) -> QueryPage:
        """Run a query of the Dataview language over the vault: rows with fields of notes or tasks.

        With `path` and no query, run every `dataview` block of that note.
        """
        return self._open(caller).queries.run(query, path, page, page_size)

    def dataview_eval(
        self,
        caller: Caller,
        expression: Annotated[
            str, Field(description="An expression of the language, such as `= this.rating * 2`.")
        ],
        path: Annotated[str | None, Field(description="The note that `this` means.")] = None,
    ) -> Evaluated:
        """Evaluate an expression of the Dataview language, as inline queries do."""
        return self._open(caller).queries.evaluate(expression, path)

    def system_info(self, caller: Caller) -> VaultInfo:
        """Say what the vault holds: notes, links, tags, attachments, and what was left out."""
        from pageful.vault.overview.info import vault_info

        vault = self._open(caller)
        return vault_info(vault.snapshot, vault.graph, self._workspace.vault)

    @property
    def _paths(self) -> VaultPaths:
        return self._workspace.vault.paths

    def _room(self, path: str) -> int:
        """Return the characters of a page that are left for the names in a folder or of tags."""
        return max(self.style.budget // 4, self.style.budget - _AROUND - 2 * len(path))

    def _length(self, path: str, reading: Reading) -> int:
        """Return the characters of a page of the file asked for as `path`."""
        from pageful.page.calls import Call
        from pageful.page.presentation import present

        following = Call("vault_read", {"path": path, "page": reading.page + 1})
        shown = present(
            reading,
            views.reading_page,
            detail=self.style.detail,
            budget=_WITHOUT_END,
            next_call=following,
        )
        return len(shown.text)


def vault_toolset(settings: VaultSettings, style: Style) -> Toolset:
    """The vault tools on one vault.

    Raises:
        ToolError: the vault is no directory.
    """
    if settings.vault:
        require_directory(settings.vault, "vault", "Give the directory that the notes are in.")
    of = VaultTools(settings, style)
    tools = (
        _paged(
            of.vault_search,
            views.search_page,
            Shell("search", examples=("'rye starter'", "'tag:#bread -old' --sort modified")),
            rest=follow_up.rest_of_search,
        ),
        Tool(
            of.vault_find,
            views.find_page,
            data=find_data,
            follow_up=follow_up.as_json,
            next_call=follow_up.rest_of_find,
            shell=Shell("find", examples=("tag:#bread --show names", "task-todo: --by folder")),
        ),
        Tool(
            of.vault_read,
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
        _paged(
            of.vault_list,
            views.listing_page,
            Shell("list", positional="directory", examples=("Recipes", "--recursive --depth 2")),
        ),
        _tool(
            of.view_file,
            views.file_view_page,
            Shell("view", examples=("Rye.md --heading Starter", "Rye.md --line 40 --window 60")),
            rest=follow_up.rest_of_view,
        ),
        _tool(
            of.graph_traverse,
            views.traversal_page,
            Shell("traverse", examples=("Rye.md", "Rye.md --direction back --depth 1")),
            more=follow_up.wider_walk,
        ),
        _tool(
            of.graph_path,
            views.path_page,
            Shell("path", examples=("Rye.md Norden.md",)),
            more=follow_up.more_paths,
        ),
        _paged(
            of.vault_tags,
            views.tags_page,
            Shell("tags", positional="tag", examples=("", "bread/rye")),
        ),
        Tool(
            of.dataview_query,
            views.query_page,
            data=query_data,
            follow_up=follow_up.rest_of_queries,
            next_call=follow_up.next_page,
            shell=Shell(
                "query",
                positional="query",
                examples=("'TABLE rating FROM #bread SORT rating DESC'", "--path Rye.md"),
            ),
        ),
        Tool(
            of.dataview_eval,
            views.value_page,
            data=value_data,
            follow_up=follow_up.as_json,
            shell=Shell("eval", examples=("'1 + 1'", "'this.rating * 2' --path Rye.md")),
        ),
        _tool(of.system_info, views.info_page, Shell("info", examples=("",))),
    )
    return Toolset("vault", tools, INSTRUCTIONS, style, of.start)


def read_data(reading: Reading | PlacesReading, detail: Detail) -> object:
    """Return a note as other results, several places as `places_data` does."""
    from pageful.vault.finding.data import places_data
    from pageful.vault.results import Reading

    return result_data(reading, detail) if isinstance(reading, Reading) else places_data(reading)


def _is_plain(place: str) -> bool:
    from pageful.vault.finding.places import is_plain

    return is_plain(place)


def _paged(
    function: Callable[..., P],
    view: View[P],
    shell: Shell[P],
    *,
    rest: NextCall[P] = follow_up.as_json,
) -> Tool[P]:
    """A tool whose results come in pages."""
    return _tool(function, view, shell, rest=rest, more=follow_up.next_page)


def _tool(
    function: Callable[..., R],
    view: View[R],
    shell: Shell[R],
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
        shell=shell,
    )
