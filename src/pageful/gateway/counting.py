"""The log of decisions: what each result was as it was sent, what it is as shown, and why."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pageful.tool.errors import ToolError

RECALL = "recall"
"""The reason of a decision that is a call of `recall`: nothing was sent for it."""

_LARGEST_LOG = 8 * 1024 * 1024
"""Bytes of the log without a name, some 50,000 calls; then a new one begins, and one stays."""

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


def default_log_file() -> Path:
    """Return where decisions are noted unless a file is named."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "pageful" / "gateway.jsonl"


def default_log_files() -> list[Path]:
    """Return the logs without a name that are there, the older one first."""
    file = default_log_file()
    return [each for each in (_older(file), file) if each.exists()]


def _older(file: Path) -> Path:
    return file.with_suffix(".old.jsonl")


class DecisionLog:
    """A file with a JSON line for each decision, which only its owner can read."""

    def __init__(self, file: Path, server: str) -> None:
        """Open the file.

        Raises:
            ToolError: it can't be written.
        """
        self._server = server
        self._lock = threading.Lock()
        try:
            self._descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            problem = f"`--log {file}` can't be written: {error.strerror}."
            raise ToolError(problem, "Name a file in a directory that can be written.") from None

    def note(self, decision: Decision) -> None:
        """Write down a decision; a full disk loses it, and nothing else."""
        entry = {"time": round(time.time(), 3), "server": self._server, **asdict(decision)}
        if not decision.fields:
            del entry["fields"]
        with self._lock, suppress(OSError):
            os.write(self._descriptor, f"{json.dumps(entry)}\n".encode())


class DefaultLog:
    """The log without a name: made with the first decision, and done without where it can't be."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._log: DecisionLog | None = None
        self._is_tried = False

    def note(self, decision: Decision) -> None:
        """Write down a decision, if there is a place for it."""
        if not self._is_tried:
            self._is_tried = True
            with suppress(OSError, ToolError, RuntimeError):
                self._log = self._open(default_log_file())
        if self._log:
            self._log.note(decision)

    def _open(self, file: Path) -> DecisionLog:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if file.exists() and file.stat().st_size > _LARGEST_LOG:
            file.replace(_older(file))
        return DecisionLog(file, self._server)
