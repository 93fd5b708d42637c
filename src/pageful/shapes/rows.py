"""From a sheet back to the objects that it was made of."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.lazy.dataclasses import dataclass, field
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
    return [{} if each is MISSING else each for each in _assemble(_tree(values))]


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


@dataclass(slots=True)
class _Node:
    """A key of objects: its own values, and the keys within them."""

    own: list[Json] | None = None
    keys: dict[str, _Node] = field(default_factory=dict)


def _tree(values: dict[Path, list[Json]]) -> _Node:
    root = _Node()
    for path, column in values.items():
        node = root
        for key in path:
            node = node.keys.setdefault(key, _Node())
        node.own = column
    return root


def _assemble(node: _Node) -> list[Json]:
    """Make the objects of their keys' columns, or take what their own cells have."""
    if not node.keys:
        return node.own or []
    columns = [_assemble(each) for each in node.keys.values()]
    objects: list[Json]
    if any(type(MISSING) in set(map(type, each)) for each in columns):
        objects = [_object(node.keys, row) or MISSING for row in zip(*columns, strict=True)]
    else:
        keys = tuple(node.keys)
        objects = [dict(zip(keys, row, strict=True)) for row in zip(*columns, strict=True)]
    if node.own is None:
        return objects
    pairs = zip(node.own, objects, strict=True)
    return [each if own is MISSING else own for own, each in pairs]


def _object(keys: dict[str, _Node], row: tuple[Json, ...]) -> dict[str, Json]:
    return {key: value for key, value in zip(keys, row, strict=True) if value is not MISSING}
