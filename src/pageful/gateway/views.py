"""Views: what a user wants of each tool's results, by a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from pageful.files.settings_places import find_project_settings, user_settings_place

Form = Literal["page", "data", "both", "untouched"]
"""The form of a tool's results: a face, whatever the client, or as they came."""

FieldPath = tuple[str, ...]
"""Keys from the top, with globs; lists on the way count as their items, `**` as any keys."""

# > [gateway]
# > [gateway.server.github]
_TABLE = re.compile(rb"^[ \t]*\[?[ \t]*\"?gateway\b", re.MULTILINE)


def find_views_file(directory: Path) -> Path | None:
    """Find the file of a directory's project, else the user's own."""
    places = (find_project_settings(directory), user_settings_place())
    there = [each for each in places if each and each.is_file()]
    return next(filter(_has_views, there), there[0] if there else None)


def _has_views(file: Path) -> bool:
    """Tell whether a file speaks of the gateway: it may have settings of families alone."""
    try:
        return bool(_TABLE.search(file.read_bytes()))
    except OSError:
        return False


@dataclass(frozen=True)
class ToolView:
    """A user's wishes for a tool's results; `None` where there is no wish."""

    keep: tuple[FieldPath, ...] | None = None
    drop: tuple[FieldPath, ...] | None = None
    cut: tuple[tuple[FieldPath, int], ...] | None = None
    form: Form | None = None
    store: bool | None = None
    budget: int | None = None

    @property
    def selects(self) -> bool:
        """Tell whether anything is left out of results."""
        return bool(self.keep or self.drop or self.cut)

    def over(self, other: ToolView) -> ToolView:
        """Return the other view's wishes with these over them."""
        wishes = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(other, **{name: wish for name, wish in wishes.items() if wish is not None})


@dataclass(frozen=True)
class ServerViews:
    """The views of one server's tools by globs, in the file's order, and what is for all."""

    face: str | None = None
    budget: int | None = None
    store: str | None = None
    tools: tuple[tuple[str, ToolView], ...] = ()

    def for_tool(self, tool: str) -> ToolView:
        """Return the view of a tool: of all globs that match, key by key the last one's wish."""
        view = ToolView()
        for each in self._matching(tool):
            view = each.over(view)
        return view

    def _matching(self, tool: str) -> Iterator[ToolView]:
        return (view for glob, view in self.tools if fnmatchcase(tool, glob))


NO_VIEWS = ServerViews()
