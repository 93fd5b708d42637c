"""The vault family as a program finds it: its settings, and its tools once they are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pageful.report.document import Report
from pageful.report.family_report import FamilyReport
from pageful.tool.begun_value import BegunValue, PathKind, Suggestion
from pageful.tool.family_setup import FamilySetup
from pageful.tool.kept_data import KeptData
from pageful.tool.options import Style
from pageful.tool.tool import Family, Toolset
from pageful.vault.settings import VaultSettings


def _toolset(settings: VaultSettings, style: Style) -> Toolset:
    from pageful.vault.tools import vault_toolset

    return vault_toolset(settings, style)


def _report(settings: VaultSettings, _part: str | None) -> Report:
    from pageful.vault.report import make_report

    return make_report(settings)


def _setup() -> FamilySetup:
    from pageful.vault.setup import SETUP

    return SETUP


def _values(begun: BegunValue) -> Iterable[Suggestion] | PathKind:
    from pageful.vault.suggested_values import suggest_values

    return suggest_values(begun)


def _watch_places(settings: VaultSettings) -> Sequence[Path]:
    from pageful.vault.paths.vault_directory import find_vault

    return (settings.vault or find_vault(Path.cwd()),)


def _list_kept() -> Iterable[KeptData]:
    from pageful.vault.snapshot.kept_notes import kept_notes

    return kept_notes()


_OTHER_WORDS = {
    **dict.fromkeys(("grep", "rg", "count", "lines", "which"), "find"),
    **dict.fromkeys(("cat", "open", "show", "get"), "read"),
    **dict.fromkeys(("ls", "tree", "dir", "folders"), "list"),
    **dict.fromkeys(("links", "backlinks", "graph", "walk"), "traverse"),
    **dict.fromkeys(("dataview", "table", "sql", "dql", "select"), "query"),
    **dict.fromkeys(("stats", "status", "overview"), "info"),
    **dict.fromkeys(("topic", "ask", "summary"), "about"),
    "calc": "eval",
}
"""Words that people type for commands that have other names here."""

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
    report=FamilyReport(_report, "a vault's size, tags, links and orphans"),
    other_words=_OTHER_WORDS,
    values=_values,
    kept=_list_kept,
    watched=_watch_places,
)
