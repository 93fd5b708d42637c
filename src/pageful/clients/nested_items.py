"""Parts of nested objects and arrays: put at the end, made where they are missing, and undone."""

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


def count_missing(document: Document, path: Sequence[str], kind: type = list) -> int:
    """Return how many containers at the end of a path have to be made.

    `kind` is that of the last one: an array, or an object.
    """
    return len(path) - _depth(document.root, path, kind)


def is_tight(document: Document, path: Sequence[str], kind: type = list) -> bool:
    """Tell whether the innermost container there is holds nothing, and no line break."""
    container = document.root.at(path[: _depth(document.root, path, kind)])
    return (
        container is not None and not _parts(container) and "\n" not in document.source(container)
    )


def append(document: Document, path: Sequence[str], value: Any) -> Edit:
    """Put a value at the end of the array at a path; containers that are missing are made.

    Raises:
        WrongShape: a key on the way holds something else.
    """
    return _append(document, path, "", value)


def append_member(document: Document, path: Sequence[str], key: str, value: Any) -> Edit:
    """Put a member at the end of the object at a path; containers that are missing are made.

    Raises:
        WrongShape: a key on the way holds something else.
    """
    return _append(document, path, key, value)


def _append(document: Document, path: Sequence[str], key: str, value: Any) -> Edit:
    depth = _depth(document.root, path, dict if key else list)
    container = document.root.at(path[:depth])
    assert container
    if depth == len(path):
        return _append_part(document, container, key, value)
    value = {key: value} if key else [value]
    for name in reversed(path[depth + 1 :]):
        value = {name: value}
    return _append_part(document, container, path[depth], value)


def remove_with_containers(
    document: Document, path: Sequence[str], position: int, *, made: int, tight: bool
) -> Edit:
    """Take out a part, with as many containers around it as were made for it and hold no other."""
    for _ in range(min(made, len(path))):
        container = document.root.at(path)
        assert container
        if len(_parts(container)) > 1:
            return remove(document, path, position, tight=False)
        parent = document.root.at(path[:-1])
        assert parent
        position = [each.key for each in parent.members].index(path[-1])
        path = path[:-1]
    return remove(document, path, position, tight=tight)


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


def _depth(root: Node, path: Sequence[str], kind: type) -> int:
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
    if node is None or not isinstance(node.value, kind):
        raise WrongShape(f"`{'.'.join(path)}` is no {'array' if kind is list else 'object'}")
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
