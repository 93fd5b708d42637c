"""The current moment, and the time zone in which it is read."""

from __future__ import annotations

import os
import time

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError
from pageful.vault.values.zones import Zone, local_zone

VARIABLE = "PAGEFUL_NOW"
"""The environment variable that stops the clock: `2026-11-21T10:00:00`, or with an offset."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A moment to count from, in milliseconds since 1970, and the reader's zone."""

    now: float
    zone: Zone = field(default_factory=local_zone)


def current_clock() -> Clock:
    """Return the computer's clock, or where `PAGEFUL_NOW` stopped it.

    Raises:
        ToolError: `PAGEFUL_NOW` is set and is no date.
    """
    stopped = os.environ.get(VARIABLE)
    if stopped:
        return _fixed_clock(stopped)
    return Clock(time.time_ns() // 1_000_000)


def _fixed_clock(text: str) -> Clock:
    from pageful.vault.values.date_text import parse_date

    zone = local_zone()
    date = parse_date(text.strip(), zone)
    if date is None:
        raise ToolError(
            f"{VARIABLE} is {text!r}, which is no date.",
            f"Write it as {VARIABLE}=2026-11-21T10:00:00, with an offset such as +01:00 or none.",
        )
    return Clock(date.millis, zone)
