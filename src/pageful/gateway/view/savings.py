"""The way from a result as it was sent to its page: a text after each rule, to weigh them all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pageful.anything.writing import parts_of
from pageful.gateway.json_text import write
from pageful.gateway.reading import Append, Keep, Replace, read_result
from pageful.gateway.selecting import select
from pageful.gateway.showing import show
from pageful.gateway.views import ToolView
from pageful.lazy.dataclasses import dataclass
from pageful.shapes.rules import Rule

_LADDER: tuple[tuple[str, str, frozenset[Rule]], ...] = (
    ("Tables", "each key once, in a header", frozenset()),
    ("Legends", "repeated objects once", frozenset({"legends"})),
    ("Constants", "equal columns once", frozenset({"legends", "constants"})),
    ("Templates", "what follows from other columns, like addresses", frozenset(
        {"legends", "constants", "templates"})),
)  # fmt: skip
"""Rules in the order in which they are added."""

BUDGET = "Budget"
"""The name of the last stage, after which the page is only the first of several."""

VIEW = "View"
"""The name of the stage after which fields are left out."""

Form = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Stage:
    """A rule, what it does, and the text after it."""

    name: str
    does: str
    text: str


def sent_text(result: Mapping[str, Any]) -> str:
    """Write all that a client is sent of a result and a model reads: texts, structured content."""
    structured = result.get("structuredContent")
    more = [] if structured is None else [_with_spaces(structured)]
    return "\n".join([*_texts(result), *more])


def compact_text(result: Mapping[str, Any]) -> str:
    """Write the same as compact JSON, and nothing twice."""
    return _in_form(result, write)


def fields_left_out(
    result: Mapping[str, Any], view: ToolView
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields of a result of which a view shows nothing, and those that it cuts."""
    found = [select(value, view) for value in _data(result)]
    left_out = dict.fromkeys(name for each in found for name in each.left_out)
    return tuple(left_out), tuple(dict.fromkeys(name for each in found for name in each.cut))


def stages(result: Mapping[str, Any], shown: str, view: ToolView) -> Iterator[Stage]:
    """Yield the stages from a result as it was sent to what is shown of it."""
    if "structuredContent" in result:
        yield Stage("One copy", "text and structured content say the same", _once(result))
    yield Stage("No spaces", "compact JSON", compact_text(result))
    for name, does, rules in _LADDER:
        yield Stage(name, does, _in_form(result, _form(rules)))
    yield Stage("Whole page", "each result alone: a page, JSON or as it came", _in_form(
        result, lambda value: show(value).text))  # fmt: skip
    if view.selects:
        yield Stage(VIEW, "what a view leaves out is a call of recall away", _in_form(
            result, lambda value: show(select(value, view).value).text))  # fmt: skip
    yield Stage(BUDGET, "the rest is a call of recall away", shown)


def _with_spaces(structured: Any) -> str:
    try:
        return json.dumps(structured, ensure_ascii=False)
    except TypeError:
        # A number that Python can't hold keeps its spelling, and the spaces go.
        return write(structured)


def _data(result: Mapping[str, Any]) -> Iterator[Any]:
    for step in read_result(result).steps:
        match step:
            case Append(value):
                yield value
            case Replace(_, pieces, _):
                yield from (piece.value for piece in pieces)


def _texts(result: Mapping[str, Any]) -> list[str]:
    return [each["text"] for each in result["content"] if _is_text(each)]


def _is_text(block: Any) -> bool:
    return isinstance(block, dict) and isinstance(block.get("text"), str)


def _once(result: Mapping[str, Any]) -> str:
    """Write the texts, and the structured content where it says something else."""
    adds = any(isinstance(step, Append) for step in read_result(result).steps)
    return sent_text(result) if adds else "\n".join(_texts(result))


def _form(rules: frozenset[Rule]) -> Form:
    def written(value: Any) -> str:
        if not show(value).reason.startswith("page"):
            return write(value)
        parts = parts_of(value, rules)
        return parts.write() if parts else write(value)

    return written


def _in_form(result: Mapping[str, Any], form: Form) -> str:
    blocks = result["content"]
    written = []
    for step in read_result(result).steps:
        match step:
            case Keep(index):
                written += [blocks[index]["text"]] if _is_text(blocks[index]) else []
            case Append(value):
                written.append(form(value))
            case Replace(_, pieces, source):
                text = "".join(f"{each.before}{form(each.value)}{each.after}" for each in pieces)
                written.append(min(text, source, key=len))
    return "\n".join(written)
