"""Results of views: rows with typed cells, groups, summaries, failed filters."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass
from pageful.vault.bases.columns import Column
from pageful.vault.bases.filters import FailedCondition
from pageful.vault.bases.values import Value


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of a column: its name, such as `Average`, and its value."""

    column: Column
    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows that have one value of the property that the view groups by; their number."""

    key: Value
    size: int
    summaries: tuple[Summary, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewRow:
    """A file with a cell for each column."""

    path: str
    cells: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ViewResult:
    """A view that was run.

    `paths` are the files that it shows, in its order, group after group; of `total` that its
    filters keep, the rest being cut off by its `limit`. `groups` are empty where it does not group.
    """

    columns: tuple[Column, ...]
    paths: tuple[str, ...]
    total: int
    grouped_by: Column | None = None
    groups: tuple[RowGroup, ...] = ()
    summaries: tuple[Summary, ...] = ()
    failed: tuple[FailedCondition, ...] = ()
    remarks: tuple[str, ...] = ()
