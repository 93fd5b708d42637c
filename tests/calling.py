"""Calls as pages print them, read back so that a test can run them."""

from __future__ import annotations

import json
import re
from typing import Any

_CALL = re.compile(r"\b([a-z]+(?:_[a-z]+)+)\((?=\w+=|\))")
_NAME = re.compile(r"(\w+)=")
_DECODER = json.JSONDecoder()


def printed_calls(page: str) -> list[tuple[str, dict[str, Any]]]:
    """Every call on a page: the tool's name and its arguments."""
    return [(match[1], _arguments(page, match.end())) for match in _CALL.finditer(page)]


def _arguments(page: str, at: int) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    while name := _NAME.match(page, at):
        arguments[name[1]], at = _DECODER.raw_decode(page, name.end())
        at += page.startswith(", ", at) and 2
    assert page[at] == ")", page[at : at + 80]
    return arguments
