"""The built-in summaries of a column: what all values of a property in a view come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from pageful.vault.bases.dates import difference
from pageful.vault.bases.equality import unique
from pageful.vault.bases.rows import Row
from pageful.vault.bases.statistics import mean, median, standard_deviation, total
from pageful.vault.bases.truth import is_empty
from pageful.vault.bases.values import DateValue, RelativeDateValue, Value, is_number

Summary: TypeAlias = Callable[[tuple[Value, ...], Row], Value]


def _numbers(values: tuple[Value, ...]) -> list[float]:
    return [float(value) for value in values if is_number(value)]  # type: ignore[arg-type]


def _dates(values: tuple[Value, ...]) -> list[DateValue]:
    moments = (value.moment if isinstance(value, RelativeDateValue) else value for value in values)
    found = [value for value in moments if isinstance(value, DateValue)]
    return sorted(found, key=lambda each: each.date.millis)


def _of_numbers(aggregate: Callable[[Sequence[float]], float | None]) -> Summary:
    """Return the summary of the numbers among the values; null if there are none."""

    def summarize(values: tuple[Value, ...], row: Row) -> Value:
        row.context.budget.step(len(values))
        numbers = _numbers(values)
        return aggregate(numbers) if numbers else None

    return summarize


def _of_dates(place: int) -> Summary:
    def summarize(values: tuple[Value, ...], row: Row) -> Value:
        row.context.budget.step(len(values))
        dates = _dates(values)
        return dates[place] if dates else None

    return summarize


def _range(values: tuple[Value, ...], row: Row) -> Value:
    """Return the difference between the largest number and the smallest, or between dates."""
    row.context.budget.step(len(values))
    if numbers := _numbers(values):
        return max(numbers) - min(numbers)
    dates = _dates(values)
    return difference(dates[-1], dates[0]) if dates else None


def _count(holds: Callable[[Value], bool]) -> Summary:
    def summarize(values: tuple[Value, ...], row: Row) -> Value:
        row.context.budget.step(len(values))
        return float(sum(map(holds, values)))

    return summarize


SUMMARIES: dict[str, Summary] = {
    "Average": _of_numbers(mean),
    "Min": _of_numbers(min),
    "Max": _of_numbers(max),
    "Sum": _of_numbers(total),
    "Range": _range,
    "Median": _of_numbers(median),
    "Stddev": _of_numbers(standard_deviation),
    "Earliest": _of_dates(0),
    "Latest": _of_dates(-1),
    "Checked": _count(lambda value: value is True),
    "Unchecked": _count(lambda value: value is False),
    "Empty": _count(is_empty),
    "Filled": _count(lambda value: not is_empty(value)),
    "Unique": lambda values, row: float(len(unique(values, row))),
}
"""The summaries by their names in base files."""
