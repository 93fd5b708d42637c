"""The tools that answer from many notes: a ranked search, and questions about all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pageful.lazy.dataclasses import dataclass, replace
from pageful.tool.context import Caller
from pageful.tool.field import Field
from pageful.vault.choices import MOST_ROWS, Sort
from pageful.vault.definitions.parameters import Page
from pageful.vault.definitions.vault_access import AROUND, LEAST, VaultAccess

if TYPE_CHECKING:
    from pageful.vault.finding.results import FindResult
    from pageful.vault.results.search import Search
    from pageful.vault.topics.results import TopicOverview

_MOST_FOUND = 12_000
"""Characters of a page of `vault_find`: about 3,500 tokens."""


@dataclass(frozen=True)
class SearchTools:
    """The tools that look into all notes."""

    vault: VaultAccess

    def vault_search(
        self,
        caller: Caller,
        query: Annotated[
            str,
            Field(
                description='Words (all of them), "whole words in a row", OR, -not, (groups), '
                "/regex/, file: path: content: tag: line:(a b) block: section: task: task-todo: "
                "task-done: match-case: ignore-case: [property] [property:value] "
                '[property:"whole value"].'
            ),
        ],
        page: Page = 1,
        page_size: Annotated[int, Field(ge=1, le=100, description="Hits a page.")] = 10,
        sort: Annotated[
            Sort, Field(description="Modified and created: newest first.")
        ] = "relevance",
        partial: Annotated[bool, Field(description="Notes with only some of the words.")] = False,
    ) -> Search:
        """Find notes with Obsidian's search language, the best first.

        Plain words are ranked, names before text; a question also finds notes in other words. For
        all lines, counts or lists: vault_find.
        """
        from pageful.vault.search.searcher import search

        vault = self.vault.open(caller)
        found = search(
            vault.snapshot,
            vault.term_index,
            query,
            sort=sort,
            page=page,
            page_size=page_size,
            partial=partial,
            meaning=vault.meaning,
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
                description="Each its own: what vault_search takes (words, /regex/ (^ and $ of a "
                'line, any case), path: tag: task: [field:part] [field:"whole value"] '
                "[field:>=2024-01-01] [field:a OR b], inline fields too); and heading:word, "
                'in:Folder/, links:"A note" (links to it), linked-by:Note, '
                "day:2024-12-02..08 (daily notes), is:orphan|unlinked|deadend|daily.",
            ),
        ],
        show: Annotated[
            str,
            Field(
                description="lines (all that match), names, count, gist (first line of each), text "
                "(whole notes), sections (those that match), open, done, tasks, links, related "
                "(near in meaning, not linked), outline, fields (which they have, with values), or "
                'fields to show: "status,file.mtime". Default: lines where there are words, else '
                "names."
            ),
        ] = "",
        by: Annotated[
            str,
            Field(
                description="Count by line, folder, tag (in text too; tags: the field alone), "
                "day, month, year, a field, year(field), field~text (its values with "
                'text), or several: "status,year(intake)"; with show=tasks open and done ones.'
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

        Every hit is shown or counted. Start here: `vault_find(queries=["links:Rye"], show="lines")`
        gives all links to a note.
        """
        from pageful.vault.finding.finder import Request, find
        from pageful.vault.finding.layout import with_pages
        from pageful.vault.finding.results import FindResult

        vault = self.vault.open(caller)
        request = Request(show.strip(), by.strip(), sort.strip(), under.strip(), comments)
        found = find(
            vault.snapshot,
            vault.graph,
            vault.term_index,
            queries,
            request,
            caller,
            near_note=vault.near_note,
        )
        around = AROUND + sum(map(len, (*queries, show, by, sort, under)))
        room = min(_MOST_FOUND, max(LEAST, self.vault.style.budget - around))
        return with_pages(FindResult(found, page, 1, limit, room))

    def vault_about(
        self,
        caller: Caller,
        topic: Annotated[str, Field(description="Its words; rare ones count more.")],
        within: Annotated[str, Field(description="Only notes of this vault_find query.")] = "",
        length: Annotated[
            int, Field(ge=1_000, le=24_000, description="Characters of the page.")
        ] = 6_000,
    ) -> TopicOverview:
        """Get all on a topic in one page.

        Its best sections whole, open tasks, days that mention it, and where the rest is.
        """
        from pageful.vault.finding.finder import select
        from pageful.vault.topics.about import collect_topic
        from pageful.vault.topics.near import may_be_near, with_near

        vault = self.vault.open(caller)
        notes = select(vault.snapshot, vault.graph, vault.term_index, within, caller)
        room = max(LEAST, self.vault.style.budget - AROUND - len(topic))
        about = collect_topic(topic, notes, budget=min(length, room))
        if not may_be_near(about):
            return about
        near, remark = vault.meaning.ask(topic, vault.snapshot, caller)
        return with_near(about, near, remark, frozenset(notes.paths))
