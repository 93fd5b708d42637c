"""The tools that follow links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.field import Field
from pageful.vault.choices import Direction
from pageful.vault.definitions.parameters import NotePath
from pageful.vault.definitions.vault_access import VaultAccess

if TYPE_CHECKING:
    from pageful.vault.results.graph import PathSearch, Traversal


@dataclass(frozen=True)
class GraphTools:
    """The tools that walk from note to note."""

    vault: VaultAccess

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
            str | None, Field(description="Only notes of this vault_search query.")
        ] = None,
    ) -> Traversal:
        """Walk from a note along its links, and show what is around it as a tree.

        Who links to A and B: vault_find.
        """
        from pageful.vault.graph.traversal import traverse
        from pageful.vault.search.searcher import matching_files
        from pageful.vault.snapshot.lookup import locate

        vault = self.vault.open(caller)
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
            Direction, Field(description="As links point, back, or either way.")
        ] = "both",
        max_paths: Annotated[int, Field(ge=1, le=50, description="At most so many ways.")] = 1,
    ) -> PathSearch:
        """Find the shortest way of links from one note to another, with their lines."""
        from pageful.vault.graph.path_search import paths_between
        from pageful.vault.snapshot.lookup import locate

        vault = self.vault.open(caller)
        return paths_between(
            vault.snapshot,
            vault.graph,
            locate(vault.snapshot, source),
            locate(vault.snapshot, target),
            direction=direction,
            max_paths=max_paths,
            caller=caller,
        )
