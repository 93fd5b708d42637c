"""Functions that fold a list into one value."""

from __future__ import annotations

from typing import cast

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.overloads import Overloads, null, on
from pageful.vault.dataview.operators import operate, operation
from pageful.vault.dataview.syntax import Operator
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Function, Value

_FOLDABLE = frozenset({"+", "-", "*", "/", "&", "|"})


def _by_operator(context: Context, elements: tuple[Value, ...], operator: str) -> Value:
    if not elements:
        return None
    if operator not in _FOLDABLE:
        raise EvaluationError("reduce(array, op) supports '+', '-', '/', '*', '&', and '|'.")
    context.budget.step(len(elements))
    apply = operation(cast(Operator, operator))
    total = elements[0]
    for element in elements[1:]:
        total = apply(total, element, context)
    return total


def _by_function(_: Context, elements: tuple[Value, ...], function: Function) -> Value:
    """Fold a list by a function, without its nulls except for one at the beginning."""
    if not elements:
        return None
    total = elements[0]
    for element in elements[1:]:
        if element is not None:
            total = function.call(total, element)
    return total


def _itself(_: Context, value: Value) -> Value:
    return value


def _average(context: Context, elements: tuple[Value, ...]) -> Value:
    total = _by_operator(context, elements, "+")
    if total is None:
        return None
    return operate("/", total, float(len(elements)), context)


reduce_ = Overloads(
    "reduce",
    on("array string", _by_operator),
    on("array function", _by_function),
    on("null *", null),
    on("* null", null),
    vectors={2: (1,)},
)
sum_ = Overloads(
    "sum",
    on("array", lambda context, elements: _by_operator(context, elements, "+")),
    on("*", _itself),
)
product = Overloads(
    "product",
    on("array", lambda context, elements: _by_operator(context, elements, "*")),
    on("*", _itself),
)
average = Overloads("average", on("array", _average), on("*", _itself))
