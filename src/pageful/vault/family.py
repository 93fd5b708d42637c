"""The vault family as a program finds it: its settings, and its tools once they are wanted."""

from __future__ import annotations

from pageful.tool.family_setup import FamilySetup
from pageful.tool.options import Style
from pageful.tool.tool import Family, Toolset
from pageful.vault.settings import VaultSettings


def _toolset(settings: VaultSettings, style: Style) -> Toolset:
    from pageful.vault.tools import vault_toolset

    return vault_toolset(settings, style)


def _setup() -> FamilySetup:
    from pageful.vault.setup import SETUP

    return SETUP


FAMILY = Family(
    name="vault",
    summary="search, read, list, view and walk a Markdown vault",
    settings=VaultSettings,
    toolset=_toolset,
    served="vault",
    for_servers=("card",),
    for_users=("follow_outside_links",),
    modules=("msgspec", "numpy", "platformdirs", "regex", "yaml"),
    setup=_setup,
)
