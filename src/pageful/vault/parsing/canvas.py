"""A canvas: the links, tags and texts of its cards, read from JSON Canvas 1.0."""

from __future__ import annotations

import json
import re
from typing import Any

from msgspec.structs import replace

from pageful.vault.parsing import parse_note
from pageful.vault.parsing.parsed_note import Link, Note, Tag

_LONE = re.compile("[\ud800-\udfff]")
"""A lone surrogate, which JSON can write and UTF-8 can't."""


def parse_canvas(text: str) -> tuple[Note, str]:
    """Read a canvas: return its note, and the texts of its cards with empty lines between.

    Nothing of the note has a line; a card that shows a file is an embed. Never raises: another text
    than a canvas gives a note with nothing but `broken`.
    """
    text = text.removeprefix("\ufeff")
    try:
        canvas = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        return Note(0, broken=_reason(error)), ""
    nodes = canvas.get("nodes", []) if isinstance(canvas, dict) else None
    if not isinstance(nodes, list):
        return Note(0, broken="the file is no canvas: it has no list of nodes"), ""
    return _read([node for node in nodes if isinstance(node, dict)])


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}: the file is no JSON: {error.msg}"
    return "the file is no JSON that can be read: it is nested too deeply"


def _read(nodes: list[dict[str, Any]]) -> tuple[Note, str]:
    links: list[Link] = []
    tags: list[Tag] = []
    texts: list[str] = []
    for node in nodes:
        kind = node.get("type")
        if kind == "text" and isinstance(node.get("text"), str):
            texts.append(_LONE.sub("\ufffd", node["text"]))
            note = parse_note(texts[-1])
            links += (replace(link, line=0) for link in note.links)
            tags += (replace(tag, line=0) for tag in note.tags)
        elif kind == "file":
            links += _file_link(node)
    return Note(0, body_line=0, tags=tuple(tags), links=tuple(links)), "\n\n".join(texts)


def _file_link(node: dict[str, Any]) -> list[Link]:
    file, subpath = node.get("file"), node.get("subpath")
    if not (isinstance(file, str) and file):
        return []
    return [Link(file, subpath if isinstance(subpath, str) else "", embed=True)]
