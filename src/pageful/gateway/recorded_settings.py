"""Settings of a gateway in front of a server, for results of it that were recorded."""

from __future__ import annotations

from pathlib import Path

from pageful.gateway.settings import BUDGET, SMALLEST_BUDGET, Settings
from pageful.gateway.views import NO_VIEWS
from pageful.gateway.views_file import read_views
from pageful.tool.errors import ToolError


def recorded_settings(
    server: str,
    views_file: Path | None,
    budget: int | None,
    face: str = "page",
    *,
    must_have: bool = False,
) -> Settings:
    """Return the settings; a budget that was given goes over that of the views.

    Raises:
        ToolError: the file of views can't be read or has a mistake, or the budget is too small.
    """
    if budget is not None and budget < SMALLEST_BUDGET:
        raise ToolError(f"`--budget {budget}` is too small.", f"Give {SMALLEST_BUDGET:,}.")
    views = read_views(views_file, server, must_have=must_have) if views_file else NO_VIEWS
    return Settings(server, face, budget or views.budget or BUDGET, views=views)
