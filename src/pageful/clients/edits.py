"""Edits of a document by position: members put in and taken out, items before an array's."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pageful.clients.document import Document, Edit, Member, Node

# > "args": [
_ASSIGNMENT = re.compile(r"[ \t]*[:=][ \t]*")
# What is between two members where nobody has put a comment.
# > ,
_SEPARATOR = re.compile(r"\s*,?\s*")
# > "	  "
_SPACE = re.compile(r"\s*")
# > ,
_COMMA = re.compile(r"\s*,")


def write_string(text: str) -> str:
    """Write a string; JSON's form is one of TOML's, but for characters that both escape so."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_strings(texts: Sequence[str]) -> str:
    """Write strings as the items of an array."""
    return ", ".join(map(write_string, texts))


def insert_after(document: Document, parent: Node, member: Member, key: str, value: str) -> Edit:
    """Add a member right after another one, spelled and indented as that is."""
    text = document.text
    between = text[member.key_end : member.node.start]
    if not _ASSIGNMENT.fullmatch(between):
        between = ": " if document.notation == "json" else " = "
    name = write_string(key) if document.notation == "json" else key
    written = f"{name}{between}{value}"
    comma = "," if parent.in_braces else ""
    indent = text[text.rfind("\n", 0, member.start) + 1 : member.start].lstrip("\ufeff")
    if parent.in_braces and (indent.strip(" \t") or document.notation == "toml"):
        return Edit(member.end, member.end, f", {written}")
    newline = "\r\n" if "\r\n" in text else "\n"
    return Edit(member.end, member.end, f"{comma}{newline}{indent}{written}")


def remove_member(document: Document, parent: Node, member: Member) -> Edit:
    """Take a member out, with what parts it from the one before it."""
    text, position = document.text, parent.members.index(member)
    if position:
        previous = parent.members[position - 1].end
        if _SEPARATOR.fullmatch(text, previous, member.start):
            return Edit(previous, member.end, "")
    comma = _COMMA.match(text, member.end)
    return Edit(member.start, comma.end() if comma and parent.in_braces else member.end, "")


def put_first(document: Document, array: Node, items: str) -> Edit:
    """Put items, as they are written, before those of an array; `remove_first` is its undo."""
    start = array.start + 1
    space = _space(document.text, start)
    if not array.items:
        return Edit(start + len(space), start + len(space), items)
    return Edit(start, start, f"{space}{items},{'' if space else ' '}")


def remove_first(document: Document, array: Node, number: int) -> Edit:
    """Take the first items of an array out."""
    text, start = document.text, array.start + 1
    space = _space(text, start)
    first, end = array.items[0].start, array.items[number - 1].end
    if len(array.items) == number:
        return Edit(first, end, "")
    comma = _COMMA.match(text, end)
    end = comma.end() if comma else array.items[number].start
    if start + len(space) < first:
        return Edit(first, end, "")
    return Edit(start, end + (not space and text[end] == " "), "")


def _space(text: str, position: int) -> str:
    match = _SPACE.match(text, position)
    return match[0] if match else ""
