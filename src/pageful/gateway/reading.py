"""From a tool's result to the data in it, and how they stood there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pageful.anything.json_text import is_equal
from pageful.gateway.notations import DataText, is_list_of_objects, read_data
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True)
class Keep:
    """A block that stays as it came."""

    index: int


@dataclass(frozen=True)
class Replace:
    """A text block whose data are shown in another form."""

    index: int
    pieces: tuple[DataText, ...]
    source: str


@dataclass(frozen=True)
class Append:
    """Data that no block has: a new block at the end."""

    value: Any


Step = Keep | Replace | Append


@dataclass(frozen=True)
class Reading:
    """A result as it was read: what becomes of each block, in order."""

    steps: tuple[Step, ...]
    has_json: bool = False


def read_result(result: Mapping[str, Any], *, allow_python: bool = True) -> Reading:
    """Read where the data of a result are; structured content that says the same is no data.

    Where text and structured content say different things, both are shown: the text, then the data.
    """
    blocks: Sequence[Any] = result["content"]
    pieces = [_read_block(block, allow_python) for block in blocks]
    has_json = any(each and each[0].notation == "JSON" for each in pieces)
    steps = _merge(blocks, pieces) or [
        Replace(index, found, blocks[index]["text"]) if found else Keep(index)
        for index, found in enumerate(pieces)
    ]
    if "structuredContent" in result:
        steps = _compare(steps, blocks, result["structuredContent"])
        has_json = True
    return Reading(tuple(steps), has_json)


def unwrap(structured: Any) -> tuple[Any, ...]:
    """Return structured content and its only member, if any: FastMCP wraps results in objects."""
    if isinstance(structured, dict) and len(structured) == 1:
        (inner,) = structured.values()
        return (structured, inner)
    return (structured,)


def _read_block(block: Any, allow_python: bool) -> tuple[DataText, ...]:
    if not isinstance(block, dict) or block.get("type") != "text":
        return ()
    text = block.get("text")
    return read_data(text, allow_python=allow_python) if isinstance(text, str) else ()


def _merge(blocks: Sequence[Any], pieces: Sequence[tuple[DataText, ...]]) -> list[Step]:
    """Make one list of blocks that are an object each: so FastMCP and others send lists."""
    alone = all(len(each) == 1 and each[0].is_pure for each in pieces)
    plain = all(isinstance(block, dict) and block.keys() == {"type", "text"} for block in blocks)
    if len(blocks) < 2 or not alone or not plain:
        return []
    values = [each[0].value for each in pieces]
    if not is_list_of_objects(values):
        return []
    source = "\n".join(block["text"] for block in blocks)
    return [Replace(0, (DataText(values, "JSON lines"),), source)]


def _compare(steps: list[Step], blocks: Sequence[Any], structured: Any) -> list[Step]:
    """Decide what structured content adds to the text of a result."""
    candidates = unwrap(structured)
    if any(_is_same(candidate, same) for candidate in candidates for same in (blocks, *blocks)):
        return steps
    texts = [block["text"] for block in blocks if _is_text(block)]
    if any(_is_copy(candidate, steps, texts) for candidate in candidates):
        return steps
    if len(texts) == len(blocks) == 1 and _holds_text(structured, texts[0]):
        # The text is one of the members: all of them say it too.
        return [Append(structured)]
    return [*steps, Append(structured)]


def _is_text(block: Any) -> bool:
    return (
        isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    )


def _is_copy(candidate: Any, steps: Sequence[Step], texts: Sequence[str]) -> bool:
    """Tell whether a value says what the texts say: as data, word for word, or as text of data."""
    if candidate == texts or (len(texts) == 1 and candidate == texts[0]):
        return True
    values = [piece.value for step in steps if isinstance(step, Replace) for piece in step.pieces]
    if isinstance(candidate, str):
        found = read_data(candidate)
        candidate = found[0].value if len(found) == 1 and found[0].is_pure else candidate
    return len(values) == 1 and _is_same(candidate, values[0])


def _is_same(one: Any, other: Any) -> bool:
    """Compare with types; Python's own comparison, which does not tell them apart, is quick."""
    return bool(one == other) and is_equal(one, other)


def _holds_text(structured: Any, text: str) -> bool:
    return isinstance(structured, dict) and any(
        isinstance(value, str) and value.strip() == text.strip() for value in structured.values()
    )
