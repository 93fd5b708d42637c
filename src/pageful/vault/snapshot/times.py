"""Times of files as results have them: ISO 8601 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST = -62_135_596_800
_LATEST = 253_402_300_799


def iso_8601(nanoseconds: int) -> str:
    """Write nanoseconds since 1970 to the second: `2024-05-01T06:30:00Z`.

    A time outside the years 1 to 9999 is the nearest within them.
    """
    seconds = min(max(nanoseconds // 1_000_000_000, _EARLIEST), _LATEST)
    return f"{(_EPOCH + timedelta(seconds=seconds)).replace(tzinfo=None).isoformat()}Z"
