"""Functions that are called on no value."""

from __future__ import annotations

import html

from pageful.vault.bases.dates import now, parse_date, today
from pageful.vault.bases.durations import parse_duration
from pageful.vault.bases.functions.function import Evaluate, Function, Functions, Scope
from pageful.vault.bases.links import file_path, link_to
from pageful.vault.bases.numbers import number_of
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.truth import is_empty, is_true
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    FileValue,
    HTMLValue,
    IconValue,
    ImageValue,
    LinkValue,
    RelativeDateValue,
    UrlValue,
    Value,
    type_name,
)
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.hashing import cyrb53


def _text(value: Value, row: Row) -> str:
    return text_of(value, row.context.clock, row.context.budget)


def _if(
    row: Row, scope: Scope, condition: Evaluate, then: Evaluate, other: Evaluate | None = None
) -> Value:
    if is_true(condition(row, scope)):
        return then(row, scope)
    return other(row, scope) if other else None


def _date(row: Row, value: Value) -> Value:
    match value:
        case None | DateValue():
            return value
        case RelativeDateValue(moment):
            return moment
        case str():
            date = parse_date(value, row.context.clock.zone)
            if date is not None:
                return date
    raise EvaluationError(f'Unable to parse "{_text(value, row)}" as a date.')


def _duration(row: Row, value: Value) -> Value:
    if value is None or isinstance(value, DurationValue):
        return value
    length = parse_duration(value) if isinstance(value, str) else None
    if length is None:
        raise EvaluationError(f'Unable to parse "{_text(value, row)}" as a duration.')
    return length


def _escape_html(row: Row, value: Value) -> Value:
    text = html.escape(_text(value, row)).replace("&#x27;", "&#39;")
    row.context.budget.allocate(len(text))
    return text


def _file(row: Row, value: Value) -> Value:
    path = file_path(value, row)
    return None if path is None else FileValue(path)


def _image(row: Row, value: Value) -> Value:
    match value:
        case FileValue(source) | LinkValue(source) | UrlValue(source):
            return ImageValue(source)
        case _:
            return ImageValue(_text(value, row))


def _link(row: Row, value: Value, display: Value = None) -> Value:
    match value:
        case None:
            return None
        case FileValue(path):
            return LinkValue(path, display)
        case LinkValue(target, own, source):
            return LinkValue(target, own if display is None else display, source)
        case UrlValue(address, own):
            return UrlValue(address, own if display is None else display)
        case _:
            return link_to(_text(value, row), display, row.path)


def _list(_row: Row, value: Value) -> Value:
    return value if isinstance(value, tuple) else (value,)


def _largest(_row: Row, *values: Value) -> Value:
    return max(map(number_of, values))


def _smallest(_row: Row, *values: Value) -> Value:
    return min(map(number_of, values))


def _number(_row: Row, value: Value) -> Value:
    if isinstance(value, (str, bool, int, float, DateValue, RelativeDateValue)) or value is None:
        return number_of(value)
    raise EvaluationError(f"Unable to use {type_name(value)} as a number.")


# Whole numbers up to 2⁵³, which `cyrb53` makes.
_HASHES = 2**53


def _random(row: Row) -> Value:
    """Return a number from 0 to 1 that differs by file and moment: the same for both, it stays."""
    return cyrb53(f"{row.path}\0{row.context.clock.now}") / _HASHES


FUNCTIONS: Functions = {
    "date": Function(_date, 1, 1),
    "duration": Function(_duration, 1, 1),
    "escapeHTML": Function(_escape_html, 1, 1),
    "file": Function(_file, 1, 1),
    "html": Function(lambda row, value: HTMLValue(_text(value, row)), 1, 1),
    "icon": Function(lambda row, value: IconValue(_text(value, row)), 1, 1),
    "if": Function(_if, 2, 3, lazy=True),
    "image": Function(_image, 1, 1),
    "link": Function(_link, 1, 2),
    "list": Function(_list, 1, 1),
    "max": Function(_largest, 1, -1),
    "min": Function(_smallest, 1, -1),
    "now": Function(lambda row: now(row.context.clock)),
    "number": Function(_number, 1, 1),
    "random": Function(_random),
    "today": Function(lambda row: today(row.context.clock)),
    # As written before 1.9.2; public vaults still have them.
    "empty": Function(lambda _row, value: is_empty(value), 1, 1),
    "not": Function(lambda _row, value: not is_true(value), 1, 1),
}
