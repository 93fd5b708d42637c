"""Conditions of a query on a note's properties."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pageful.lazy import patterns
from pageful.text.folding import fold_text
from pageful.vault.search.query import (
    And,
    Comparison,
    Empty,
    Files,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
)

Tester = Callable[[Pattern, str, bool], bool]
"""A test whether a pattern is found in a text, with case or without."""

_MOST_VALUES = 10_000
# > 2025-03-08T14:30
_DATE = patterns.compile(r"\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?)?\Z")
# > [[People/Ada|Ada]]
_LINK = patterns.compile(r"\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]\Z")
_ORDERS = {"<": (-1,), ">": (1,), "<=": (-1, 0), ">=": (1, 0)}


def is_named(name: Query, property_name: str, found: Tester, *, exact: bool = False) -> bool:
    """Return whether a name matches: words are the whole of it, in any case."""
    match name:
        case Word(text) | Phrase(text):
            return fold_text(text) == fold_text(property_name)
        case And(parts) if all(isinstance(part, Word) for part in parts):
            words = (part.text for part in parts if isinstance(part, Word))
            return fold_text(" ".join(words)) == fold_text(property_name)
        case And(parts):
            return all(is_named(part, property_name, found, exact=exact) for part in parts)
        case Or(parts):
            return any(is_named(part, property_name, found, exact=exact) for part in parts)
        case Not(part):
            return not is_named(part, property_name, found, exact=exact)
        case Pattern():
            return found(name, property_name, exact)
        case _:
            return False


def is_valued(query: Query, value: object, found: Tester, *, exact: bool = False) -> bool:
    """Return whether a value, or one in a list or mapping, meets a condition.

    A word is anywhere in the value, or is its number; a phrase is the whole value. Case and accents
    do not count, unless `exact`.
    """
    match query:
        case Word() | Phrase() | Pattern():
            return any(_has(query, single, found, exact=exact) for single in _values(value))
        case And(parts):
            return all(is_valued(part, value, found, exact=exact) for part in parts)
        case Or(parts):
            return any(is_valued(part, value, found, exact=exact) for part in parts)
        case Not(part):
            return not is_valued(part, value, found, exact=exact)
        case Scoped(operator, part):
            return is_valued(part, value, found, exact=bool(operator.exact))
        case Empty():
            return value is None
        case Comparison():
            return any(_compares(query, single) for single in _values(value))
        case Property() | Files():
            return False


def _values(value: object) -> Iterator[object]:
    """Yield the values within lists and mappings."""
    if not isinstance(value, Mapping | list | tuple):
        yield from () if value is None else (value,)
        return
    waiting: list[object] = [value]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return
        single = waiting.pop()
        if isinstance(single, Mapping):
            waiting += reversed([*single.values()])
        elif isinstance(single, list | tuple):
            waiting += reversed(single)
        elif single is not None:
            yield single


def _has(query: Word | Phrase | Pattern, value: object, found: Tester, *, exact: bool) -> bool:
    texts = _texts(value)
    if isinstance(query, Pattern):
        return any(found(query, text, exact) for text in texts)
    fold = str if exact else fold_text
    sought = fold(query.text)
    if isinstance(query, Phrase):
        return any(fold(text) == sought for text in texts)
    if _is_number(value):
        return _number(query.text) == value
    return any(sought in fold(text) for text in texts)


def _texts(value: object) -> list[str]:
    """Return the texts that a value reads as; a link without its brackets too."""
    if isinstance(value, bool):
        return [str(value).lower()]
    if isinstance(value, float) and value.is_integer():
        return [str(int(value)), str(value)]
    text = str(value)
    link = _LINK.match(text)
    return [text, *(part for part in link.groups() if part)] if link else [text]


def _compares(query: Comparison, value: object) -> bool:
    order = _order(value, query.value)
    return order is not None and order in _ORDERS[query.sign]


def _order(value: object, bound: str) -> int | None:
    """Compare: -1, 0 or 1 for less, equal or greater; `None` for values of different types.

    Numbers are compared with numbers, dates with dates, other texts with other texts.
    """
    number, limit = _number(value), _number(bound)
    if number is not None and limit is not None:
        return (number > limit) - (number < limit)
    text = str(value)
    if _DATE.match(text) and _DATE.match(bound):
        return _sign(text.replace("T", " "), bound.replace("T", " "))
    if _is_plain_text(value) and _is_plain_text(bound):
        return _sign(fold_text(text), fold_text(bound))
    return None


def _sign(first: str, second: str) -> int:
    return (first > second) - (first < second)


def _is_plain_text(value: object) -> bool:
    return isinstance(value, str) and _number(value) is None and not _DATE.match(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: object) -> float | None:
    """Return the number that a value is or reads as."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return value if isinstance(value, int) else float(value)
    except ValueError:
        return None
