"""Views of bases over vaults that tests write, as the tool runs them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from folders import fill
from pageful.tool.context import Caller
from pageful.vault.base_views.data import base_data
from pageful.vault.base_views.runner import BaseViews
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.snapshot.vault import Vault
from pageful.vault.values.calendar_days import DAY, day_number
from pageful.vault.values.clock import Clock
from pageful.vault.values.zones import UTC_ZONE

CLOCK = Clock(day_number(2026, 3, 14) * DAY, UTC_ZONE)
"""A Saturday."""


def views_on(
    root: Path, files: Mapping[str, str | bytes] | None = None, caller: Caller | None = None
) -> BaseViews:
    """Views on a vault with these files, which are written first."""
    vault = Vault(fill(root / "vault", files or {}), cache=root / "cache")
    snapshot = vault.scan(Caller())
    graph = LatestGraph().of(snapshot, Caller())
    return BaseViews(vault.paths, snapshot, graph, caller or Caller(), CLOCK)


def data_of(views: BaseViews, path: str | None = None, **arguments: Any) -> dict[str, Any]:
    """The JSON of a view."""
    return base_data(views.run(path, **arguments), "concise")


def shown(views: BaseViews, base: str, **arguments: Any) -> list[str]:
    """The paths of the rows of a base's first view."""
    return [row["path"] for row in data_of(views, base=base, **arguments)["rows"]]


def cells(views: BaseViews, base: str, column: str, **arguments: Any) -> list[Any]:
    """The cells of a column of a base's first view."""
    return [row[column] for row in data_of(views, base=base, **arguments)["rows"]]
