"""Functions of texts; indexes and lengths count UTF-16 code units."""

from __future__ import annotations

import math
from collections.abc import Callable

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.overloads import Implementation, Overloads, Variant, null, on
from pageful.vault.values.utf16 import from_units, length, to_units
from pageful.vault.values.values import Value

_NULL_OF_TWO = (on("null *", null), on("* null", null))
_NULL_OF_THREE = (on("null * *", null), on("* null *", null), on("* * null", null))
# An infinite width, as a number that no budget pays for.
_ENDLESS = 2**53


def _conversion(name: str, change: Callable[[str], str]) -> Overloads:
    return Overloads(
        name,
        on("string", lambda _, text: change(text)),
        on("null", null),
        vectors={1: (0,)},
    )


lower = _conversion("lower", str.lower)
upper = _conversion("upper", str.upper)


def _replace(context: Context, text: str, part: str, by: str) -> Value:
    pieces = text.split(part) if part else to_units(text)
    context.budget.allocate(len(text) + len(pieces) * len(by))
    return by.join(pieces) if part else from_units(by.join(pieces))


replace = Overloads(
    "replace",
    on("string string string", _replace),
    *_NULL_OF_THREE,
    vectors={3: (0, 1, 2)},
)


def _predicate(name: str, test: Callable[[str, str], bool]) -> Overloads:
    return Overloads(
        name,
        on("string string", lambda _, text, part: test(text, part)),
        *_NULL_OF_TWO,
        vectors={2: (0, 1)},
    )


startswith = _predicate("startswith", lambda text, part: text.startswith(part))
endswith = _predicate("endswith", lambda text, part: text.endswith(part))


def _padding(context: Context, text: str, width: float, filler: str) -> str:
    """Return the padding that brings a text to a width: the filler, repeated and cut."""
    wanted = 0 if math.isnan(width) else min(width, _ENDLESS)
    lacking = math.trunc(wanted) - length(text)
    units = to_units(filler)
    if lacking <= 0 or not units:
        return ""
    context.budget.allocate(lacking)
    return (units * (lacking // len(units) + 1))[:lacking]


def _pad_left(context: Context, text: str, width: float, filler: str = " ") -> Value:
    return from_units(_padding(context, text, width, filler)) + text


def _pad_right(context: Context, text: str, width: float, filler: str = " ") -> Value:
    return text + from_units(_padding(context, text, width, filler))


def _of_text_and_numbers(name: str, run: Implementation, third: str) -> Overloads:
    variants: tuple[Variant, ...] = (
        on("string number", run),
        on(f"string number {third}", run),
        *_NULL_OF_TWO,
        *_NULL_OF_THREE,
    )
    return Overloads(name, *variants, vectors={2: (0, 1), 3: (0, 1, 2)})


padleft = _of_text_and_numbers("padleft", _pad_left, "string")
padright = _of_text_and_numbers("padright", _pad_right, "string")


def _clamp_index(index: float, count: int) -> int:
    if math.isnan(index) or index < 0:
        return 0
    return int(min(index, count))


def _substring(_: Context, text: str, start: float, end: float = math.inf) -> Value:
    """Cut out the text between two indexes, in either order."""
    units = to_units(text)
    first, last = sorted((_clamp_index(start, len(units)), _clamp_index(end, len(units))))
    return from_units(units[first:last])


substring = _of_text_and_numbers("substring", _substring, "number")


def _truncate(_: Context, text: str, width: float, ending: str = "...") -> Value:
    """Truncate a text longer than the width less the ending, even if it would fit whole."""
    units = to_units(text)
    room = width - length(ending)
    if not len(units) > room:
        return text
    return from_units(units[: max(0, math.trunc(room))]) + ending if room > 0 else ending


truncate = _of_text_and_numbers("truncate", _truncate, "string")
