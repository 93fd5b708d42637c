"""The maven family as a program finds it: its settings, and its tools once they are wanted."""

from __future__ import annotations

from pageful.maven.settings import MavenSettings
from pageful.tool.options import Style
from pageful.tool.tool import Family, Toolset


def _toolset(settings: MavenSettings, style: Style) -> Toolset:
    from pageful.maven.tools import maven_toolset

    return maven_toolset(settings, style)


FAMILY = Family(
    name="maven",
    summary="build and test a Java project with Maven",
    settings=MavenSettings,
    toolset=_toolset,
    modules=("defusedxml", "filelock", "msgspec", "platformdirs", "psutil", "regex"),
)
