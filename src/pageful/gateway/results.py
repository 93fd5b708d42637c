"""Answers to tools/call, rewritten: the data as a page, every other byte as it came."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pageful.gateway.counting import Decision
from pageful.gateway.faces import Face
from pageful.gateway.json_text import (
    Item,
    Member,
    NotJson,
    by_key,
    check_keys,
    join_object,
    members,
    without_spaces,
    write,
    write_member,
)
from pageful.gateway.notations import DataText, NotData, read_exactly
from pageful.gateway.reading import Append, Keep, Reading, Replace, Step, read_result
from pageful.gateway.showing import Shown
from pageful.lazy.dataclasses import dataclass

Show = Callable[[Any, str | None], Shown]
"""A way to show data, whose compact JSON may be known."""

_LARGEST = 32 * 1024 * 1024
"""Characters of an answer that is read at most: Python's objects take some ten times that."""


@dataclass(frozen=True)
class ResultRules:
    """The rules for a result: its tool, the client's face, and what stays untouched."""

    tool: str
    face: Face
    show: Show
    allow_python: bool = True
    is_excepted: bool = False
    feeds_interface: bool = False


@dataclass(frozen=True)
class Rewritten:
    """An answer as it goes out, the decision, and whether the tool sends JSON."""

    line: str
    decision: Decision
    has_json: bool = False


def rewrite_result(line: str, rules: ResultRules) -> Rewritten:
    """Rewrite an answer to tools/call; it goes out as it came where nothing can be gained."""
    try:
        if len(line) > _LARGEST:
            return _as_it_came(line, rules, "too large to be read")
        return _rewrite(line, rules)
    except (NotJson, NotData) as error:
        return _as_it_came(line, rules, f"not read: {error}")


def reason_to_pass(result: Mapping[str, Any], rules: ResultRules) -> str | None:
    """Return why a result goes out as it came; `None` where it need not."""
    meta = result.get("_meta")
    if rules.is_excepted:
        return "excepted"
    if result.get("isError"):
        return "error"
    if result.get("resultType", "complete") != "complete":
        return "not complete"
    if rules.feeds_interface or (isinstance(meta, dict) and "ui" in meta):
        return "feeds an interface"
    return None if isinstance(result.get("content"), list) else "no content"


def _as_it_came(line: str, rules: ResultRules, reason: str) -> Rewritten:
    return Rewritten(line, Decision(rules.tool, reason, len(line), len(line)))


def _rewrite(line: str, rules: ResultRules) -> Rewritten:
    top = by_key(members(line, open_path=("result", "content")))
    if "result" not in top or not isinstance(top["result"].value, dict):
        return _as_it_came(line, rules, "error" if "error" in top else "no result")
    whole = top["result"]
    reason = reason_to_pass(whole.value, rules)
    if reason:
        return _as_it_came(line, rules, reason)
    check_keys(whole.members)
    parts = by_key(whole.members)
    blocks = parts["content"].items
    if rules.face == "data":
        new, notes = _compact_blocks(line, blocks)
        reading = Reading(())
    else:
        result = dict(whole.value)
        if "structuredContent" in parts:
            part = parts["structuredContent"]
            result["structuredContent"] = read_exactly(
                line[part.value_start : part.end], part.value
            )
        reading = read_result(result, allow_python=rules.allow_python)
        shown = [_write_step(line, blocks, step, rules.show) for step in reading.steps]
        new = [text for text, _ in shown]
        notes = [note for _, note in shown if note]
    content = f'"content":[{",".join(new)}]'
    changed_result = _join_result(line, parts, content, drop_structured=rules.face == "page")
    changed = f"{line[: whole.value_start]}{changed_result}{line[whole.end :]}"
    reason = "; ".join(dict.fromkeys(notes)) or "no data"
    if "structuredContent" in parts and rules.face == "page":
        reason += "; structured content left out"
    elif not notes:
        changed = line
    decision = Decision(rules.tool, reason, len(line), len(changed), "recall(" in changed)
    return Rewritten(changed, decision, reading.has_json)


def _join_result(
    line: str, parts: Mapping[str, Member], content: str, *, drop_structured: bool
) -> str:
    def written() -> Iterator[str]:
        for part in parts.values():
            if part.key == "content":
                yield content
            elif part.key != "structuredContent" or not drop_structured:
                yield line[part.start : part.end]

    return join_object(written())


def _write_step(line: str, blocks: tuple[Item, ...], step: Step, show: Show) -> tuple[str, str]:
    """Write what becomes of a block, and why it changed."""
    match step:
        case Keep(index):
            return line[blocks[index].start : blocks[index].end], ""
        case Append(value):
            shown = show(value, None)
            return write({"type": "text", "text": shown.text}), shown.reason
        case Replace(index, pieces, source):
            text, reason = _write_pieces(pieces, source, show)
            if text is None:
                return line[blocks[index].start : blocks[index].end], reason
            return _with_text(line, blocks[index], text), reason


def _write_pieces(pieces: tuple[DataText, ...], source: str, show: Show) -> tuple[str | None, str]:
    """Write data and the prose around them; no text where the source is shorter."""
    shown = [show(piece.value, piece.compact) for piece in pieces]
    text = "".join(
        f"{piece.before}{each.text}{piece.after}" for piece, each in zip(pieces, shown, strict=True)
    )
    if len(text) >= len(source):
        return None, "as it came: no other form is shorter"
    return text, "; ".join(dict.fromkeys(each.reason for each in shown))


def _compact_blocks(line: str, blocks: tuple[Item, ...]) -> tuple[list[str], list[str]]:
    """Take the spaces out of blocks that are JSON, for programs that read them."""
    new, notes = [], []
    for block in blocks:
        raw, text = line[block.start : block.end], _text_of(block.value)
        compact = _compact(text) if text is not None else None
        if text is not None and compact is not None and len(compact) < len(text):
            raw = _with_text(line, block, compact)
            notes.append("compact JSON: a program may read it")
        new.append(raw)
    return new, notes


def _compact(text: str) -> str | None:
    import json

    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    return without_spaces(text)


def _text_of(block: Any) -> str | None:
    if not isinstance(block, dict) or block.get("type") != "text":
        return None
    text = block.get("text")
    return text if isinstance(text, str) else None


def _with_text(line: str, block: Item, text: str) -> str:
    """Write a text block with another text, and all else as it came."""
    check_keys(block.members)
    return join_object(
        write_member("text", text) if part.key == "text" else line[part.start : part.end]
        for part in block.members or members(line, block.start)
    )
