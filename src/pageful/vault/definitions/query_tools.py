"""The tools that run the Dataview language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.field import Field
from pageful.vault.choices import MOST_QUERY_ROWS
from pageful.vault.definitions.vault_access import VaultAccess

if TYPE_CHECKING:
    from pageful.vault.queries.results import Evaluation, QueryPage


@dataclass(frozen=True)
class QueryTools:
    """The tools of queries and expressions."""

    vault: VaultAccess

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
                le=MOST_QUERY_ROWS,
                description="Rows a page (50); raw has all rows, unless this or `page` is given.",
            ),
        ] = None,
    ) -> QueryPage:
        """Run a query of the Dataview language over the vault: rows with fields of notes or tasks.

        `dataview_query(query="TABLE cost FROM #bread SORT cost DESC")`; with `path` and no query,
        every `dataview` block of that note.
        """
        return self.vault.open(caller).queries.run(query, path, page, page_size)

    def dataview_eval(
        self,
        caller: Caller,
        expression: Annotated[
            str, Field(description="An expression of the language, such as `= this.rating * 2`.")
        ],
        path: Annotated[str | None, Field(description="The note that `this` means.")] = None,
    ) -> Evaluation:
        """Evaluate an expression of the Dataview language, as inline queries do."""
        return self.vault.open(caller).queries.evaluate(expression, path)
