"""The log of all answers that are counted on this machine: a JSON line each, their owner's alone.

Servers, commands, gateways and runs of all processes add to one file (what hooks decide is in
another, `hook.jsonl`: they answer nothing):

    {"time":1790000000.0,"door":"gateway","source":"github","tool":"list_issues","format":"page",
     "reason":"page; cut","cut":true,"page":[812,240],"json":[2950,880]}

Members that say nothing are left out; sizes are characters and tokens.
"""

from __future__ import annotations

import json
import logging
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, get_args

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError
from pageful.usage.answer_size import AnswerSize, Size
from pageful.usage.counts import Door, Kind, Totals, Usage, totals_of

_log = logging.getLogger("pageful")

_LARGEST = 8 * 1024 * 1024
"""Bytes of the file, some 40,000 answers; then a new one begins, and one older one stays."""

_HEAD = b'{"time":'
"""The first bytes of each line: a file that begins with others is somebody else's."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An answer in the log, and when it was given (seconds since 1970)."""

    time: float
    usage: Usage


@dataclass(frozen=True, slots=True)
class AnswerTotals:
    """The totals of one kind of answer, and the day of the first one (ISO 8601)."""

    kind: Kind
    totals: Totals
    since: str


@dataclass
class UsageLog:
    """A log of answers: one file, and the one before it."""

    path: Path
    _has_warned: bool = field(default=False, repr=False)

    def note(self, usage: Usage) -> None:
        """Count an answer; where the file can't be written, it is not counted, and that is all."""
        try:
            self.append(usage)
        except OSError as error:
            if not self._has_warned:
                self._has_warned = True
                _log.warning("answers can't be counted in %s: %s", self.path, error)

    def append(self, usage: Usage) -> None:
        """Add an answer in one write, so that lines of several processes do not mix.

        Raises:
            OSError: the file can't be written, or is no such log.
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = self._open()
        try:
            os.write(descriptor, _line(usage))
            self._begin_anew(descriptor)
        finally:
            os.close(descriptor)

    def check(self) -> None:
        """Check that answers can be noted.

        Raises:
            OSError: the file can't be written, or is no such log.
        """
        os.close(self._open())

    def read(self) -> Iterator[LogEntry]:
        """Yield what was noted, the oldest first, but lines that a crash has cut off.

        Raises:
            ToolError: a file can't be read, or is no such log.
        """
        for file in self.files():
            try:
                with file.open("rb") as lines:
                    if lines.peek(1)[:1] not in (b"", _HEAD[:1]):
                        raise OSError(f"{file} is no log of answers")
                    yield from filter(None, map(_read_entry, lines))
            except OSError as error:
                problem = f"The counts in {file} can't be read: {error}."
                raise ToolError(problem, "Name another file, or delete it to begin anew.") from None

    def files(self) -> tuple[Path, ...]:
        """Return the files that are there, the older one first."""
        return tuple(each for each in (self._older, self.path) if each.exists())

    @property
    def _older(self) -> Path:
        return self.path.with_name(f"{self.path.stem}.old{self.path.suffix}")

    def _open(self) -> int:
        # Without O_NONBLOCK a pipe that nobody reads would hold the answer back.
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(self.path, flags, 0o600)
        is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        if is_file and os.read(descriptor, len(_HEAD)) not in (b"", _HEAD):
            os.close(descriptor)
            raise OSError(f"{self.path} is no log of answers")
        return descriptor

    def _begin_anew(self, descriptor: int) -> None:
        """Put a file that is large enough in the older one's place; of several processes, one does.

        Whoever has the lock makes sure that the file still has its name.
        """
        own = os.fstat(descriptor)
        if own.st_size < _LARGEST or not stat.S_ISREG(own.st_mode):
            return
        with suppress(OSError, ImportError):
            import fcntl  # not everywhere: there the file grows

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if self.path.stat().st_ino == own.st_ino:
                self.path.replace(self._older)


def add_up(noted: Iterable[LogEntry]) -> tuple[AnswerTotals, ...]:
    """Add up the answers of each kind, in order."""
    totals: dict[Kind, Totals] = {}
    since: dict[Kind, float] = {}
    for each in noted:
        kind = each.usage.kind
        totals[kind] = totals.get(kind, Totals()) + totals_of(each.usage)
        since[kind] = min(since.get(kind, each.time), each.time)
    return tuple(
        AnswerTotals(kind, totals[kind], date.fromtimestamp(since[kind]).isoformat())
        for kind in sorted(totals)
    )


def _line(usage: Usage) -> bytes:
    kind, size = usage.kind, usage.size
    entry = {
        "time": round(time.time(), 3),
        "door": kind.door,
        "source": kind.source,
        "tool": kind.tool,
        "format": kind.format,
        "detail": kind.detail,
        "reason": usage.reason,
        "cut": usage.is_cut,
        "page": [size.page.characters, size.page.tokens] if size.page else None,
        "json": [size.json.characters, size.json.tokens] if size.json else None,
        "fields": dict(usage.fields),
    }
    said = {key: value for key, value in entry.items() if value or key == "time"}
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def _read_entry(line: bytes) -> LogEntry | None:
    try:
        entry = json.loads(line)
        return _read(entry) if isinstance(entry, dict) else None
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None


def _read(entry: Mapping[str, Any]) -> LogEntry | None:
    """Read an entry; raises ValueError or TypeError where it is none of ours."""
    names = [entry.get(key, "") for key in ("source", "tool", "format", "detail", "reason")]
    if entry.get("door") not in get_args(Door) or not all(isinstance(n, str) for n in names):
        return None
    source, tool, form, detail, reason = names
    fields = entry.get("fields", {})
    usage = Usage(
        Kind(entry["door"], source, tool, form, detail),
        AnswerSize(_size(entry.get("page")), _size(entry.get("json"))),
        reason,
        bool(entry.get("cut")),
        fields if isinstance(fields, dict) else {},
    )
    date.fromtimestamp(entry["time"])
    return LogEntry(float(entry["time"]), usage)


def _size(value: object) -> Size | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    return Size(int(value[0]), int(value[1]))
