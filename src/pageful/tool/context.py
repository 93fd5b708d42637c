"""The one who called a tool: hears how far the work is, and may give up. Knows nothing of MCP."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from pageful.tool.errors import Cancelled


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is: `done` of `total` steps, where they are known."""

    message: str
    done: int | None = None
    total: int | None = None


def _unheard(progress: Progress) -> None:
    """Nobody listens."""


class Caller:
    """Passes progress on to whoever listens, and the caller's wish to stop on to the work.

    Safe to use from any thread.
    """

    def __init__(self, listener: Callable[[Progress], None] = _unheard) -> None:
        self._listener = listener
        self._given_up = threading.Event()

    def progress(self, message: str, done: int | None = None, total: int | None = None) -> None:
        """Tell the caller what is going on now."""
        self._listener(Progress(message, done, total))

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._given_up.set()

    @property
    def cancelled(self) -> bool:
        """Whether the caller gave up."""
        return self._given_up.is_set()

    def checkpoint(self) -> None:
        """Go on, unless the caller gave up.

        Raises:
            Cancelled: the caller gave up.
        """
        if self.cancelled:
            raise Cancelled
