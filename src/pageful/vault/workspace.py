"""One vault with what is derived from it, moment after moment: what every tool works on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.text.single_line import name
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.graph.path_search import paths_between
from pageful.vault.graph.traversal import traverse
from pageful.vault.overview.info import vault_info
from pageful.vault.overview.listing import listed
from pageful.vault.overview.tags import tag_tree, tagged
from pageful.vault.reading.note_text import read
from pageful.vault.reading.viewing import viewed
from pageful.vault.results import (
    Direction,
    FileView,
    Listing,
    PathSearch,
    Reading,
    Search,
    Sort,
    TagSearch,
    Traversal,
    VaultInfo,
)
from pageful.vault.search.searcher import found, searched
from pageful.vault.search.term_indexes import Lexicons
from pageful.vault.snapshot.lookup import located, located_folder, subpath
from pageful.vault.snapshot.snapshot import Moment
from pageful.vault.snapshot.vault import Vault, find_vault

if TYPE_CHECKING:
    from pageful.vault.dataview.engine import Engine
    from pageful.vault.queries.queries import Queries
    from pageful.vault.queries.results import Evaluated, QueryPage

_AROUND = 650
"""Characters of a page that stand around its text: headings, counts and the next call."""


_GAPS = 40
"""Characters of a page for the fences around a text, and to say that it ends without a newline."""

_LEAST = 80
_MOST = 999_999


def _framed(reading: Reading) -> Reading:
    """A page of a file without its text, with numbers as long as they can be."""
    return replace(
        reading,
        content="",
        page=_MOST,
        pages=_MOST + 1,
        first_line=_MOST,
        last_line=_MOST,
        lines=_MOST,
        first_character=_MOST,
        last_character=_MOST,
        characters=_MOST,
    )


@dataclass
class Workspace:
    """The vault, its links and its words; a page has at most `budget` characters.

    Safe to use from any thread.
    """

    vault: Vault
    budget: int
    _graphs: LatestGraph = field(init=False, default_factory=LatestGraph)
    _lexicons: Lexicons = field(init=False)

    def __post_init__(self) -> None:
        """Keep the words of the vault beside its notes."""
        self._lexicons = Lexicons(self.vault.words_cache)

    @classmethod
    def of(cls, directory: Path | None, budget: int, *, follow_outside: bool) -> Workspace:
        """The workspace of a directory, or of the vault that the current one is in.

        Raises:
            ToolError: it is no directory.
        """
        root = directory or find_vault(Path.cwd())
        return cls(Vault(root, follow_outside=follow_outside), budget)

    def prepare(self) -> None:
        """Read the vault, its words and its links, so that the first call need not wait for it.

        From then on the system is asked what has changed, where it knows.
        """
        self.vault.watch()
        with suppress(ToolError):  # which the first call will tell
            caller = Caller()
            moment = self.vault.moment(caller)
            self._lexicons.of(moment, caller)
            self._graphs.of(moment, caller)

    def search(
        self, caller: Caller, query: str, *, sort: Sort, page: int, page_size: int
    ) -> Search:
        """What a query finds.

        Raises:
            ToolError: the query can't be understood, or takes too long.
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        lexicon = self._lexicons.of(moment, caller)
        search = searched(
            moment, lexicon, query, sort=sort, page=page, page_size=page_size, caller=caller
        )
        return replace(search, notes=(*search.notes, *self._remarks(moment)))

    def read(
        self, caller: Caller, path: str, *, page: int, frame: Callable[[Reading], int]
    ) -> Reading:
        """A file's text, or a page of it; `frame` counts what stands around the text on a page.

        Raises:
            ToolError: there is no such file or page, or it may not or can't be read.
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        path = located(moment, path)
        backlinks = len(self._graphs.of(moment, caller).backlinks(path))
        of_file = partial(read, moment, self.vault.paths, path, backlinks=backlinks)
        around = frame(_framed(of_file(page=1, room=self.budget))) + _GAPS
        return of_file(page=page, room=max(_LEAST, self.budget - around))

    def list(
        self, caller: Caller, directory: str, *, recursive: bool, depth: int | None, page: int
    ) -> Listing:
        """The tree of a folder, or a page of it.

        Raises:
            ToolError: there is no such folder or page.
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        directory = located_folder(moment, directory)
        room = self._room(directory)
        listing = listed(moment, directory, recursive=recursive, depth=depth, page=page, room=room)
        return replace(listing, remarks=(*listing.remarks, *self._remarks(moment)))

    def view(
        self,
        caller: Caller,
        path: str,
        *,
        line: int | None,
        heading: str | None,
        block: str | None,
        text: str | None,
        window: int,
    ) -> FileView:
        """A window of a file's lines.

        Raises:
            ToolError: there is no such file or place in it, or it may not or can't be read.
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        place = subpath(path) if path not in moment.files else ""
        if place and not (line or heading or block or text):
            heading, block = (None, place) if place.startswith("^") else (place, None)
        return viewed(
            moment,
            self.vault.paths,
            located(moment, path),
            line=line,
            heading=heading,
            block=block,
            text=text,
            window=window,
        )

    def traverse(
        self,
        caller: Caller,
        path: str,
        *,
        depth: int,
        direction: Direction,
        max_nodes: int,
        sought: str | None,
    ) -> Traversal:
        """The notes around one; only those that the query `sought` finds, if there is one.

        Raises:
            ToolError: there is no such note, or the query can't be understood.
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        path = located(moment, path)
        kept = found(moment, self._lexicons.of(moment, caller), sought, caller) if sought else None
        return traverse(
            self._graphs.of(moment, caller),
            path,
            depth=depth,
            direction=direction,
            max_nodes=max_nodes,
            filter_paths=kept,
            filter_text=sought or "",
            caller=caller,
        )

    def path(
        self, caller: Caller, source: str, target: str, *, direction: Direction, max_paths: int
    ) -> PathSearch:
        """The shortest ways of links from one note to another.

        Raises:
            ToolError: there is no such note.
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        return paths_between(
            moment,
            self._graphs.of(moment, caller),
            located(moment, source),
            located(moment, target),
            direction=direction,
            max_paths=max_paths,
            caller=caller,
        )

    def tags(self, caller: Caller, tag: str | None, *, page: int) -> TagSearch:
        """The tags as a tree, or one tag's notes.

        Raises:
            ToolError: there is no such page.
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        room = self._room(tag or "")
        if tag is None:
            tags = tag_tree(moment, page=page, room=room)
        else:
            tags = tagged(moment, tag, page=page, room=room)
        return replace(tags, remarks=self._remarks(moment))

    def query(
        self,
        caller: Caller,
        query: str | None,
        path: str | None,
        *,
        page: int | None,
        page_size: int | None,
    ) -> QueryPage:
        """A page of what a query finds, or what all queries of a note find.

        Raises:
            ToolError: the query fails, or there is no such note or page.
            Cancelled: the caller gave up.
        """
        return self._queries(caller).queried(query, path, page, page_size)

    def evaluate(self, caller: Caller, expression: str, path: str | None) -> Evaluated:
        """The value of an expression.

        Raises:
            ToolError: it can't be read or has no value, or there is no such note.
            Cancelled: the caller gave up.
        """
        return self._queries(caller).evaluated(expression, path)

    def info(self, caller: Caller) -> VaultInfo:
        """What the vault holds.

        Raises:
            Cancelled: the caller gave up.
        """
        moment = self.vault.moment(caller)
        return vault_info(moment, self._graphs.of(moment, caller), self.vault)

    def _queries(self, caller: Caller) -> Queries:
        # Loaded with the first query: the language is large, and most calls do without it.
        from pageful.vault.queries.queries import Queries

        moment = self.vault.moment(caller)
        return Queries(self._engine, moment, self._graphs.of(moment, caller), caller)

    @cached_property
    def _engine(self) -> Engine:
        from pageful.vault.dataview.engine import Engine

        return Engine(self.vault.paths)

    def _remarks(self, moment: Moment) -> tuple[str, ...]:
        """That there are no notes at all: what is searched may not be what was meant."""
        if moment.notes:
            return ()
        root = name(str(self.vault.paths.root))
        return (f"0 notes in {root}: is this the vault that is meant?",)

    def _room(self, path: str) -> int:
        """Characters of a page that are left for the text of a file or the names in a folder."""
        return max(self.budget // 4, self.budget - _AROUND - 2 * len(path))
