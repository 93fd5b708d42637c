"""The maven family as a program finds it: its settings, and its tools once they are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.maven.settings import MavenSettings
from pageful.report.document import Report
from pageful.report.family_report import FamilyReport
from pageful.tool.begun_value import BegunValue, PathKind, Suggestion
from pageful.tool.family_setup import FamilySetup
from pageful.tool.kept_data import KeptData
from pageful.tool.options import Style
from pageful.tool.tool import Family, Toolset


def _toolset(settings: MavenSettings, style: Style) -> Toolset:
    from pageful.maven.tools import maven_toolset

    return maven_toolset(settings, style)


def _read_command(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Build the project of the POM that is named behind `--`, without `-q`."""
    if not given.get("args"):
        return given
    from pageful.maven.command_line import place_args

    directory = given.get("project", Path())
    args, root = place_args(given["args"], directory)
    project = {} if root == directory else {"project": root}
    return {**given, **project, "args": list(args)}


def _report(settings: MavenSettings, chosen: str | None) -> Report:
    from pageful.maven.report import make_report

    return make_report(settings, chosen)


def _setup() -> FamilySetup:
    from pageful.maven.setup import SETUP

    return SETUP


def _values(begun: BegunValue) -> Iterable[Suggestion] | PathKind:
    from pageful.maven.suggested_values import suggest_values

    return suggest_values(begun)


def _watch_places(settings: MavenSettings) -> Sequence[Path]:
    return (settings.project,)


def _list_kept() -> Iterable[KeptData]:
    from pageful.builds.records.kept_builds import kept_builds

    return kept_builds("maven")


_OTHER_WORDS = {
    **{
        phase: f"run {phase}"
        for phase in ("install", "deploy", "site", "validate", "integration-test")
    },
    **dict.fromkeys(("show", "log", "logs", "last", "result", "failures", "builds"), "build"),
    **dict.fromkeys(("deps", "tree", "dependency", "dependency:tree"), "dependencies"),
    **dict.fromkeys(("tests", "check"), "test"),
    **dict.fromkeys(("exec", "goal"), "run"),
    "make": "compile",
}
"""Words that people type for commands that have other names here."""

FAMILY = Family(
    name="maven",
    summary="build and test a Java project with Maven",
    settings=MavenSettings,
    toolset=_toolset,
    for_users=("allow_any_args", "mvn"),
    for_commands={"allow_any_args": True},
    read_command=_read_command,
    modules=("defusedxml", "filelock", "msgspec", "platformdirs", "psutil", "regex"),
    setup=_setup,
    report=FamilyReport(
        _report,
        "a build with its failures, traces and times",
        "the build's id; the last one if left out",
    ),
    other_words=_OTHER_WORDS,
    values=_values,
    kept=_list_kept,
    watched=_watch_places,
)
