"""The code family as a program finds it: its settings, and its tools once they are wanted."""

from __future__ import annotations

from pageful.code.settings import CodeSettings
from pageful.tool.family_setup import FamilySetup
from pageful.tool.options import Style
from pageful.tool.tool import Family, Toolset


def _toolset(settings: CodeSettings, style: Style) -> Toolset:
    from pageful.code.tools import code_toolset

    return code_toolset(settings, style)


def _setup() -> FamilySetup:
    from pageful.code.setup import SETUP

    return SETUP


FAMILY = Family(
    name="code",
    summary="index a repository and search it by meaning and by name",
    settings=CodeSettings,
    toolset=_toolset,
    style=Style(format="json", detail="detailed"),
    for_users=("any_repo", "data", "embedder"),
    modules=("chardet", "filelock", "numpy", "platformdirs", "regex", "tree_sitter"),
    setup=_setup,
)
