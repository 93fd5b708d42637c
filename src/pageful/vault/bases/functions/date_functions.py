"""Functions and fields of dates and durations."""

from __future__ import annotations

from collections.abc import Callable

from pageful.vault.bases.date_patterns import format_date
from pageful.vault.bases.dates import clock_text, without_time
from pageful.vault.bases.durations import DAY, HOUR, MINUTE, SECOND
from pageful.vault.bases.functions.function import Fields, Function, Functions
from pageful.vault.bases.relative_time import in_months, in_units
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import DateValue, DurationValue, RelativeDateValue, Value
from pageful.vault.values.dates import Parts, parts


def _format(row: Row, date: DateValue, pattern: Value = "") -> Value:
    budget = row.context.budget
    return format_date(date, text_of(pattern, row.context.clock, budget), budget)


DATE_FUNCTIONS: Functions = {
    "date": Function(lambda _row, date: without_time(date)),
    "format": Function(_format, 0, 1),
    "time": Function(lambda _row, date: clock_text(date)),
    "relative": Function(lambda _row, date: RelativeDateValue(date)),
}


def _part(name: str) -> Callable[[Row, DateValue], Value]:
    return lambda _row, date: float(getattr(parts(date.date), name))


DATE_FIELDS: Fields = {name: _part(name) for name in Parts._fields}


def _in(unit: int) -> Callable[[Row, DurationValue], Value]:
    return lambda _row, length: in_units(length, unit)


DURATION_FIELDS: Fields = {
    "years": lambda _row, length: in_months(length) / 12,
    "months": lambda _row, length: in_months(length),
    "weeks": _in(7 * DAY),
    "days": _in(DAY),
    "hours": _in(HOUR),
    "minutes": _in(MINUTE),
    "seconds": _in(SECOND),
    "milliseconds": _in(1),
}
"""The whole of a duration in one unit, with a fraction."""
