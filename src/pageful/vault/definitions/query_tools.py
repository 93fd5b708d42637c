"""The tools that run bases and the Dataview language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.field import Field
from pageful.vault.choices import MOST_QUERY_ROWS
from pageful.vault.definitions.vault_access import VaultAccess

if TYPE_CHECKING:
    from pageful.vault.base_views.results import BasePage
    from pageful.vault.queries.results import Evaluation, QueryPage


@dataclass(frozen=True)
class QueryTools:
    """The tools of queries and expressions."""

    vault: VaultAccess

    def base_query(
        self,
        caller: Caller,
        path: Annotated[
            str | None,
            Field(description="A .base file; or a note, for every base in it."),
        ] = None,
        view: Annotated[str | None, Field(description="Which view; else the first.")] = None,
        base: Annotated[str | None, Field(description="Or a base as text: its YAML.")] = None,
        this: Annotated[str | None, Field(description='The note that "this" means.')] = None,
        page: Annotated[int | None, Field(ge=1, description="Which page.")] = None,
        page_size: Annotated[
            int | None, Field(ge=1, le=MOST_QUERY_ROWS, description="Rows a page (50).")
        ] = None,
    ) -> BasePage:
        """Show a view of an Obsidian base: its rows, groups and summaries.

        `base_query(path="Books.base", view="Reading")`.
        """
        return self.vault.open(caller).bases.run(path, view, base, this, page, page_size)

    def dataview_query(
        self,
        caller: Caller,
        query: Annotated[
            str | None,
            Field(description="TABLE, LIST, TASK or CALENDAR …; or give `path`."),
        ] = None,
        path: Annotated[
            str | None,
            Field(
                description="The note that `this` means; without `query`, all its queries are run."
            ),
        ] = None,
        page: Annotated[int | None, Field(ge=1, description="Which page.")] = None,
        page_size: Annotated[
            int | None,
            Field(
                ge=1,
                le=MOST_QUERY_ROWS,
                description="Rows a page (50).",
            ),
        ] = None,
    ) -> QueryPage:
        """Run a Dataview query: rows with fields of notes or tasks.

        `dataview_query(query="TABLE cost FROM #bread SORT cost DESC")`.
        """
        return self.vault.open(caller).queries.run(query, path, page, page_size)

    def dataview_eval(
        self,
        caller: Caller,
        expression: Annotated[str, Field(description="Such as `this.rating * 2`.")],
        path: Annotated[str | None, Field(description="The note that `this` means.")] = None,
    ) -> Evaluation:
        """Evaluate an expression of the Dataview language, as inline queries do."""
        return self.vault.open(caller).queries.evaluate(expression, path)
