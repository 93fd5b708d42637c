"""Notations of data in a text: JSON, JSON lines, YAML, and what Python prints."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterable
from typing import Any, Literal

from pageful.anything import json_text as exact_json
from pageful.lazy.dataclasses import dataclass

Notation = Literal["JSON", "JSON lines", "YAML", "Python"]

_YAML_LIMIT = 256 * 1024
_PYTHON_LIMIT = 256 * 1024
"""Characters of such texts that are read at most: both readers take much time and memory."""

# What JSON does not have: without it, a text that is no JSON is a mistake and stays.
# > [{'id': 1, 'done': True}]
_PYTHON_ALONE = re.compile(r"'|\(|\b(?:None|True|False)\b")

# > - name: web
# > apiVersion: v1
_YAML_START = re.compile(r"(?:- +)?[A-Za-z_][\w./-]*:(?: |\n|$)")
# Anchors and aliases make a text of a kilobyte a value of a gigabyte.
# > default: &base
# >   <<: *base
_YAML_ALIAS = re.compile(r"(?:^|[\s:,\[{-])[&*][A-Za-z0-9_]", re.MULTILINE)
# > ```json
_FENCE = re.compile(r"^```(\w*)[ \t]*$", re.MULTILINE)
# The first line that begins like JSON or a YAML list, after lines of prose.
# > [{"id": 1}, {"id": 2}]
# > - kind: Pod
_DATA_LINE = re.compile(r"^(?:[\[{]|- +\w+:)", re.MULTILINE)


class NotData(ValueError):
    """The error of a text without data that can be shown in another form without a loss."""


@dataclass(frozen=True)
class DataText:
    """Data in a text: the value, its notation, the prose around it, its JSON if that is known."""

    value: Any
    notation: Notation
    before: str = ""
    after: str = ""
    compact: str | None = None

    @property
    def is_pure(self) -> bool:
        """Tell whether the text is nothing but data."""
        return not self.before and not self.after


def read_json(text: str) -> Any:
    """Read JSON without any loss.

    Raises:
        NotData: it is none, or has a key twice.
    """
    try:
        return exact_json.read_json(text)
    except ValueError as error:
        raise NotData(str(error)) from None


def read_exactly(text: str, value: Any) -> Any:
    """Return what JSON says: the value that Python has read already, if nothing was lost of it.

    Raises:
        NotData: a key is there twice, or a number is NaN or infinite.
    """
    try:
        if exact_json.write_json(value) == text:
            return value
    except ValueError:
        pass
    return read_json(text)


def read_data(text: str, *, allow_python: bool = True) -> tuple[DataText, ...]:
    """Find the data in a text: all of it, or parts between prose.

    Returns:
        Each piece of data with the prose before it, the last one with the prose after it; nothing
        where the text is no data.
    """
    stripped = text.strip()
    if stripped[:1] in ("[", "{") and (found := exact_json.read_compact(stripped)):
        return (DataText(found[0], "JSON", compact=stripped),)
    readers: tuple[tuple[Notation, Callable[[str], Any]], ...] = (
        ("JSON", _read_container),
        ("JSON lines", _read_json_lines),
        ("YAML", _read_yaml),
        *((("Python", _read_python),) if allow_python else ()),
    )
    for notation, read in readers:
        try:
            return (DataText(read(stripped), notation),)
        except NotData:
            continue
    return _read_fenced(text) or _read_after_prose(text)


def _read_container(text: str) -> Any:
    if text[:1] not in ("[", "{"):
        raise NotData("neither an array nor an object")
    return read_json(text)


def _read_json_lines(text: str) -> list[Any]:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.lstrip()[:1] == "{" for line in lines):
        raise NotData("not several objects in lines")
    # Lines that are whole objects each are a list with commas between them.
    if found := exact_json.read_compact_lines(lines):
        return found
    return [read_json(line) for line in lines]


def _read_yaml(text: str) -> Any:
    """Read YAML whose whole text is a list or an object of several lines, where PyYAML is there."""
    if len(text) > _YAML_LIMIT or not _YAML_START.match(text) or "\n" not in text:
        raise NotData("no YAML")
    if _YAML_ALIAS.search(text):
        raise NotData("YAML with anchors")
    try:
        from pageful.gateway.yaml_text import read_yaml
    except ModuleNotFoundError:
        raise NotData("YAML can't be read: PyYAML is not installed") from None
    try:
        value = read_yaml(text)
    except (ValueError, RecursionError) as error:
        raise NotData(str(error)) from None
    if not _has_table(value):
        raise NotData("YAML without a list of objects is no shorter in another form")
    return value


def _has_table(value: Any) -> bool:
    values = [value, *value.values()] if isinstance(value, dict) else [value]
    return any(_is_table(each) for each in values)


def _is_table(value: object) -> bool:
    return isinstance(value, list) and len(value) > 1 and is_list_of_objects(value)


def _read_python(text: str) -> Any:
    """Read what Python prints of lists and dictionaries of JSON's values."""
    begins_so = text[:2] in ("[{", "[[", "[(", "{'", "['")
    if len(text) > _PYTHON_LIMIT or not begins_so or not _PYTHON_ALONE.search(text):
        raise NotData("nothing that Python prints")
    try:
        return _to_json_value(ast.literal_eval(text))
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError) as error:
        raise NotData(str(error)) from None


def _to_json_value(value: object) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case float() if math.isfinite(value):
            return value
        case list() | tuple():
            return [_to_json_value(item) for item in value]
        case dict() if all(isinstance(key, str) for key in value):
            return {key: _to_json_value(item) for key, item in value.items()}
        case _:
            raise NotData(f"{type(value).__name__} has no form in JSON")


def _read_fenced(text: str) -> tuple[DataText, ...]:
    """Read data in code fences; prose and other fences stay."""
    found: list[DataText] = []
    end, opening = 0, None
    for fence in _FENCE.finditer(text):
        if opening is None:
            opening = fence
            continue
        if fence[1]:
            continue
        start, opening = opening, None
        try:
            value = _read_container(text[start.end() : fence.start()].strip())
        except NotData:
            continue
        found.append(DataText(value, "JSON", before=text[end : start.start()]))
        end = fence.end()
    return _with_rest(found, text[end:])


def _read_after_prose(text: str) -> tuple[DataText, ...]:
    """Read data that begins at the start of a line and goes to the end of the text."""
    start = _DATA_LINE.search(text)
    if start is None or start.start() == 0:
        return ()
    before, rest = text[: start.start()], text[start.start() :].strip()
    notation: Notation = "YAML" if rest[0] == "-" else "JSON"
    try:
        value = _read_yaml(rest) if notation == "YAML" else _read_container(rest)
    except NotData:
        return ()
    return (DataText(value, notation, before),)


def _with_rest(found: list[DataText], rest: str) -> tuple[DataText, ...]:
    if not found:
        return ()
    last = found[-1]
    return (*found[:-1], DataText(last.value, last.notation, last.before, rest))


def is_list_of_objects(values: Iterable[object]) -> bool:
    """Tell whether all values are objects."""
    return all(isinstance(value, dict) for value in values)
