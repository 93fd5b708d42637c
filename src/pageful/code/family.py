"""The code family as a program finds it: its settings, and its tools once they are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pageful.code.settings import CodeSettings
from pageful.report.document import Report
from pageful.report.family_report import FamilyReport
from pageful.tool.begun_value import BegunValue, PathKind, Suggestion
from pageful.tool.family_setup import FamilySetup
from pageful.tool.kept_data import KeptData
from pageful.tool.options import Style
from pageful.tool.tool import Family, Toolset


def _toolset(settings: CodeSettings, style: Style) -> Toolset:
    from pageful.code.tools import code_toolset

    return code_toolset(settings, style)


def _report(settings: CodeSettings, chosen: str | None) -> Report:
    from pageful.code.report import make_report

    return make_report(settings, chosen)


def _setup() -> FamilySetup:
    from pageful.code.setup import SETUP

    return SETUP


def _values(begun: BegunValue) -> Iterable[Suggestion] | PathKind:
    from pageful.code.suggested_values import suggest_values

    return suggest_values(begun)


def _watch_places(settings: CodeSettings) -> Sequence[Path]:
    from pageful.code.index.reach import working_repository

    return settings.repo or working_repository() or (Path.cwd(),)


def _list_kept() -> Iterable[KeptData]:
    from pageful.code.index.kept_indexes import kept_indexes

    return kept_indexes()


_OTHER_WORDS = {
    **dict.fromkeys(("grep", "rg", "ag", "text", "callers", "usages"), "find"),
    **dict.fromkeys(("read", "cat", "view", "open", "symbol", "outline"), "show"),
    **dict.fromkeys(("ls", "list", "info", "stats", "projects"), "status"),
    **dict.fromkeys(("reindex", "update", "add", "build", "sync"), "index"),
    **dict.fromkeys(("similar", "like", "neighbors"), "related"),
    **dict.fromkeys(("ask", "query", "semantic"), "search"),
}
"""Words that people type for commands that have other names here."""

FAMILY = Family(
    name="code",
    summary="index a repository and search it by meaning and by name",
    settings=CodeSettings,
    toolset=_toolset,
    style=Style(format="json", detail="detailed"),
    for_users=("any_repo", "data", "embedder"),
    modules=("chardet", "filelock", "numpy", "platformdirs", "regex", "tree_sitter"),
    setup=_setup,
    report=FamilyReport(
        _report, "the state of an index", "the project; that of this directory if left out"
    ),
    other_words=_OTHER_WORDS,
    values=_values,
    kept=_list_kept,
    watched=_watch_places,
)
