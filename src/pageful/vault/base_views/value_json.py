"""Values of bases as JSON: those that JSON lacks are objects with one name that begins with `$`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pageful.tool.errors import ToolError
from pageful.vault.bases.limits import view_budget
from pageful.vault.bases.rows import Context
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    ErrorValue,
    FileValue,
    LinkValue,
    RelativeDateValue,
    UrlValue,
    Value,
)
from pageful.vault.values.dates import iso_text
from pageful.vault.values.numbers import number_text

DEEPEST = 200
"""The deepest nesting of values; well below Python's limit of recursion."""


class JsonWriter:
    """A converter of values to JSON, within a budget."""

    def __init__(self, context: Context) -> None:
        self._resolve = context.vault.resolve
        self._clock = context.clock
        self._budget = view_budget()

    def value(self, value: Value, depth: int = 0) -> Any:
        """Convert a value that is nested this deep.

        Raises:
            OutOfBudget: it becomes too large.
            ToolError: it nests too deep.
        """
        self._budget.allocate(1)
        self._budget.step()
        if depth > DEEPEST:
            raise ToolError(
                f"A value of the view nests deeper than {DEEPEST} levels.",
                "Write the formula with fewer lists within lists.",
            )
        match value:
            case None | bool():
                return value
            case str():
                self._budget.allocate(len(value))
                return value
            case int() | float():
                return _number(value)
            case tuple():
                return [self.value(each, depth + 1) for each in value]
            case Mapping():
                return {key: self.value(part, depth + 1) for key, part in value.items()}
            case _:
                return self._own(value)

    def _own(self, value: Value) -> Any:
        """Convert a value of a type that JSON has not; tags, HTML and icons are texts."""
        match value:
            case DateValue(date) | RelativeDateValue(DateValue(date)):
                return {"$date": iso_text(date)}
            case DurationValue():
                return {"$dur": _amounts(value)}
            case FileValue(path):
                return {"$page": path}
            case LinkValue():
                return {"$link": self._link(value)}
            case UrlValue(address, display):
                return {"$url": {"address": address, "display": self._text(display)}}
            case ErrorValue(message):
                return {"$error": message}
            case _:
                return self._text(value)

    def _link(self, link: LinkValue) -> dict[str, Any]:
        target, _, subpath = link.target.partition("#")
        path = self._resolve(target, link.source) if target else link.source
        kind = "file" if not subpath else "block" if subpath.startswith("^") else "header"
        return {
            "path": path or target,
            "display": self._text(link.display),
            "subpath": subpath.removeprefix("^") or None,
            "embed": False,
            "type": kind,
        }

    def _text(self, value: Value) -> str | None:
        if value is None:
            return None
        text = text_of(value, self._clock, self._budget)
        self._budget.allocate(len(text))
        return text


def _amounts(length: DurationValue) -> dict[str, Any]:
    amounts = {
        "months": length.months, "days": length.days, "milliseconds": length.milliseconds
    }  # fmt: skip
    return {unit: _number(each) for unit, each in amounts.items() if each}


def _number(number: float) -> Any:
    """Convert a number: whole ones without a point, infinities and NaN to their names."""
    if not math.isfinite(number):
        return {"$num": number_text(number)}
    return int(number) if float(number).is_integer() else number
