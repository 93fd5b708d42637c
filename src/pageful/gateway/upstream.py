"""An upstream, as the pump knows it: messages there and back, and an end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True)
class End:
    """The end of an upstream: the exit code for this program, and what is said of it."""

    exit_code: int
    problem: str
    last_words: tuple[str, ...] = ()


class Upstream(Protocol):
    """A server behind the gateway."""

    def send(self, line: bytes) -> None:
        """Send it a message; one that has ended takes none."""

    def lines(self) -> Iterator[bytes]:
        """Yield its messages, until it has ended."""

    def leave(self) -> None:
        """Tell it that the client has left, and see that it ends soon; returns at once."""

    def end(self) -> End:
        """Wait for its end, and say what it was."""

    def close(self) -> None:
        """Wait until nothing of it is left."""
