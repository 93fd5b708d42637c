"""The context of an expression beside its row: links, named values, the clock, a budget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock, current_clock
from pageful.vault.values.values import Value


class Links(Protocol):
    """The resolution of links, as seen from one note."""

    def resolve(self, path: str) -> Mapping[str, Value] | None:
        """Return the fields of the note that a link's path means, None if there is no such note."""

    def normalize(self, path: str) -> str:
        """Return the full path of the note that a link's path means, or the path itself."""


class NoLinks:
    """The resolution of links without a vault: none resolves."""

    def resolve(self, path: str) -> Mapping[str, Value] | None:
        """Return None."""

    def normalize(self, path: str) -> str:
        """Return the path itself."""
        return path


@dataclass(slots=True)
class Context:
    """The context of all expressions of one query.

    `globals` are the names that every row sees, such as `this`.
    """

    links: Links = field(default_factory=NoLinks)
    globals: Mapping[str, Value] = field(default_factory=dict)
    clock: Clock = field(default_factory=current_clock)
    budget: Budget = field(default_factory=Budget)
