"""The tools that say what the vault has: folders, tags, counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pageful.lazy.dataclasses import dataclass, replace
from pageful.tool.context import Caller
from pageful.tool.field import Field
from pageful.vault.definitions.parameters import Page
from pageful.vault.definitions.vault_access import VaultAccess

if TYPE_CHECKING:
    from pageful.vault.results.info import Card, VaultInfo
    from pageful.vault.results.listing import Listing
    from pageful.vault.results.tags import TagSearch


@dataclass(frozen=True)
class OverviewTools:
    """The tools that list and count."""

    vault: VaultAccess

    def vault_list(
        self,
        caller: Caller,
        directory: Annotated[str, Field(description="Below which folder.")] = "",
        recursive: Annotated[bool, Field(description="Folders within folders too.")] = False,
        depth: Annotated[
            int | None, Field(ge=1, description="Only so many levels of them; implies recursive.")
        ] = None,
        page: Page = 1,
    ) -> Listing:
        """List folders and notes as a tree, with counts."""
        from pageful.vault.overview.listing import list_folder
        from pageful.vault.snapshot.lookup import locate_folder

        vault = self.vault.open(caller)
        folder = locate_folder(vault.snapshot, directory)
        listing = list_folder(
            vault.snapshot,
            folder,
            recursive=recursive,
            depth=depth,
            page=page,
            room=self.vault.room(folder),
        )
        return replace(listing, remarks=(*listing.remarks, *vault.remarks))

    def vault_tags(
        self,
        caller: Caller,
        tag: Annotated[
            str | None, Field(description="Instead the notes of this tag and its subtags.")
        ] = None,
        page: Page = 1,
    ) -> TagSearch:
        """List the vault's tags as a tree with counts."""
        from pageful.vault.overview.tags import find_tag, tag_tree

        vault, room = self.vault.open(caller), self.vault.room(tag or "")
        if tag is None:
            tags = tag_tree(vault.snapshot, page=page, room=room)
        else:
            tags = find_tag(vault.snapshot, tag, page=page, room=room)
        return replace(tags, remarks=vault.remarks)

    def system_info(
        self,
        caller: Caller,
        card: Annotated[bool, Field(description="Folders with their fields and values.")] = False,
    ) -> VaultInfo | Card:
        """Say what the vault holds: notes, bases, links, tags, attachments; what was left out."""
        from pageful.vault.overview.info import vault_info

        if card:
            from pageful.vault.results.info import Card

            return Card(self.vault.workspace.card(caller))
        vault = self.vault.open(caller)
        return vault_info(vault.snapshot, vault.graph, self.vault.workspace.vault)
