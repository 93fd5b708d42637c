"""Server-sent events: the messages in an HTTP answer that goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pageful.lazy.dataclasses import dataclass

_LONGEST_RETRY = 30.0
"""Seconds: a server that asks for more would have its client give up."""


@dataclass(frozen=True)
class Event:
    """An event: its data, its id if it has one, and the delay before a new connection."""

    data: bytes
    id: str | None = None
    retry: float | None = None


def read_events(lines: Iterable[bytes]) -> Iterator[Event]:
    """Read events of the lines of a stream; the last one counts only if an empty line ends it."""
    data: list[bytes] = []
    identifier: str | None = None
    retry: float | None = None
    for raw in lines:
        line = raw.rstrip(b"\r\n")
        if not line:
            if data or identifier is not None or retry is not None:
                yield Event(b"\n".join(data), identifier, retry)
            data, identifier, retry = [], None, None
            continue
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            data.append(value)
        elif name == b"id" and b"\0" not in value:
            identifier = value.decode(errors="replace")
        elif name == b"retry" and value.isdigit():
            retry = min(int(value[:9]) / 1000, _LONGEST_RETRY)
