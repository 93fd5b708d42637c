"""Sizes of the fields of data, by their paths: names and numbers, no value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pageful.gateway.counting import FieldSize
from pageful.gateway.json_text import write
from pageful.gateway.paths import write_path

# A key that is a field's name; any other may be data: a file, an address, a number.
# > user_login
# > $schema
_NAME = re.compile(r"[A-Za-z_$@][A-Za-z0-9_-]{0,39}")

_ROWS = 50
"""Rows of a list that are looked at: the others are like them."""

_LEVELS = 6
"""Levels of objects that are looked at: what is below belongs to the field above."""

_MEMBERS = 60
"""Members of an object from which on its keys are data: names of files, or ids."""

_NOTED = 200
"""Fields that are noted of one result, the largest: a line of the log has some 10 KB then."""


def measure_fields(value: Any) -> dict[str, FieldSize]:
    """Measure the fields of data that are objects, or lists of them."""
    sizes: dict[tuple[str, ...], list[int]] = {}
    for path, item in _leaves(value, ()):
        size = len(item) if isinstance(item, str) else len(write(item))
        is_empty = item is None or item == "" or item == [] or item == {}
        found = sizes.setdefault(path, [0, 0, 0, 0])
        found[0] += 1
        found[1] += is_empty
        found[2] += size + len(path[-1]) + 3  # quotes and a colon are paid for, too
        found[3] = max(found[3], size)
    largest = sorted(sizes.items(), key=lambda each: -each[1][2])[:_NOTED]
    return {write_path(path): (a, b, c, d) for path, (a, b, c, d) in largest}


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        for item in value[:_ROWS]:
            yield from _leaves(item, path)
    elif isinstance(value, dict) and value and len(path) < _LEVELS:
        keys_are_data = len(value) > _MEMBERS
        for key, item in list(value.items())[:_MEMBERS]:
            is_name = not keys_are_data and _NAME.fullmatch(key)
            yield from _leaves(item, (*path, key if is_name else "*"))
    elif path:
        yield path, value
