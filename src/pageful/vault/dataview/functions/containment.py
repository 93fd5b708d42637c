"""Functions that test whether a value contains another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.overloads import Overloads, null, on
from pageful.vault.dataview.operators import equal
from pageful.vault.values.values import Value


def _has_key(_: Context, fields: Mapping[str, Value], key: str) -> Value:
    return key in fields


def _equal(context: Context, first: Value, second: Value) -> Value:
    return equal(first, second, context)


def _in_text(_: Context, text: str, part: str) -> Value:
    return part in text


def _in_text_any_case(_: Context, text: str, part: str) -> Value:
    return part.lower() in text.lower()


def _deep(name: str, in_text: Callable[[Context, str, str], Value]) -> Overloads:
    def in_array(context: Context, elements: tuple[Value, ...], wanted: Value) -> Value:
        context.budget.step(len(elements))
        return any(holds(context, element, wanted) for element in elements)

    def holds(context: Context, element: Value, wanted: Value) -> Value:
        if type(element) is str and type(wanted) is str:
            return in_text(context, element, wanted)
        return overloads(context, element, wanted)

    overloads: Overloads = Overloads(
        name,
        on("array *", in_array),
        on("string string", in_text),
        on("object string", _has_key),
        on("* *", _equal),
        vectors={2: (1,)},
    )
    return overloads


contains = _deep("contains", _in_text)
icontains = _deep("icontains", _in_text_any_case)


def _has_element(context: Context, elements: tuple[Value, ...], wanted: Value) -> Value:
    context.budget.step(len(elements))
    return any(equal(wanted, element, context) for element in elements)


econtains = Overloads(
    "econtains",
    on("array *", _has_element),
    on("string string", _in_text),
    on("object string", _has_key),
    on("* *", _equal),
    vectors={2: (1,)},
)


def _has_word(_: Context, text: str, word: str) -> Value:
    boundary = r"(?a:\b)"
    return re.search(f"{boundary}{re.escape(word)}{boundary}", text, re.IGNORECASE) is not None


containsword = Overloads(
    "containsword",
    on("string string", _has_word),
    on("null *", null),
    on("* null", null),
    vectors={2: (0, 1)},
)
