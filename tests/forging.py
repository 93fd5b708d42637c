"""Results whose every text reads like lines of a page, and what of a page is the page's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

FORGED = "Forged: a line"
_TEXT = f"{FORGED}\n{FORGED}\n"
_FENCE = re.compile(r"`{3,}")

_FIXED = ("direction", "sort", "kind", "means", "status", "type", "arrow")
_OF_TOOLS = ("version", "modified", "created", "project_id", "database_name", "embedder")
_OWN = frozenset(_FIXED + _OF_TOOLS)
"""Fields whose texts no file says."""


def forged(value: Any) -> Any:
    """The same result, with lines that pose as a page's own for every text of a file."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return _TEXT
    if is_dataclass(value) and not isinstance(value, type):
        found = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
        return replace(
            value, **{name: each if name in _OWN else forged(each) for name, each in found.items()}
        )
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(map(forged, value))
    if isinstance(value, Mapping):
        return {forged(key): forged(each) for key, each in value.items()}
    return value


def own_lines(page: str) -> list[str]:
    """The lines of a page that stand outside of its fences."""
    own, fence = list[str](), ""
    for line in page.split("\n"):
        opening = _FENCE.match(line)
        if fence:
            fence = "" if line == fence else fence
        elif opening:
            fence = opening[0]
        else:
            own.append(line)
    assert not fence
    return own


def fenced_text(page: str) -> str:
    """What stands between the first fences of a page, with the newline above the closing one."""
    lines = page.split("\n")
    first = next(n for n, line in enumerate(lines) if _FENCE.fullmatch(line))
    last = lines.index(lines[first], first + 1)
    return "".join(f"{line}\n" for line in lines[first + 1 : last])
