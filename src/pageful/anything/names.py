"""Paths of keys as text and back: `owner.login`, and quoted where a key is not a plain word."""

from __future__ import annotations

import re

from pageful.anything.json_text import UnreadableJsonError, read_json
from pageful.anything.scalars import quote
from pageful.shapes.values import Path

# > html_url
# > Customer ID
_PLAIN = re.compile(r"[^\W_](?:[\w$/ -]*[\w$/])?|_[\w$/]*|\$[\w$/]+")
# > owner."a.b".id
_STEP = re.compile(r'"(?:[^"\\]|\\.)*"|[^".]+')
_TAKEN = frozenset(("Each row", "Tip"))
"""Words that open a line of the page itself."""


def write_key(key: str) -> str:
    """Write one key: as it is where it is a plain word, else as a string of JSON."""
    if _PLAIN.fullmatch(key) and key not in _TAKEN:
        return key
    return quote(key)


def write_path(path: Path) -> str:
    """Write a path, its keys between dots."""
    return ".".join(map(write_key, path))


def read_path(text: str) -> Path:
    """Read a path.

    Raises:
        UnreadableJsonError: a quoted key is no JSON.
    """
    steps = _STEP.findall(text)
    if ".".join(steps) != text:
        raise UnreadableJsonError(f"{text!r} is no path")
    return tuple(read_json(step) if step[0] == '"' else step for step in steps)
