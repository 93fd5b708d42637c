"""Results to look at: of a file, or the last ones that a gateway has kept in a directory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pageful.gateway.keeping import DirectoryStore, Kept
from pageful.tool.errors import ToolError

_LARGEST = 64 * 1024 * 1024
"""Bytes of a file that are read at most: what a gateway keeps."""

_NEWEST = 50
"""Kept results that are listed: who looks for an older one has its id, and `recall`."""

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


class Results(Protocol):
    """A place that results come from."""

    @property
    def is_growing(self) -> bool:
        """Tell whether there may be more results later."""

    def list_all(self) -> tuple[Recorded, ...]:
        """List the results, the first to be shown first."""


@dataclass(frozen=True)
class FileResults:
    """The results of a file, as it was when it was read."""

    results: tuple[Recorded, ...]
    is_growing: bool = False

    def list_all(self) -> tuple[Recorded, ...]:
        """List the results in the file's order."""
        return self.results


@dataclass(frozen=True)
class KeptResults:
    """The last results that a gateway has kept with `--store DIR`: those that were cut."""

    store: DirectoryStore
    is_growing: bool = True

    def list_all(self) -> tuple[Recorded, ...]:
        """List the last results, the newest first."""
        return tuple(map(_of_kept, self.store.newest(_NEWEST)))


def read_file(path: Path, tool: str = "") -> FileResults:
    """Read the results of a file; `tool` names them where the file does not.

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
    return FileResults(tuple(_read(text, tool or path.stem)))


def open_store(directory: Path) -> KeptResults:
    """Open the directory of a gateway's `--store`.

    Raises:
        ToolError: there is none, or others can look into it.
    """
    if not directory.is_dir():
        raise ToolError(
            f"`--store {directory}` is no directory.",
            "Name the one that the gateway was started with: `pageful gateway --store DIR`.",
        )
    return KeptResults(DirectoryStore(directory))


def text_result(text: str) -> dict[str, Any]:
    """Make a result of one text."""
    return {"content": [{"type": "text", "text": text}]}


def _of_kept(kept: Kept) -> Recorded:
    result = text_result(kept.json.decode(errors="replace"))
    return Recorded(kept.id, kept.tool, "", result, kept.time, is_kept=True)


def _read(text: str, tool: str) -> Iterator[Recorded]:
    records = _records(text)
    if not records:
        yield Recorded("1", tool, "", text_result(text))
    for number, record in enumerate(records, 1):
        result = _result_of(record)
        assert result is not None
        name, server = (record.get(key) for key in ("tool", "server"))
        yield Recorded(
            str(number),
            name if isinstance(name, str) else tool,
            server if isinstance(server, str) else "",
            result,
        )


def _records(text: str) -> list[dict[str, Any]]:
    """Read a result, a list of them, or one a line; nothing of any other text."""
    try:
        read = json.loads(text)
        every = read if isinstance(read, list) else [read]
    except (ValueError, RecursionError):
        try:
            every = [json.loads(line) for line in text.split("\n") if line.strip()]
        except (ValueError, RecursionError):
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
