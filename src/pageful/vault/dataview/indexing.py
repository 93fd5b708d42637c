"""`object.name` and `object[index]`, by the type of the object."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.vault.dataview.context import Context
from pageful.vault.values.dates import in_unit, parts, week, weekday
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.utf16 import to_units
from pageful.vault.values.values import Date, Duration, Link, Value

_CLOCK_PARTS = frozenset({"year", "month", "day", "hour", "minute", "second", "millisecond"})
_UNITS = {
    **{f"{unit}s": f"{unit}s" for unit in (*_CLOCK_PARTS, "week")},
    **{unit: f"{unit}s" for unit in _CLOCK_PARTS},
}
"""The units that a duration can be counted in; `week` alone, without an s, is unknown."""


def value_at(of: Value, index: str | float | None, context: Context) -> Value:
    """Look up a part of a value by name or index; null if there is none.

    An array gives, for a name, that part of each of its elements. A link gives the field of the
    note that it leads to.

    Raises:
        EvaluationError: The value takes no index of that type.
    """
    if index is None:
        return None
    match of:
        case Link(path):
            fields = context.links.resolve(path)
            return _field(fields or {}, index, "links")
        case tuple():
            return _element(of, index, context)
        case str():
            return _character(of, index)
        case Date():
            return _date_part(of, _unit(index, "date"))
        case Duration():
            unit = _UNITS.get(_unit(index, "duration"))
            return None if unit is None else in_unit(of, unit)
        case Mapping():
            return _field(of, index, "objects")
        case _:
            return None


def _field(fields: Mapping[str, Value], index: str | float, kind: str) -> Value:
    if isinstance(index, str):
        return fields.get(index)
    raise EvaluationError(f'Can only index into {kind} with strings (a.b or a["b"]).')


def _element(elements: tuple[Value, ...], index: str | float, context: Context) -> Value:
    if isinstance(index, str):
        return _of_each(elements, index, context)
    if 0 <= index < len(elements) and index == int(index):
        return elements[int(index)]
    return None


def _of_each(elements: tuple[Value, ...], name: str, context: Context) -> Value:
    context.budget.step(len(elements))
    found = list[Value]()
    for element in elements:
        try:
            found.append(value_at(element, name, context))
        except EvaluationError:
            continue
    return tuple(found)


def _character(text: str, index: str | float) -> Value:
    if isinstance(index, str):
        raise EvaluationError("String indexing requires a numeric index (string[index]).")
    units = to_units(text)
    if 0 <= index < len(units) and index == int(index):
        return units[int(index)]
    return None


def _unit(index: str | float, kind: str) -> str:
    if isinstance(index, str):
        return index
    raise EvaluationError(f"A {kind} is indexed with a string that names the unit.")


def _date_part(date: Date, unit: str) -> Value:
    match unit:
        case "weekyear":
            return float(week(date)[1])
        case "week":
            return float(parts(date).day // 7 + 1)
        case "weekday":
            return float(weekday(date))
        case _:
            return float(getattr(parts(date), unit)) if unit in _CLOCK_PARTS else None
