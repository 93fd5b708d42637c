"""Paths into data: `items[0].user.login`, `["a.b"]`, `items[].id`, `items[20:]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError


@dataclass(frozen=True, slots=True)
class From:
    """The step to what follows a number of items, members or characters."""

    start: int


Step = str | int | From | None
"""A key, a position, all from a position on, or `None` for every item of a list."""

# A key, a position, all items, a key in quotes, or all from a position on.
# > items[0].user.login
# > labels[].name
# > ["a.b"]
# > items[20:]
_STEP = re.compile(
    r'\.?([^.\[\]"]+)|\[(-?\d+)\]|\[\*?\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+):\]', re.DOTALL
)
# > user_login
_PLAIN = re.compile(r'[^.\[\]"\s$][^.\[\]"\s]*')


def parse_path(text: str) -> tuple[Step, ...]:
    """Read a path; `$` and a point before it mean nothing.

    Raises:
        ToolError: it is no path.
    """
    rest, steps = text.strip().removeprefix("$").removeprefix("."), list[Step]()
    position = 0
    while position < len(rest):
        match = _STEP.match(rest, position)
        if match is None:
            raise ToolError(
                f"`{text}` is no path: it breaks off before `{rest[position:][:40]}`.",
                'Paths look so: `items[0].user.login`, `labels[].name`, `["a.b"].c`.',
            )
        steps.append(_read_step(match))
        position = match.end()
    return tuple(steps)


def write_path(steps: tuple[Step, ...]) -> str:
    """Write a path as `parse_path` reads it."""
    text = ""
    for step in steps:
        if step is None:
            text += "[]"
        elif isinstance(step, int):
            text += f"[{step}]"
        elif isinstance(step, From):
            text += f"[{step.start}:]"
        elif _PLAIN.fullmatch(step):
            text += f".{step}" if text else step
        else:
            escaped = step.replace("\\", "\\\\").replace('"', '\\"')
            text += f'["{escaped}"]'
    return text


def values_at(value: Any, steps: tuple[Step, ...]) -> Iterator[Any]:
    """Yield the values at a path: one, several through `[]`, or none."""
    if not steps:
        yield value
        return
    step, rest = steps[0], steps[1:]
    for inner in _members_at(value, step):
        yield from values_at(inner, rest)


def _members_at(value: Any, step: Step) -> Sequence[Any]:
    match value, step:
        case list(), None:
            return value
        case dict(), str() if step in value:
            return (value[step],)
        case list() | str(), From(start):
            return (value[start:],)
        case dict(), From(start):
            return (dict(list(value.items())[start:]),)
        case list(), int() if -len(value) <= step < len(value):
            return (value[step],)
        case _:
            return ()


def replace_at(value: Any, steps: tuple[Step, ...], new: Any) -> Any:
    """Return a copy of a value with another one at a path of keys and positions."""
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    if isinstance(value, dict) and isinstance(step, str):
        return {**value, step: replace_at(value[step], rest, new)}
    assert isinstance(step, int)
    copy = list(value)
    copy[step] = replace_at(copy[step], rest, new)
    return copy


def field(row: Any, name: str) -> tuple[Any, ...]:
    """Return the values of a row's field: a key as it is written, else a path of keys."""
    if isinstance(row, dict) and name in row:
        return (row[name],)
    return tuple(values_at(row, parse_path(name)))


def _read_step(match: re.Match[str]) -> Step:
    key, position, quoted, start = match.groups()
    if start is not None:
        return From(int(start))
    if position is not None:
        return int(position)
    if quoted is not None:
        return re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)
    return key if isinstance(key, str) else None
