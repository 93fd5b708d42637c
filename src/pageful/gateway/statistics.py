"""Sums of what gateways noted: calls and tokens by server and tool, and the reasons."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from pageful.gateway.counting import RECALL
from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError
from pageful.usage.counts import Usage
from pageful.usage.switch import counting_place, usual_place
from pageful.usage.usage_log import LogEntry, UsageLog


@dataclass
class ToolStatistics:
    """The calls of one tool: what came, what was shown, what was asked for again."""

    calls: int = 0
    sent: int = 0
    shown: int = 0
    cut: int = 0
    recalls: int = 0
    recalled: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, usage: Usage) -> None:
        """Count an answer."""
        shown = usage.size.page.tokens if usage.size.page else 0
        if usage.reason == RECALL:
            self.recalls += 1
            self.recalled += shown
            return
        self.calls += 1
        self.sent += usage.size.json.tokens if usage.size.json else 0
        self.shown += shown
        self.cut += usage.is_cut
        self.reasons[usage.reason] += 1

    def __iadd__(self, other: ToolStatistics) -> ToolStatistics:
        """Add another tool's."""
        self.calls += other.calls
        self.sent += other.sent
        self.shown += other.shown
        self.cut += other.cut
        self.recalls += other.recalls
        self.recalled += other.recalled
        self.reasons += other.reasons
        return self

    @property
    def share(self) -> float | None:
        """Return what was shown and recalled of what was sent, if anything was."""
        return (self.shown + self.recalled) / self.sent if self.sent else None


def find_log(named: Path | None) -> UsageLog:
    """Return the log that was named, which has to be there, or that of this machine.

    Raises:
        ToolError: there is no such file, or no place for one.
    """
    log = UsageLog(named or counting_place(os.environ, by_default=True) or usual_place(os.environ))
    if named and not log.files():
        problem = f"{named} can't be read: there is no such file."
        raise ToolError(problem, "Name the file that `--log` was given.")
    return log


def read_decisions(log: UsageLog) -> Iterator[LogEntry]:
    """Yield what gateways noted in a log.

    Raises:
        ToolError: the log can't be read.
    """
    return (each for each in log.read() if each.usage.kind.door == "gateway")


def add_up(usages: Iterable[Usage]) -> dict[tuple[str, str], ToolStatistics]:
    """Add up answers by server and tool."""
    found: dict[tuple[str, str], ToolStatistics] = {}
    for usage in usages:
        found.setdefault((usage.kind.source, usage.kind.tool), ToolStatistics()).add(usage)
    return found
