"""Fields and functions of values by name, and the nearest names where there is none."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping

from pageful.vault.bases.functions import ALL_NAMES, FIELDS, FUNCTIONS, GLOBAL_FUNCTIONS
from pageful.vault.bases.functions.function import Function
from pageful.vault.bases.numbers import parse_number
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    HTMLValue,
    IconValue,
    ImageValue,
    LinkValue,
    RelativeDateValue,
    TagValue,
    TypeName,
    UrlValue,
    Value,
    is_number,
    type_name,
)
from pageful.vault.values.failures import EvaluationError

# Names with as few equal letters as this are not suggested; `difflib` has the same by default.
_LIKENESS = 0.6
# Characters of a name that others are compared with; no function's is near it.
_LONGEST = 100


def nearest_name(name: str, names: Collection[str]) -> str:
    """Return the name that is written most like another one, empty if none is."""
    if len(name) > _LONGEST:
        return ""
    folded = {each.lower(): each for each in names}
    close = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=_LIKENESS)
    return folded[close[0]] if close else ""


def suggestion(name: str, names: Collection[str]) -> str:
    """Ask whether the nearest name was meant; empty if there is none."""
    near = nearest_name(name, names)
    return f"Did you mean {near}?" if near else ""


def global_function(name: str) -> Function:
    """Find a global function.

    Raises:
        EvaluationError: There is none by that name.
    """
    function = GLOBAL_FUNCTIONS.get(name)
    if function is None:
        raise EvaluationError(f'Cannot find function "{name}"', _global_hint(name))
    return function


def _global_hint(name: str) -> str:
    if name in ALL_NAMES:
        return f"It is called on a value: value.{name}()."
    return suggestion(name, GLOBAL_FUNCTIONS)


def method(value: Value, name: str, row: Row) -> tuple[Function, Value]:
    """Find a function of a value's type, with the value to call it on.

    Links, tags and the like are texts to functions of texts, and relative dates are dates.

    Raises:
        EvaluationError: There is none by that name.
    """
    own = type_name(value)
    if function := FUNCTIONS[own].get(name):
        return function, value
    if isinstance(value, RelativeDateValue) and (function := FUNCTIONS["Date"].get(name)):
        return function, value.moment
    text = _inner_text(value, row)
    if text is not None and (function := FUNCTIONS["String"].get(name)):
        return function, text
    if value is None and name in ALL_NAMES:
        return _NULL, None
    hint = _method_hint(own, name)
    raise EvaluationError(f'Cannot find function "{name}" on type {own}', hint)


def _method_hint(own: TypeName, name: str) -> str:
    if name in FIELDS.get(own, {}):
        return f"It is a field: write it without parentheses, .{name}."
    if own == "Null":
        return suggestion(name, ALL_NAMES)
    return suggestion(name, {*FUNCTIONS[own], *FUNCTIONS[_BASES.get(own, own)]})


_NULL = Function(lambda *_: None, 0, -1)
"""Every function of null but those of every type: it gives null, as a field of null does."""


_BASES: dict[TypeName, TypeName] = {
    "RelativeDate": "Date",
    **dict.fromkeys(("Link", "Url", "Tag", "HTML", "Icon", "Image"), "String"),
}
"""The types whose functions others have, too."""


def _inner_text(value: Value, row: Row) -> str | None:
    """Return the text that a link, tag or the like is to functions of texts."""
    match value:
        case RelativeDateValue():
            return text_of(value, row.context.clock, row.context.budget)
        case LinkValue(text) | UrlValue(text) | TagValue(text) | HTMLValue(text):
            return text
        case IconValue(text) | ImageValue(text):
            return text
        case _:
            return None


def field(value: Value, name: str, row: Row) -> Value:
    """Return a field of a value, null of null.

    Raises:
        EvaluationError: The type has no such field.
    """
    if value is None:
        return None
    own = type_name(value)
    if own == "Object":
        assert isinstance(value, Mapping)
        return value.get(name)
    if get := FIELDS.get(own, {}).get(name):
        return get(row, value)
    if isinstance(value, RelativeDateValue):
        return field(value.moment, name, row)
    raise EvaluationError(f'Cannot find "{name}" on type {own}', _field_hint(own, name))


def _field_hint(own: TypeName, name: str) -> str:
    if name in FUNCTIONS[own]:
        return f"It is a function: write .{name}()."
    return suggestion(name, FIELDS.get(own, {}))


def item(value: Value, index: Value, row: Row) -> Value:
    """Return the element at an index, null beyond the list, or the field of a name."""
    if isinstance(value, tuple):
        number = index if is_number(index) else None
        if isinstance(index, str):
            number = parse_number(index) if index.strip() else None
        if number is not None:
            assert isinstance(number, (int, float))
            return _element(value, number)
    if isinstance(value, str) and is_number(index):
        hint = "A character is text.slice(0, 1)."
        raise EvaluationError("Cannot find an index on type String.", hint)
    return field(value, text_of(index, row.context.clock, row.context.budget), row)


def _element(values: tuple[Value, ...], index: float) -> Value:
    if not 0 <= index < len(values) or not float(index).is_integer():
        return None
    return values[int(index)]
