"""The log of what hooks decided, and the runs that followed: shapes and numbers, no content.

Decisions are in a file of their own (`hook.jsonl`), as the hook is a program without modules; runs
are among the counts of answers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pageful.tool.errors import ToolError
from pageful.usage.switch import counting_place, usual_place
from pageful.usage.usage_log import LogEntry, UsageLog

_TYPES: Mapping[str, tuple[type, ...]] = {"float": (int, float), "int": (int,), "str": (str,)}

RUN = "run"
"""The client's name of a run: `pageful run` counts itself among the answers."""


@dataclass(frozen=True, slots=True)
class HookEvent:
    """A line of the log: one decision on a command, or one run.

    `reason` is empty where the command was rewritten. `shape` says how its commands are joined.
    `place`, `line` and `call` are numbers that are equal for equal directories, commands and calls.
    `runs` is the file in which the run is counted, empty for the usual one.
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
    runs: str = ""

    @property
    def is_run(self) -> bool:
        """Tell whether it is a run and no decision."""
        return self.client == RUN


def hook_log_file() -> Path:
    """Return where hooks keep their log."""
    home = Path(os.environ.get("XDG_STATE_HOME", ""))
    state = home if home.is_absolute() else Path.home() / ".local" / "state"
    return state / "pageful" / "hook.jsonl"


def read_hook_log() -> list[HookEvent]:
    """Read the log, the oldest first; lines that can't be read are left out."""
    file = hook_log_file()
    decisions = [*_read(file.with_suffix(".old.jsonl")), *_read(file)]
    runs = [run for place in _places_of_runs(decisions) for run in _runs(place)]
    return sorted([*decisions, *runs], key=lambda event: event.time)


def _places_of_runs(decisions: Iterable[HookEvent]) -> set[Path]:
    """Return the files in which the runs of these decisions are counted, and those of today.

    A client may have another environment than who asks for the counts.
    """
    named = {each.runs for each in decisions}
    places = {Path(each) for each in named if each}
    with suppress(ToolError):
        places |= {usual_place(os.environ)} if "" in named else set()
    with suppress(ToolError):
        today = counting_place(os.environ, by_default=True)
        places |= {today} if today else set()
    return places


def _runs(place: Path) -> Iterator[HookEvent]:
    """Yield the runs among the counts of answers; none where these can't be read."""
    with suppress(ToolError):
        for noted in UsageLog(place).read():
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
