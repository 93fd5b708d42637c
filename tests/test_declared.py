"""Tools whose names, descriptions and schemas are declared by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful import Block, Caller, Line, ToolError, to_json
from pageful.page.presentation import Detail
from pageful.shell.commands import run
from pageful.tool.declared import Declared
from pageful.tool.options import Choice, Style
from pageful.tool.tool import Family, Shell, Tool, Toolset

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "html-url": {"type": "string", "description": "Where, 100%."},
        "from": {"type": "integer"},
        "state": {"enum": ["open", "closed"], "default": "open"},
        "labels": {"type": "array", "items": {"type": "string"}},
        "draft": {"type": ["boolean", "null"]},
        "where": {"type": "object"},
        "any": {},
    },
    "required": ["html-url"],
    "$defs": {"x": {"type": "string"}},
}


def _run(arguments: Mapping[str, Any], caller: Caller) -> Mapping[str, Any]:
    caller.checkpoint()
    return dict(arguments)


def _page(result: Mapping[str, Any], detail: Detail) -> Iterator[Block]:
    yield Line(f"{detail}: {to_json(result)}")


_DECLARED = Declared("list_issues", "List issues, 100%.\n\n    All of them.", _SCHEMA, _run)
_TOOL = Tool(_DECLARED, view=_page, choices=("response_format",), shell=Shell("issues"))
_STRICT = Tool(
    Declared("list_issues", "", {**_SCHEMA, "additionalProperties": False}, _run), view=_page
)


def _text(tool: Tool[Any], arguments: Mapping[str, Any]) -> str:
    return Toolset("issues", (tool,)).call("list_issues", arguments).text


def test_a_declared_tool_has_its_name_its_description_and_its_schema() -> None:
    schema = _TOOL.schema(Style())
    assert (_TOOL.name, _TOOL.description.split("\n")[0]) == ("list_issues", "List issues, 100%.")
    assert schema["$defs"] == _SCHEMA["$defs"]
    assert schema["required"] == ["html-url"]
    assert schema["properties"]["html-url"] == _SCHEMA["properties"]["html-url"]
    assert list(schema["properties"])[-1] == "response_format"


def test_its_work_gets_what_was_sent_and_nothing_else() -> None:
    sent = {"html-url": "u", "from": 2, "unknown": [1]}
    assert _text(_TOOL, sent) == f"concise: {to_json(sent)}"
    assert _text(_TOOL, {**sent, "response_format": "json"}) == to_json(sent)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "list_issues needs the parameter `html-url`."),
        ({"html-url": 1}, "`html-url`: it has to be of type string, but got 1."),
        ({"html-url": "u", "from": True}, "`from`: it has to be of type integer, but got True."),
        ({"html-url": "u", "draft": 1}, "`draft`: it has to be of type boolean or null"),
        ({"html-url": "u", "state": "x"}, '`state`: it has to be one of "open", "closed"'),
        ({"html-url": "u", "response_format": "xml"}, "`response_format`"),
    ],
)
def test_names_and_plain_types_are_checked(arguments: Mapping[str, Any], problem: str) -> None:
    assert _text(_TOOL, arguments).startswith(problem)


def test_a_parameter_that_there_is_not_is_refused_where_the_schema_says_so() -> None:
    assert _text(_STRICT, {"html-url": "u", "raw": False}).startswith("concise")
    assert _text(_STRICT, {"html-url": "u", "x": 1}) == (
        "list_issues has no parameter `x`.\n"
        "Its parameters: html-url, from, state, labels, draft, where, any, raw."
    )


def test_a_parameter_is_not_hidden_by_a_choice_of_the_same_name() -> None:
    declared = Declared("t", "", {"properties": {"raw": {}}}, _run)
    with pytest.raises(ValueError, match="has a parameter `raw` already"):
        Tool(declared, view=_page).run({})
    assert Tool(declared, view=_page, choices=()).run({"raw": 1}).result == {"raw": 1}


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*_SCHEMA["properties"], "x"]), _json))
def test_whatever_is_sent_is_passed_on_or_refused(arguments: Mapping[str, Any]) -> None:
    with suppress(ToolError):
        assert _TOOL.run(arguments).result == arguments


@dataclass(frozen=True)
class _Settings:
    pass


_FAMILY = Family("hub", "issues", _Settings, lambda _, style: Toolset("hub", (_TOOL,), style=style))


@pytest.mark.parametrize(
    ("argv", "sent"),
    [
        ((), {}),
        (("--from", "2", "--state", "closed"), {"from": 2, "state": "closed"}),
        (("--labels=a", "--labels=b", "--draft"), {"labels": ["a", "b"], "draft": True}),
        (('--where={"a": [1]}', "--any=null"), {"where": {"a": [1]}, "any": None}),
    ],
)
def test_a_declared_tool_is_a_command(
    argv: tuple[str, ...], sent: Mapping[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run({"hub": lambda: _FAMILY}, ["hub", "issues", "u", *argv]) == 0
    assert capsys.readouterr().out == f"concise: {to_json(_ordered({'html-url': 'u', **sent}))}\n"


def _ordered(sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """In the order of the schema, as a command passes arguments on."""
    return {name: sent[name] for name in _SCHEMA["properties"] if name in sent}


def test_what_is_no_json_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run({"hub": lambda: _FAMILY}, ["hub", "issues", "u", "--where={"])
    assert "invalid json_value value: '{'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run({"hub": lambda: _FAMILY}, ["hub", "issues", "--help"])
    told = capsys.readouterr().out
    assert "Where, 100%." in told
    assert "(default open)" in told


_CHOICES: tuple[Choice, ...] = ("response_format", "detail_level")


@pytest.mark.parametrize(
    ("argv", "sent"),
    [
        ((), {"html-url": "u", "draft": True}),
        (("--no-draft",), {"html-url": "u", "draft": False}),
        (("--json",), {"html-url": "u"}),
        (("--detail-level", "concise"), {"html-url": "u"}),
    ],
)
def test_what_a_command_switches_on_is_on_for_people_alone(
    argv: tuple[str, ...], sent: Mapping[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    tool = Tool(_DECLARED, view=_page, choices=_CHOICES, shell=Shell("issues", on=("draft",)))
    family = Family("hub", "", _Settings, lambda _, style: Toolset("hub", (tool,), style=style))
    assert run({"hub": lambda: family}, ["hub", "issues", "u", *argv]) == 0
    said = capsys.readouterr().out.removeprefix("concise: ").removeprefix("detailed: ")
    assert json.loads(said) == sent
