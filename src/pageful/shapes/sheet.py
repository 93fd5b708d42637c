"""A list of objects as a sheet: the columns to be written, and what is said once of every row."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.lazy.dataclasses import dataclass, field
from pageful.shapes.columns import Column, Objects, columns_of, is_shorter_as_columns
from pageful.shapes.legends import Legends
from pageful.shapes.templates import Template, find_templates
from pageful.shapes.values import MISSING, Json, Path

_DEEPEST = 8
"""Objects below are cells: a path of more keys is longer than what it names."""


@dataclass(slots=True)
class Sheet:
    """Columns of a list of objects, and facts about all of it.

    `present` has the objects that became columns by their paths, each with the rows that have it.
    Templates come in the order in which they can be filled.
    """

    rows: int
    columns: list[Column]
    constants: dict[Path, Json] = field(default_factory=dict)
    templates: list[Template] = field(default_factory=list)
    present: dict[Path, list[bool]] = field(default_factory=dict)


def sheet_of(objects: Sequence[dict[str, Json]], legends: Legends) -> Sheet:
    """Find the shape of objects; those that are repeated go to the legends."""
    sheet = Sheet(len(objects), [], present={(): [True] * len(objects)})
    sheet.columns = _flatten(sheet, columns_of(objects), legends)
    if sheet.rows > 1:
        every = {each.path: each for each in sheet.columns}
        if "constants" in legends.rules:
            _take_constants(sheet)
        if "templates" in legends.rules:
            _take_templates(sheet)
        _keep_objects_seen(sheet, every)
    return sheet


def _flatten(sheet: Sheet, columns: list[Column], legends: Legends) -> list[Column]:
    """Turn objects within objects into columns, level by level, unless a legend has them."""
    done: list[Column] = []
    legends.take(columns)
    for column in columns:
        if column.legend or dict not in column.types or not _pays_as_columns(column):
            done.append(column)
            continue
        objects: Objects = [
            value if type(value) is dict and value else None for value in column.values
        ]
        sheet.present[column.path] = [each is not None for each in objects]
        rest = [
            MISSING if there else value
            for there, value in zip(sheet.present[column.path], column.values, strict=True)
        ]
        if any(value is not MISSING for value in rest):
            done.append(Column(column.path, rest))
        done += _flatten(sheet, columns_of(objects, column.path), legends)
    return done


def _pays_as_columns(column: Column) -> bool:
    """Compare what the keys cost in every object with what columns cost in every row."""
    if len(column.path) >= _DEEPEST:
        return False
    objects = [value for value in column.values if type(value) is dict and value]
    name = sum(map(len, column.path)) + len(column.path)
    return is_shorter_as_columns(objects, name + len(column.values))


def _take_constants(sheet: Sheet) -> None:
    kept = []
    for column in sheet.columns:
        if not (column.legend or column.keys) and _is_constant(sheet, column):
            sheet.constants[column.path] = next(v for v in column.values if v is not MISSING)
        else:
            kept.append(column)
    if not kept and sheet.columns:
        kept = sheet.columns[:1]
        del sheet.constants[kept[0].path]
    sheet.columns = kept


def _take_templates(sheet: Sheet) -> None:
    full = [each for each in sheet.columns if _is_full(sheet, each)]
    sheet.templates, taken = find_templates(full, sheet.rows)
    sheet.columns = [each for each in sheet.columns if each.path not in taken]


def _is_constant(sheet: Sheet, column: Column) -> bool:
    if len(column.types - {type(MISSING)}) != 1 or not _is_full(sheet, column):
        return False
    there = [value for value in column.values if value is not MISSING]
    if there.count(there[0]) < len(there):
        return False
    return float not in column.types or len(set(map(repr, there))) == 1  # -0.0 equals 0.0


def _is_full(sheet: Sheet, column: Column) -> bool:
    """Tell whether every object that could have the key has it."""
    if type(MISSING) not in column.types:
        return True
    there = [value is not MISSING for value in column.values]
    return there == sheet.present.get(column.path[:-1])


def _keep_objects_seen(sheet: Sheet, every: dict[Path, Column]) -> None:
    """Keep a column of each object that would else be written in no row that has it."""
    for path in sorted(sheet.present, key=len, reverse=True):
        said = [*sheet.constants, *(each.path for each in sheet.templates if not each.has_own)]
        facts = [each for each in said if each[: len(path)] == path]
        if path and facts and seen_rows(sheet, path) != sheet.present[path]:
            back = next((each for each in facts if len(each) == len(path) + 1), facts[0])
            sheet.constants.pop(back, None)
            sheet.templates = [each for each in sheet.templates if each.path != back]
            sheet.columns.append(every[back])


def seen_rows(sheet: Sheet, path: Path) -> list[bool]:
    """Tell for each row whether an object is in it, as a reader sees it.

    It is where any of its columns has a value. Without columns it is wherever the object around it
    is, unless the cell for the object itself says something else.
    """
    if not path:
        return [True] * sheet.rows
    within = [
        each
        for each in sheet.columns
        if len(each.path) > len(path) and each.path[: len(path)] == path
    ]
    if any(type(MISSING) not in each.types for each in within):
        return [True] * sheet.rows
    if within:
        rows = zip(*(each.values for each in within), strict=True)
        return [any(v is not MISSING for v in row) for row in rows]
    around = seen_rows(sheet, path[:-1])
    for each in sheet.columns:
        if each.path == path:
            return [a and v is MISSING for a, v in zip(around, each.values, strict=True)]
    return around
