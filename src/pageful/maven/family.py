"""The maven family as a program finds it: its settings, and its tools once they are wanted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pageful.maven.settings import MavenSettings
from pageful.tool.family_setup import FamilySetup
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


def _setup() -> FamilySetup:
    from pageful.maven.setup import SETUP

    return SETUP


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
)
