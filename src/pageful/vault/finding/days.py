"""Days of notes: of a field `date` or `day`, else of the note's name."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence

from pageful.tool.errors import ToolError

# > 2024-12-02 Monday
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
# > 20241202
_PACKED_DAY = re.compile(r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)")
# > 2024-12-02..08
_RANGE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:\.\.([\d-]+))?\Z")
# > 2024-12-31
_ENDING = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?\Z")
"""The end of a range: a month's last day may be written as 31."""
_FIELDS = ("date", "day")


def day_of(path: str, fields: Mapping[str, Sequence[object]]) -> str:
    """Return the day of a note as `2024-12-02`, empty where it has none."""
    for name, values in fields.items():
        if name.lower() in _FIELDS and values and (day := _day_in(str(values[0]))):
            return day
    return day_of_name(path)


def day_of_name(path: str) -> str:
    """Return the day in a note's name, empty where there is none."""
    return _day_in(path.rpartition("/")[2])


def days_between(text: str) -> tuple[str, str]:
    """Read `2024-12-02`, `2024-12`, `2024` or `2024-12-02..08` as a first and a last day.

    The end of a range is a day, a month and day, or a whole date; a month or year is all its days.

    Raises:
        ToolError: it is neither.
    """
    found = _RANGE.match(text.strip())
    if found is None:
        raise _no_day(text)
    year, month, day, end = found.groups()
    if not _is_day(int(year), int(month or 1), int(day or 1)):
        raise _no_day(text)
    start = "-".join(filter(None, (year, month, day)))
    parts, last = start.split("-"), end.split("-") if end else []
    if len(last) > 3 or (last and len(last) > len(parts) and len(last[0]) < 4):
        raise _no_day(text)
    ending = "-".join([*parts[: len(parts) - len(last)], *last]) if last else start
    # As text, a month's last day is at most 31, and a year's last month 12.
    first = start + "-01" * (3 - start.count("-") - 1)
    if not _ENDING.match(ending):
        raise _no_day(text)
    return first, ending + ("-12-31", "-31", "")[min(ending.count("-"), 2)]


def _day_in(text: str) -> str:
    for found in (_DAY.search(text), _PACKED_DAY.search(text)):
        if found and _is_day(*map(int, found.groups())):
            return "-".join(found.groups())
    return ""


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def _no_day(text: str) -> ToolError:
    return ToolError(
        f"`day:{text[:40]}` is no day.",
        "Write day:2024-12-02, day:2024-12 or a range: day:2024-12-02..08.",
    )
