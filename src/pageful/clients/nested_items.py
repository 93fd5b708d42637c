"""Items of an array within nested objects: put at its end, made where it is missing, and undone."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from pageful.clients.document import Document, Edit, Member, Node
from pageful.clients.edits import write_string

# What is between two parts where nobody has put a comment.
# > ,
_SEPARATOR = re.compile(r"\s*,\s*")
# > ,
_COMMA = re.compile(r"\s*,")
_UNIT = "  "
"""The indentation of a file that shows none."""


class WrongShape(Exception):
    """The error of a document whose keys hold something else than objects and an array."""


def count_missing(document: Document, path: Sequence[str]) -> int:
    """Return how many containers at the end of a path have to be made."""
    return len(path) - _depth(document.root, path)


def is_tight(document: Document, path: Sequence[str]) -> bool:
    """Tell whether the innermost container there is holds nothing, and no line break."""
    container = document.root.at(path[: _depth(document.root, path)])
    return (
        container is not None and not _parts(container) and "\n" not in document.source(container)
    )


def append(document: Document, path: Sequence[str], value: Any) -> Edit:
    """Put a value at the end of the array at a path; containers that are missing are made.

    Raises:
        WrongShape: a key on the way holds something else.
    """
    depth = _depth(document.root, path)
    container = document.root.at(path[:depth])
    assert container
    if depth == len(path):
        return _append_part(document, container, "", value)
    value = [value]
    for key in reversed(path[depth + 1 :]):
        value = {key: value}
    return _append_part(document, container, path[depth], value)


def remove(document: Document, path: Sequence[str], position: int, *, tight: bool) -> Edit:
    """Take out the part at a position of the container at a path, as `append` has put it in.

    `tight` tells that the container was empty and had no line break.
    """
    container = document.root.at(path)
    assert container
    parts, text = _parts(container), document.text
    part, start, end = parts[position], parts[position].start, parts[position].end
    if position and _SEPARATOR.fullmatch(text, parts[position - 1].end, start):
        return Edit(parts[position - 1].end, end, "")
    if len(parts) > 1:
        comma = _COMMA.match(text, end)
        return Edit(start, parts[1].start if comma and not position else end, "")
    if not text[container.start + 1 : start].strip():
        start = container.start + 1
        closing = f"{_newline(text)}{_indent(text, container.start)}"
        is_ours = tight and "\n" in text[start : part.start] and text.startswith(closing, end)
        end += len(closing) if is_ours else 0
    return Edit(start, end, "")


def _depth(root: Node, path: Sequence[str]) -> int:
    """Return how many keys of a path are there.

    Raises:
        WrongShape: one of them holds something else than the path wants.
    """
    node: Node | None = root
    for depth, key in enumerate(path):
        if node is None or not isinstance(node.value, dict):
            raise WrongShape(f"`{'.'.join(path[:depth]) or 'the whole'}` is no object")
        member = node.member(key)
        if member is None:
            return depth
        node = member.node
    if node is None or not isinstance(node.value, list):
        raise WrongShape(f"`{'.'.join(path)}` is no array")
    return len(path)


def _parts(container: Node) -> Sequence[Node | Member]:
    return container.members or container.items


def _append_part(document: Document, container: Node, key: str, value: Any) -> Edit:
    text, parts = document.text, _parts(container)
    name = f"{write_string(key)}: " if key else ""
    if parts:
        last = parts[-1]
        line = text[text.rfind("\n", 0, last.start) + 1 : last.start].lstrip("\ufeff")
        if line.strip(" \t"):
            return Edit(last.end, last.end, f", {name}{_write(value)}")
        written = _write_lines(text, value, line)
        return Edit(last.end, last.end, f",{_newline(text)}{line}{name}{written}")
    start, outer = container.start + 1, _indent(text, container.start)
    inner = outer + _unit(text)
    written = f"{_newline(text)}{inner}{name}{_write_lines(text, value, inner)}"
    if "\n" not in document.source(container):
        written += f"{_newline(text)}{outer}"
    return Edit(start, start, written)


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write_lines(text: str, value: Any, indent: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).split("\n")
    return f"{_newline(text)}{indent}".join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _indent(text: str, position: int) -> str:
    """Return the blanks at the beginning of the line that a position is in."""
    line = text[text.rfind("\n", 0, position) + 1 : position].lstrip("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """Return what one level is indented by: what the first line that has blanks has."""
    # >   "permissions": {
    match = re.search(r"\n([ \t]+)\S", text)
    return match[1] if match and len(match[1]) <= 8 else _UNIT
