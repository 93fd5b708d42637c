"""A tool's result in a file: alone, in an answer, in a record, or only its data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pageful.anything.json_text import UnreadableJsonError, read_json, write_json
from pageful.tool.errors import ToolError


def read_result_file(file: Path) -> dict[str, Any]:
    """Read a result; any other data, and text, become the result of a tool that sends them.

    Raises:
        ToolError: the file can't be read.
    """
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        problem = f"{file} can't be read: {error.strerror}."
        raise ToolError(problem, "Name a file with a tool's result.") from None
    except UnicodeDecodeError:
        raise ToolError(f"{file} is no text in UTF-8.", "Name a file with a result.") from None
    try:
        data = read_json(text)
    except UnreadableJsonError:
        return _as_text(text)
    for each in (data, data.get("result") if isinstance(data, dict) else None):
        if isinstance(each, dict) and isinstance(each.get("content"), list):
            return each
    return _as_text(text if isinstance(data, str) else write_json(data))


def _as_text(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}
