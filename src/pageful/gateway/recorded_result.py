"""Results of tools in a file: answers to tools/call, records, or only their data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pageful.anything.json_text import UnreadableJsonError, read_json
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

_LARGEST = 64 * 1024 * 1024
"""Bytes of a file that are read at most: what a gateway keeps."""

_TRY = "Give a file with a tool's result: the answer to tools/call, or one a line."


@dataclass(frozen=True)
class Recorded:
    """A result of a tool, with what is known of its call.

    `is_kept` tells that it is what a gateway kept: the data alone, not how they were sent.
    """

    id: str
    tool: str
    server: str
    result: Mapping[str, Any]
    time: float | None = None
    is_kept: bool = False


def read_results(path: Path, tool: str = "", server: str = "") -> tuple[Recorded, ...]:
    """Read the results of a file; `tool` and `server` name them where the file does not.

    Any other data, and text, are the result of a tool that sends them.

    Raises:
        ToolError: it can't be read, or has nothing.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise ToolError(f"{path} can't be read: {error.strerror}.", _TRY) from None
    if len(data) > _LARGEST:
        raise ToolError(f"{path} has more than {_LARGEST:,} bytes.", _TRY)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ToolError(f"{path} is no text in UTF-8.", _TRY) from None
    if not text.strip():
        raise ToolError(f"{path} is empty.", _TRY)
    return tuple(_read(text, tool, server))


def text_result(text: str) -> dict[str, Any]:
    """Make a result of one text."""
    return {"content": [{"type": "text", "text": text}]}


def _read(text: str, tool: str, server: str) -> Iterator[Recorded]:
    records = _records(text)
    if not records:
        yield Recorded("1", tool, server, text_result(text))
    for number, record in enumerate(records, 1):
        result = _result_of(record)
        assert result is not None
        own_tool, own_server = (record.get(key) for key in ("tool", "server"))
        yield Recorded(
            str(number),
            own_tool if isinstance(own_tool, str) else tool,
            own_server if isinstance(own_server, str) else server,
            result,
        )


def _records(text: str) -> list[dict[str, Any]]:
    """Read a result, a list of them, or one a line; nothing of any other text."""
    try:
        read: Any = read_json(text)
        every = read if isinstance(read, list) else [read]
    except UnreadableJsonError:
        try:
            every = [read_json(line) for line in text.split("\n") if line.strip()]
        except UnreadableJsonError:
            return []
    # A record without a result has an error of the protocol, which no model reads.
    are_records = bool(every) and all(isinstance(e, dict) and _is_record(e) for e in every)
    return [each for each in every if _result_of(each) is not None] if are_records else []


def _is_record(each: Mapping[str, Any]) -> bool:
    return _result_of(each) is not None or ("error" in each and "tool" in each)


def _result_of(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the result that a record has, or is."""
    for each in (record, record.get("result")):
        if isinstance(each, dict) and isinstance(each.get("content"), list):
            return each
    return None
