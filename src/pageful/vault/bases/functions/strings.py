"""Functions of texts, which count in UTF-16 code units as JavaScript does."""

from __future__ import annotations

import math

import regex

from pageful.vault.bases.functions.function import Fields, Function, Functions
from pageful.vault.bases.numbers import number_of
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import RegExpValue, Value
from pageful.vault.javascript_regex import compile_regex
from pageful.vault.javascript_regex.within_budget import within_budget
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.utf16 import from_units, length, to_units
from pageful.vault.values.whitespace import strip_whitespace

# > it's rye-bread
_WORD = regex.compile(r"[\p{L}\p{N}_][\p{L}\p{N}\p{M}_'’]*")
# ECMAScript takes the limit of `split` modulo 2³².
_LIMITS = 2**32


def _text(value: Value, row: Row) -> str:
    return text_of(value, row.context.clock, row.context.budget)


def _contains(row: Row, text: str, part: Value) -> Value:
    return _text(part, row) in text


def _contains_all(row: Row, text: str, *parts: Value) -> Value:
    return all(_text(part, row) in text for part in parts)


def _contains_any(row: Row, text: str, *parts: Value) -> Value:
    return any(_text(part, row) in text for part in parts)


def _starts_with(row: Row, text: str, start: Value) -> Value:
    return text.startswith(_text(start, row))


def _ends_with(row: Row, text: str, end: Value) -> Value:
    return text.endswith(_text(end, row))


def _replace(row: Row, text: str, pattern: Value, replacement: Value = "") -> Value:
    """Replace every place of a text, or what a regular expression finds."""
    by = _text(replacement, row)
    if isinstance(pattern, RegExpValue):
        expression = compile_regex(pattern.source, pattern.flags)
        with within_budget(pattern.source, row.context.budget):
            return expression.replace(text, by, made=row.context.budget.allocate)
    old = _text(pattern, row)
    row.context.budget.allocate(len(text) + text.count(old) * len(by))
    return text.replace(old, by)


def _split(row: Row, text: str, separator: Value, limit: Value = None) -> Value:
    row.context.budget.allocate(len(text))
    if isinstance(separator, RegExpValue):
        expression = compile_regex(separator.source, separator.flags)
        with within_budget(separator.source, row.context.budget):
            pieces: list[Value] = list(expression.split(text))
    elif at := _text(separator, row):
        pieces = [*text.split(at)]
    else:
        pieces = [from_units(unit) for unit in to_units(text)]
    return tuple(pieces[: _limit(limit)])


def _limit(limit: Value) -> int | None:
    if limit is None:
        return None
    number = number_of(limit)
    return int(number) % _LIMITS if math.isfinite(number) else 0


def _slice(_row: Row, text: str, start: Value = None, end: Value = None) -> Value:
    units = to_units(text)
    return from_units(units[slice_of(start, end, len(units))])


def slice_of(start: Value, end: Value, size: int) -> slice:
    """Return the slice from one index to another, both counted from the end if negative."""
    return slice(_index(start, 0, size), _index(end, size, size))


def _index(value: Value, default: int, size: int) -> int:
    if value is None:
        return default
    number = number_of(value)
    if math.isnan(number):
        return 0
    whole = max(-size, min(size, number))
    at = math.trunc(whole)
    return max(0, size + at) if at < 0 else at


def _repeat(row: Row, text: str, count: Value) -> Value:
    number = number_of(count)
    if not 0 <= number < math.inf:
        raise EvaluationError("repeat() takes a number from 0 on.")
    row.context.budget.allocate(len(text) * math.trunc(number))
    return text * math.trunc(number)


def _reverse(_row: Row, text: str) -> Value:
    return from_units(to_units(text)[::-1])


def _title(_row: Row, text: str) -> Value:
    return _WORD.sub(lambda word: word[0][0].upper() + word[0][1:].lower(), text)


FUNCTIONS: Functions = {
    "contains": Function(_contains, 1, 1),
    "containsAll": Function(_contains_all, 1, -1),
    "containsAny": Function(_contains_any, 1, -1),
    "endsWith": Function(_ends_with, 1, 1),
    "lower": Function(lambda _row, text: text.lower()),
    "repeat": Function(_repeat, 1, 1),
    "replace": Function(_replace, 1, 2),
    "reverse": Function(_reverse),
    "slice": Function(_slice, 0, 2),
    "split": Function(_split, 1, 2),
    "startsWith": Function(_starts_with, 1, 1),
    "title": Function(_title),
    "trim": Function(lambda _row, text: strip_whitespace(text)),
}

FIELDS: Fields = {"length": lambda _row, text: float(length(text))}
