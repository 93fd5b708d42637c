"""Rows of data: filtered, sorted, counted, with some of their fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from pageful.gateway.json_text import write
from pageful.gateway.paths import field
from pageful.gateway.patterns import compile_pattern
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError
from pageful.tool.time_limit import TimeLimit

_SECONDS = 5.0
"""Seconds of processor time for a pattern over all rows: less than a client waits for."""

_LINE = 2_000
"""Characters of a line that a pattern is matched against."""

# > state=open
# > stars >= 100
# > user.login ~ "bot"
_CONDITION = re.compile(r"(?P<field>[^=!<>~]+)(?P<sign>!=|<=|>=|=|<|>|~)(?P<value>.*)", re.DOTALL)
# > state=open and stars>100
_AND = re.compile(r"\s+and\s+")


@dataclass(frozen=True)
class Condition:
    """A condition on a field of a row."""

    field: str
    sign: str
    value: str

    def holds(self, row: Any) -> bool:
        """Tell whether it holds for a row; a field with several values needs one that fits."""
        values = field(row, self.field)
        if self.sign == "!=":
            return all(_text(value) != self.value for value in values)
        return any(self._fits(value) for value in values)

    def _fits(self, value: Any) -> bool:
        if self.sign == "=":
            return _text(value) == self.value
        if self.sign == "~":
            return self.value.lower() in _text(value).lower()
        left, right = _order_key(value), _order_key(_number(self.value))
        if left[0] != right[0]:
            return False
        return bool(_COMPARISONS[self.sign](left, right))


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def parse_conditions(text: str) -> tuple[Condition, ...]:
    """Read conditions: `state=open and stars>=100`.

    Raises:
        ToolError: one has another form.
    """
    return tuple(map(_parse_condition, _AND.split(text)))


def filter_rows(rows: Sequence[Any], where: str) -> list[Any]:
    """Return the rows for which all conditions hold.

    Raises:
        ToolError: a condition is none, or no row has its field.
    """
    conditions = parse_conditions(where)
    for condition in conditions:
        check_fields(rows, [condition.field])
    return [row for row in rows if all(condition.holds(row) for condition in conditions)]


def search_rows(rows: Sequence[Any], pattern: str) -> list[Any]:
    """Return the rows that have a match of a pattern in any of their values.

    Raises:
        ToolError: the pattern is refused, or takes too long.
    """
    return _search(rows, pattern, lambda row: row if isinstance(row, str) else write(row))


def search_lines(text: str, pattern: str) -> str:
    """Return the lines of a text that a pattern matches, with their numbers.

    Raises:
        ToolError: the pattern is refused, or takes too long.
    """
    lines = list(enumerate(text.splitlines(), 1))
    return "\n".join(f"{n}: {line}" for n, line in _search(lines, pattern, lambda line: line[1]))


def sort_rows(rows: Sequence[Any], by: str) -> list[Any]:
    """Sort rows by a field, downwards if it begins with `-`; rows without it go last.

    Raises:
        ToolError: no row has that field.
    """
    name = by.removeprefix("-")
    check_fields(rows, [name])
    has = [row for row in rows if field(row, name)]
    rest = [row for row in rows if not field(row, name)]
    has.sort(key=lambda row: _order_key(field(row, name)[0]), reverse=by.startswith("-"))
    return has + rest


def count_rows(rows: Sequence[Any], by: str) -> list[Any]:
    """Count rows by the values of a field, the most frequent first.

    Raises:
        ToolError: no row has that field.
    """
    check_fields(rows, [by])
    counts = Counter(_key(field(row, by)) for row in rows)
    values = {_key(field(row, by)): field(row, by) for row in rows}
    return [
        {by: _only(values[key]), "count": number}
        for key, number in sorted(counts.items(), key=lambda item: -item[1])
    ]


def choose_columns(rows: Sequence[Any], names: Sequence[str]) -> list[Any]:
    """Return rows with some of their fields; a field that a row lacks stays missing.

    Raises:
        ToolError: no row has one of them.
    """
    check_fields(rows, names)
    return [{name: _only(values) for name in names if (values := field(row, name))} for row in rows]


def check_fields(rows: Sequence[Any], names: Sequence[str]) -> None:
    """Check that there are rows with each of some fields.

    Raises:
        ToolError: no row has one of them.
    """
    for name in names:
        if rows and not any(field(row, name) for row in rows):
            known = list(dict.fromkeys(key for row in rows if isinstance(row, dict) for key in row))
            near = get_close_matches(name.partition(".")[0], known, n=1)
            meant = f"Did you mean `{near[0]}`? " if near else ""
            listed = ", ".join(f"`{key}`" for key in known[:40])
            raise ToolError(f"No row has `{name}`.", f"{meant}Fields: {listed or 'none'}.")


def _parse_condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise ToolError(
            f"`where` has a part that is no condition: `{text}`.",
            "Write `field=value`, with =, !=, <, <=, >, >= or ~ (contains), and `and` between.",
        )
    value = match["value"].strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return Condition(match["field"].strip(), match["sign"], value)


def _search(items: Sequence[Any], pattern: str, text_of: Callable[[Any], str]) -> list[Any]:
    compiled, limit, found = compile_pattern(pattern), TimeLimit(_SECONDS), []
    for item in items:
        if limit.seconds_left() <= 0:
            raise ToolError("`pattern` takes too long.", "Use plain text.")
        text = text_of(item)
        pieces = (text[start : start + _LINE] for start in range(0, max(len(text), 1), _LINE))
        if any(compiled.search(piece) for piece in pieces):
            found.append(item)
    return found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else write(value)


def _number(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _order_key(value: Any) -> tuple[int, Any]:
    """Order numbers before texts, and texts that are numbers among the numbers."""
    if isinstance(value, bool) or value is None:
        return (2, _text(value))
    if isinstance(value, int | float):
        return (0, value)
    if isinstance(value, str):
        number = _number(value)
        return (0, number) if isinstance(number, float) else (1, value)
    return (3, write(value))


def _key(values: tuple[Any, ...]) -> str:
    return write(list(values))


def _only(values: tuple[Any, ...]) -> Any:
    if not values:
        return None
    return values[0] if len(values) == 1 else list(values)
