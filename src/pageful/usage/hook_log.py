"""The log of what hooks decided, and of the runs that followed: shapes and numbers, no content."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pageful.tool.errors import ToolError
from pageful.usage.switch import counting_place
from pageful.usage.usage_log import LogEntry, UsageLog

_TYPES: Mapping[str, tuple[type, ...]] = {"float": (int, float), "int": (int,), "str": (str,)}

RUN = "run"
"""The client's name of a run: `pageful run` counts itself among the answers."""


@dataclass(frozen=True, slots=True)
class HookEvent:
    """A line of the log: one decision on a command, or one run.

    `reason` is empty where the command was rewritten. `shape` says how its commands are joined.
    `place`, `line` and `call` are numbers that are equal for equal directories, commands and calls.
    """

    time: float
    client: str
    reason: str = ""
    shape: str = ""
    lines: int = 0
    place: str = ""
    line: str = ""
    call: str = ""
    log_characters: int = 0
    page_characters: int = 0
    viewed_characters: int = 0

    @property
    def is_run(self) -> bool:
        """Tell whether it is a run and no decision."""
        return self.client == RUN


def hook_log_file() -> Path:
    """Return where hooks keep their log."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "pageful" / "hook.jsonl"


def read_hook_log() -> list[HookEvent]:
    """Read the log, the oldest first; lines that can't be read are left out."""
    file = hook_log_file()
    events = [*_read(file.with_suffix(".old.jsonl")), *_read(file), *_runs()]
    return sorted(events, key=lambda event: event.time)


def _runs() -> Iterator[HookEvent]:
    """Yield the runs among the counts of answers; none where these can't be read."""
    with suppress(ToolError):
        place = counting_place(os.environ, by_default=True)
        for noted in UsageLog(place).read() if place else ():
            if noted.usage.kind.door == RUN:
                yield _run_event(noted)


def _run_event(noted: LogEntry) -> HookEvent:
    size, viewed = noted.usage.size, noted.usage.fields.get("viewed")
    log = size.json.characters if size.json else 0
    return HookEvent(
        noted.time,
        RUN,
        log_characters=log,
        page_characters=size.page.characters if size.page else 0,
        viewed_characters=viewed[0] if viewed else log,
    )


def _read(file: Path) -> Iterator[HookEvent]:
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        with suppress(ValueError, TypeError, AttributeError):
            yield _event(json.loads(line))


def _event(record: Mapping[str, Any]) -> HookEvent:
    """Make an event of a line; what has another type than its field is not taken."""
    known = {
        each.name: record[each.name]
        for each in fields(HookEvent)
        if isinstance(record.get(each.name), _TYPES[str(each.type)])
    }
    return HookEvent(**known)
