"""Sums of the log of decisions: calls and tokens by server and tool, and the reasons."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pageful.gateway.counting import RECALL
from pageful.tool.errors import ToolError

_JSON_RATE, _PAGE_RATE = 3.45, 3.16
"""Characters of a token in JSON and in pages, measured with o200k over recorded results."""


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

    def add(self, entry: Mapping[str, Any]) -> None:
        """Count an entry of the log."""
        if entry["reason"] == RECALL:
            self.recalls += 1
            self.recalled += round(entry["shown"] / _PAGE_RATE)
            return
        is_same = entry["shown"] == entry["sent"]
        self.calls += 1
        self.sent += round(entry["sent"] / _JSON_RATE)
        self.shown += round(entry["shown"] / (_JSON_RATE if is_same else _PAGE_RATE))
        self.cut += bool(entry.get("hidden"))
        self.reasons[entry["reason"]] += 1

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


def read_log(files: Iterable[Path]) -> Iterator[Mapping[str, Any]]:
    """Yield the entries of logs, passing by lines that a crash has cut off.

    Raises:
        ToolError: a file can't be read.
    """
    for file in files:
        try:
            with file.open(encoding="utf-8", errors="replace") as lines:
                yield from filter(None, map(_entry, lines))
        except OSError as error:
            problem = f"{file} can't be read: {error.strerror}."
            raise ToolError(problem, "Name the file that `--log` was given.") from None


def add_up(entries: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], ToolStatistics]:
    """Add up entries by server and tool."""
    found: dict[tuple[str, str], ToolStatistics] = {}
    for entry in entries:
        found.setdefault((entry["server"], entry["tool"]), ToolStatistics()).add(entry)
    return found


def _entry(line: str) -> Mapping[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    if not isinstance(entry, dict):
        return None
    texts = all(isinstance(entry.get(key), str) for key in ("server", "tool", "reason"))
    numbers = all(type(entry.get(key)) in (int, float) for key in ("time", "sent", "shown"))
    return entry if texts and numbers else None
