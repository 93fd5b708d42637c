"""The log of decisions: what each result was as it was sent, what it is as shown, and why."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from pageful.tool.errors import ToolError


@dataclass(frozen=True)
class Decision:
    """One decision on a result, in characters of JSON text; nothing of the result itself."""

    tool: str
    reason: str
    sent: int
    shown: int
    hidden: bool = False


Note = Callable[[Decision], None]


def ignore(_decision: Decision) -> None:
    """Note nothing."""


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
        with self._lock:
            try:
                os.write(self._descriptor, f"{json.dumps(entry)}\n".encode())
            except OSError:
                return
