"""Settings of a gateway, as its command line and its file of views give them."""

from __future__ import annotations

from fnmatch import fnmatchcase

from pageful.gateway.views import NO_VIEWS, ServerViews
from pageful.lazy.dataclasses import dataclass

BUDGET = 40_000
"""Characters of a page: about 12,000 tokens, half of what Claude Code takes of one result."""

SMALLEST_BUDGET = 1_000
"""Characters: a page with less room says nothing."""


@dataclass(frozen=True)
class Settings:
    """The treatment of results that a gateway was started with."""

    name: str = ""
    face: str = "auto"
    budget: int = BUDGET
    excepted: tuple[str, ...] = ()
    views: ServerViews = NO_VIEWS
    notes_fields: bool = False

    def excepts(self, tool: str) -> bool:
        """Tell whether a tool's results and definition stay as they came."""
        return self.views.for_tool(tool).form == "untouched" or any(
            fnmatchcase(tool, pattern) for pattern in self.excepted
        )
