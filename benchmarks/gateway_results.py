"""Recorded results of MCP servers: the data in them, as a gateway would show them."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pageful.anything import UnreadableJsonError, read_json

LEFT_OUT = "stripe"
"""Its lists are one published object over and over: they would flatter every figure."""


def recorded(directory: Path) -> Iterator[tuple[str, Any]]:
    """Yield names and data of the recorded results in `results.jsonl` that have data."""
    for name, result in results(directory):
        data = data_of(result)
        if data is not None:
            yield name, data


def results(directory: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield names and results of the recorded calls."""
    with (directory / "results.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if LEFT_OUT not in record["server"]:
                yield record["id"], record.get("result") or {}


def as_sent(result: dict[str, Any]) -> str:
    """All that a client is sent of a result: its texts, and its structured content beside them."""
    texts = [each.get("text", "") for each in result.get("content", [])]
    structured = result.get("structuredContent")
    return "\n".join(
        [*texts, *([json.dumps(structured, ensure_ascii=False)] if structured else [])]
    )


def data_of(result: dict[str, Any]) -> Any:
    """The data of a result, `None` where it has none but plain text."""
    content = result.get("content", [])
    if len(content) == 1 and content[0]["type"] == "text":
        data = _parse(content[0]["text"])
        if isinstance(data, dict | list):
            return _unwrap(data)
    structured = result.get("structuredContent")
    return _unwrap(structured) if isinstance(structured, dict) else None


def _parse(text: str) -> Any:
    for parse in (read_json, ast.literal_eval, _parse_lines):
        try:
            return parse(text)
        except (UnreadableJsonError, ValueError, SyntaxError, TypeError, MemoryError):
            continue
    return None


def _parse_lines(text: str) -> Any:
    lines = [line for line in text.splitlines() if line.strip()]
    return [read_json(line) for line in lines] if len(lines) > 1 else None


def _unwrap(data: Any) -> Any:
    """The data that a server wrapped as `{"result": "<JSON>"}`."""
    if isinstance(data, dict) and set(data) == {"result"} and isinstance(data["result"], str):
        inner = _parse(data["result"])
        return inner if isinstance(inner, dict | list) else data
    return data
