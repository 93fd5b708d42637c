"""Values as text, as `string()` and `+` convert them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pageful.vault.values.budget import Budget
from pageful.vault.values.date_formats import format_date
from pageful.vault.values.dates import parts as clock_parts
from pageful.vault.values.dates import whole_units
from pageful.vault.values.durations import normalize
from pageful.vault.values.links import link_text
from pageful.vault.values.numbers import number_text, plain_text
from pageful.vault.values.values import (
    Date,
    Duration,
    ExternalLink,
    Link,
    ListPair,
    Value,
)

NULL = "\\-"
"""The printed form of null."""

DATE_FORMAT, DATE_TIME_FORMAT = "MMMM dd, yyyy", "h:mm a - MMMM dd, yyyy"


def text_of(value: Value, budget: Budget | None = None, *, nested: bool = False) -> str:
    """Format a value as Markdown; a list within another value is in brackets.

    Writing lists and objects draws on the budget.
    """
    match value:
        case None:
            return NULL
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number_text(value)
        case Date():
            return date_text(value)
        case Duration():
            return duration_text(value)
        case Link():
            return link_text(value)
        case tuple():
            inside = ", ".join(_parts(value, budget))
            return f"[{inside}]" if nested else inside
        case Mapping():
            parts = zip(value, _parts(value.values(), budget), strict=True)
            return f"{{ {', '.join([f'{key}: {text}' for key, text in parts])} }}"
        case ExternalLink(url, display):
            return f"[{url if display is None else display}]({url})"
        case ListPair(key, second):
            return f"{text_of(key, budget)}: {text_of(second, budget)}"
        case _:
            return "<function>"


def _parts(values: Collection[Value], budget: Budget | None) -> list[str]:
    if budget is None:
        return [text_of(value, nested=True) for value in values]
    texts = list[str]()
    for value in values:
        budget.step()
        texts.append(text_of(value, budget, nested=True))
        budget.allocate(len(texts[-1]))
    return texts


def date_text(date: Date) -> str:
    """Format a date: the day, with the time before it unless that is midnight."""
    shown = clock_parts(date)
    has_time = shown.hour or shown.minute or shown.second
    return format_date(date, DATE_TIME_FORMAT if has_time else DATE_FORMAT)


def duration_text(value: Duration) -> str:
    """Format a duration in all units that are not 0: `1 day, 12 hours`."""
    counted = whole_units(normalize(value)).amounts
    return ", ".join(_unit_text(unit, amount) for unit, amount in counted)


def _unit_text(unit: str, amount: float) -> str:
    text = plain_text(amount)
    return f"{text} {unit[:-1] if text in ('1', '-1') else unit}"
