"""Values as text, as `toString()` and `+` have them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from pageful.vault.bases.dates import iso_date_text, now
from pageful.vault.bases.relative_time import distance_in_words, in_words
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    ErrorValue,
    FileValue,
    HTMLValue,
    IconValue,
    ImageValue,
    LinkValue,
    RegExpValue,
    RelativeDateValue,
    TagValue,
    UrlValue,
    Value,
)
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock
from pageful.vault.values.numbers import number_text


class TextWriter:
    """A writer of values as text: of relative dates by a clock, and within a budget."""

    def __init__(self, clock: Clock, budget: Budget) -> None:
        self._clock = clock
        self._budget = budget

    def text(self, value: Value) -> str:
        """Format a value.

        Raises:
            OutOfBudget: The text becomes too large.
        """
        match value:
            case str():
                return value
            case None:
                return ""
            case bool():
                return "true" if value else "false"
            case int() | float():
                return number_text(value)
            case tuple():
                return self._list(value)
            case LinkValue():
                return self._link(value)
            case dict():
                return self._object(value)
            case _:
                return self._other(value)

    def _list(self, values: tuple[Value, ...]) -> str:
        return self.join(values, ",")

    def join(self, values: tuple[Value, ...], separator: str) -> str:
        """Format values with a separator between them.

        Raises:
            OutOfBudget: The text becomes too large.
        """
        texts = list[str]()
        for value in values:
            texts.append(self.text(value))
            self._budget.allocate(len(texts[-1]) + len(separator))
        return separator.join(texts)

    def _link(self, link: LinkValue) -> str:
        if link.display is None:
            return f"[[{link.target}]]"
        return f"[[{link.target}|{self.text(link.display)}]]"

    def _object(self, value: Mapping[str, Value]) -> str:
        return json.dumps(self._plain(value), ensure_ascii=False, separators=(",", ":"))

    def _plain(self, value: Value) -> Any:
        self._budget.allocate(1)
        match value:
            case None | bool():
                return value
            case int() | float():
                return _json_number(value)
            case tuple():
                return [self._plain(each) for each in value]
            case Mapping():
                return {key: self._plain(each) for key, each in value.items()}
            case _:
                text = self.text(value)
                self._budget.allocate(len(text))
                return text

    def _other(self, value: object) -> str:
        match value:
            case DateValue():
                return iso_date_text(value)
            case RelativeDateValue(moment):
                return distance_in_words(moment, now(self._clock))
            case DurationValue():
                return in_words(value)
            case FileValue(path):
                return path
            case UrlValue(address):
                return address
            case TagValue(name) | IconValue(name):
                return name
            case HTMLValue(html):
                return html
            case ImageValue(source):
                return f"![]({source})"
            case RegExpValue(source, flags):
                return f"/{source}/{flags}"
            case ErrorValue(message):
                return message
            case Mapping():
                return self._object(value)
        raise AssertionError(value)


def _json_number(number: float) -> float | None:
    if not math.isfinite(number):
        return None
    return int(number) if float(number).is_integer() else number


def text_of(value: Value, clock: Clock, budget: Budget) -> str:
    """Format a value as text.

    Raises:
        OutOfBudget: The text becomes too large.
    """
    if type(value) is str:
        return value
    return TextWriter(clock, budget).text(value)
