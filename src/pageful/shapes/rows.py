"""From a sheet back to the objects that it was made of."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.shapes.sheet import Sheet, seen_rows
from pageful.shapes.templates import Template, fill
from pageful.shapes.values import MISSING, Json, Path


def rows_of(sheet: Sheet) -> list[dict[str, Json]]:
    """Make the objects again.

    Raises:
        KeyError: a template needs a column that is not there.
    """
    values = {each.path: each.values for each in sheet.columns}
    paths = [*values, *sheet.constants, *(each.path for each in sheet.templates)]
    present = {path: seen_rows(sheet, path) for path in _objects_of(paths)}
    for path, value in sheet.constants.items():
        there = present[path[:-1]]
        values[path] = [value if each else MISSING for each in there]
    for template in sheet.templates:
        there = present[template.path[:-1]]
        values[template.path] = _fill(template, values, there)
    return [row if type(row) is dict else {} for row in _assemble((), values, sheet.rows)]


def _objects_of(paths: Sequence[Path]) -> dict[Path, None]:
    return {path[:n]: None for path in paths for n in range(len(path))}


def _fill(template: Template, values: dict[Path, list[Json]], there: list[bool]) -> list[Json]:
    if template.has_own:
        own = values[template.path]
        pieces = [part if isinstance(part, str) else own for part in template.parts]
        return fill(pieces, len(own), there)
    (first, *more) = template.parts
    if not more and not isinstance(first, str):
        return [v if t else MISSING for t, v in zip(there, values[first], strict=True)]
    pieces = [
        part
        if isinstance(part, str)
        else [str(value) if type(value) is int else value for value in values[part]]
        for part in template.parts
    ]
    return fill(pieces, len(there), there)


def _assemble(path: Path, values: dict[Path, list[Json]], rows: int) -> list[Json]:
    """Make the objects at a path of their keys' columns, or take what their own cells have."""
    keys = {each[len(path)]: None for each in values if each[: len(path)] == path != each}
    columns = [_at((*path, key), values, rows) for key in keys]
    if not columns:
        return values[path]
    make = _object if any(type(MISSING) in map(type, each) for each in columns) else _whole_object
    objects: list[Json] = [make(keys, row) for row in zip(*columns, strict=True)]
    if not path:
        return objects
    own = values.get(path, [MISSING] * rows)
    return [
        cell if cell is not MISSING else each or MISSING
        for cell, each in zip(own, objects, strict=True)
    ]


def _at(path: Path, values: dict[Path, list[Json]], rows: int) -> list[Json]:
    if any(len(each) > len(path) and each[: len(path)] == path for each in values):
        return _assemble(path, values, rows)
    return values[path]


def _object(keys: dict[str, None], row: tuple[Json, ...]) -> dict[str, Json]:
    return {key: value for key, value in zip(keys, row, strict=True) if value is not MISSING}


def _whole_object(keys: dict[str, None], row: tuple[Json, ...]) -> dict[str, Json]:
    return dict(zip(keys, row, strict=True))
