"""Decisions on results: what each was as it was sent, what it is as shown, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pageful.lazy.dataclasses import dataclass, field

RECALL = "recall"
"""The reason of a decision that is a call of `recall`: nothing was sent for it."""

FieldSize = tuple[int, int, int, int]
"""The size of a field: its values, empty ones, characters of all, characters of the longest."""


@dataclass(frozen=True)
class Decision:
    """One decision on a result, in characters of JSON text; nothing of the result itself."""

    tool: str
    reason: str
    sent: int
    shown: int
    hidden: bool = False
    fields: Mapping[str, FieldSize] = field(default_factory=dict)


Note = Callable[[Decision], None]


def ignore(_decision: Decision) -> None:
    """Note nothing."""
