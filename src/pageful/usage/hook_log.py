"""The log of what hooks decided, and of the runs that followed: shapes and numbers, no content."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {"float": (int, float), "int": (int,), "str": (str,)}

RUN = "run"
"""The client's name in a line that `pageful run` has written itself."""


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
    events = [*_read(file.with_suffix(".old.jsonl")), *_read(file)]
    return sorted(events, key=lambda event: event.time)


def note_run(*, log: int = 0, page: int = 0, viewed: int = 0) -> None:
    """Note a run, with the characters of its log, its page, and of what a viewer had shown.

    Where the log can't be written, the run is not noted, and that is all.
    """
    sizes = {"log_characters": log, "page_characters": page, "viewed_characters": viewed}
    line = json.dumps({"time": round(time.time(), 3), "client": RUN, **sizes})
    with suppress(OSError):
        file = hook_log_file()
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, f"{line}\n".encode())
        finally:
            os.close(handle)


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
