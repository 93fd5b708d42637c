"""The caller of a tool, who hears of its progress and may cancel it. Knows nothing of MCP."""

from __future__ import annotations

import threading
from collections.abc import Callable

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import Cancelled


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a call: `done` of `total` steps, where they are known."""

    message: str
    done: int | None = None
    total: int | None = None


def _drop(progress: Progress) -> None:
    """Drop the progress: nobody listens."""


class Session:
    """A client's session, which is told some things once. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: set[str] = set()

    def is_first(self, subject: str) -> bool:
        """Tell whether a subject comes up for the first time."""
        with self._lock:
            is_first = subject not in self._told
            self._told.add(subject)
            return is_first


class Caller:
    """The caller of a tool: its progress goes to a listener, the wish to stop to the work.

    `reads_on` says that who gives up still wants to see what the work came to by then.
    `session` is that of a client with many calls; a command has none. Safe to use from any thread.
    """

    def __init__(
        self, listener: Callable[[Progress], None] = _drop, session: Session | None = None
    ) -> None:
        self._listener = listener
        self.session = session
        self._given_up = threading.Event()
        self.reads_on = False

    def progress(self, message: str, done: int | None = None, total: int | None = None) -> None:
        """Tell the listener what is going on now."""
        self._listener(Progress(message, done, total))

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._given_up.set()

    @property
    def cancelled(self) -> bool:
        """Tell whether the caller gave up."""
        return self._given_up.is_set()

    def checkpoint(self) -> None:
        """Go on, unless the caller gave up.

        Raises:
            Cancelled: the caller gave up.
        """
        if self.cancelled:
            raise Cancelled
