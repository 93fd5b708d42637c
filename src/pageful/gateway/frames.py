"""One line of JSON-RPC: which message it is; its bytes are kept."""

from __future__ import annotations

import json
import re
from typing import Any

from pageful.lazy.dataclasses import dataclass

_SMALL = 1 << 14
"""Bytes up to which a line is parsed whole, in a tenth of a millisecond; of a longer one the edges
are looked at first."""

_EDGE = 600
"""Bytes of each edge of a long line in which `id` and `method` are looked for: ids are short."""

_ID = rb'(?P<id>-?[0-9]{1,18}|"[^"\\\x00-\x1f]{0,200}")'
# > {"jsonrpc":"2.0","id":7,"result":{"content":[]}}
_ANSWER_HEAD = re.compile(
    rb'\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*' + _ID + rb'\s*,\s*"(?:result|error)"\s*:'
)
# > {"result":{"content":[]},"jsonrpc":"2.0","id":7}
_RESULT_HEAD = re.compile(rb'\s*\{\s*"(?:result|error)"\s*:')
# A comma stands before the key, so its quotation mark opens a string; the brace ends the message.
# > {"result":{"content":[]},"jsonrpc":"2.0","id":7}
_ANSWER_TAIL = re.compile(rb',\s*"id"\s*:\s*' + _ID + rb"\s*\}\s*$")
Id = int | str


@dataclass(frozen=True, slots=True)
class Frame:
    """A message: a request (method and id), a notification (method), or an answer (id).

    `message` is the whole of it where it was read whole.
    """

    method: str | None
    id: Id | None
    message: dict[str, Any] | None

    @property
    def is_answer(self) -> bool:
        """Tell whether this answers a request."""
        return self.method is None and self.id is not None


OTHER = Frame(None, None, None)
"""A line of which nothing more is known: it goes through."""


def read_frame(line: bytes) -> Frame:
    """Read which message a line is; `OTHER` where it is no single message, or no JSON."""
    if len(line) > _SMALL and (frame := _read_edges(line)):
        return frame
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        # Too deep, or a number of thousands of digits: an answer all the same.
        return _read_edges(line) or OTHER
    if not isinstance(message, dict):
        return OTHER
    method, identifier = message.get("method"), message.get("id")
    return Frame(
        method if isinstance(method, str) else None,
        identifier if type(identifier) in (int, str) else None,
        message,
    )


def may_be_message(line: bytes) -> bool:
    """Tell whether a line may be a message: neither something printed, nor the half of one."""
    if line.lstrip()[:1] not in (b"{", b"["):
        return False
    return line.endswith(b"\n") or _is_whole(line)


def find_id(line: bytes) -> tuple[int, int] | None:
    """Find the place of a long answer's id in its line; `None` where that takes reading it."""
    if len(line) <= _SMALL:
        return None
    if found := _ANSWER_HEAD.match(line[:_EDGE]):
        return found.span("id")
    if _RESULT_HEAD.match(line[:_EDGE]) and (found := _ANSWER_TAIL.search(line[-_EDGE:])):
        start, end = found.span("id")
        return len(line) - _EDGE + start, len(line) - _EDGE + end
    return None


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _read_edges(line: bytes) -> Frame | None:
    head, tail = line[:_EDGE], line[-_EDGE:]
    found = _ANSWER_HEAD.match(head)
    if found is None and _RESULT_HEAD.match(head):
        found = _ANSWER_TAIL.search(tail)
    return Frame(None, json.loads(found["id"]), None) if found else None
