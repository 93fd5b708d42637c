"""The check of arguments, and the schema that announces them."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from pageful.page.blocks import Line
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.parameters import Parameters, show_value
from pageful.tool.tool import Tool


def _search(
    caller: Caller,
    query: Annotated[str, Field(description="What to look for.")],
    max_hits: Annotated[int, Field(alias="maxHits", ge=1)] = 10,
    path: str | None = None,
) -> None:
    """A function with parameters of every kind."""


_PARAMETERS = Parameters.of(_search, "search")


def test_the_schema_is_as_small_as_it_can_be_said() -> None:
    assert _PARAMETERS.schema == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for."},
            "maxHits": {"type": "integer", "minimum": 1, "default": 10},
            "path": {"type": "string"},
        },
        "required": ["query"],
        "additionalProperties": False,
    }


def test_the_caller_is_no_parameter() -> None:
    assert _PARAMETERS.caller == "caller"
    assert "caller" not in _PARAMETERS.fields


def test_arguments_come_back_by_python_name_with_defaults() -> None:
    assert _PARAMETERS.validate({"query": "x", "maxHits": 3}) == {
        "query": "x",
        "max_hits": 3,
        "path": None,
    }


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "search needs the parameter `query`."),
        ({"query": "x", "maxhits": 3}, "search has no parameter `maxhits`. Did you mean `maxHits`"),
        ({"query": "x", "max_hits": 3}, "search has no parameter `max_hits`."),
        ({"query": "x", "caller": 1}, "search has no parameter `caller`."),
        ({"query": 5}, "`query`: Input should be a valid string, but got 5."),
        ({"query": "x", "maxHits": "x"}, "`maxHits`: Input should be a valid integer, but got 'x'"),
        ({"query": "x", "maxHits": "1.5"}, "`maxHits`: Input should be a valid integer"),
        ({"query": "x", "maxHits": "0"}, "`maxHits`: Input should be greater than or equal to 1"),
        ({"query": "x", "maxHits": "9" * 5000}, "`maxHits`: Input should be a valid integer"),
        ({"query": "x", "maxHits": 0}, "`maxHits`: Input should be greater than or equal to 1"),
        ({"query": b"x" * 999}, "but got b'xxxxx"),
    ],
)
def test_a_wrong_argument_is_refused_with_the_names_there_are(
    arguments: dict[str, object], problem: str
) -> None:
    with pytest.raises(ToolError) as error:
        _PARAMETERS.validate(_PARAMETERS.parse(arguments))
    assert problem in error.value.problem
    assert error.value.remedy == "Its parameters: query, maxHits, path."


def _open(path: Path, also: Annotated[Path | None, Field(description="Another.")] = None) -> None:
    """A function of paths."""


def test_a_path_is_sent_as_text() -> None:
    parameters = Parameters.of(_open, "open")
    assert parameters.validate({"path": "/a"}) == {"path": Path("/a"), "also": None}
    assert parameters.validate({"path": Path("/a"), "also": "b"})["also"] == Path("b")
    with pytest.raises(ToolError, match="`path`: "):
        parameters.validate({"path": 5})


def _build(
    name: str,
    deep: bool = False,
    often: int | None = None,
    seconds: float = 1.0,
    modules: list[str] | None = None,
    place: Path | None = None,
) -> None:
    """A function of parameters that are no text, and some that are."""


_BUILD = Parameters.of(_build, "build")


def _read(arguments: dict[str, object]) -> dict[str, object]:
    return _BUILD.validate(_BUILD.parse(arguments))


@pytest.mark.parametrize(
    ("name", "sent", "meant"),
    [
        ("deep", "true", True),
        ("deep", "False", False),
        ("deep", " TRUE ", True),
        ("often", "2", 2),
        ("often", "-3", -3),
        ("seconds", "2", 2.0),
        ("seconds", "0.5", 0.5),
        ("modules", '["a", "b"]', ["a", "b"]),
        ("modules", "[]", []),
        ("name", "true", "true"),
        ("name", "2", "2"),
        ("name", '["a"]', '["a"]'),
    ],
)
def test_a_text_is_taken_for_what_it_says(name: str, sent: str, meant: object) -> None:
    read = _read({"name": "x", name: sent})[name]
    assert (read, type(read)) == (meant, type(meant))


def test_an_integer_may_be_sent_as_json_schema_has_it() -> None:
    often = _read({"name": "x", "often": json.loads("2.0")})["often"]
    assert (often, type(often)) == (2, int)
    for wrong in ("2.5", "1e300", "1e999"):
        with pytest.raises(ToolError, match="`often`: "):
            _read({"name": "x", "often": json.loads(wrong)})


@pytest.mark.parametrize(
    ("name", "sent", "problem"),
    [
        ("deep", "yes", "valid boolean, but got 'yes'"),
        ("deep", "1", "valid boolean, but got '1'"),
        ("often", "two", "valid integer, but got 'two'"),
        ("often", "", "valid integer, but got ''"),
        ("often", "٣", "valid integer, but got '٣'"),
        ("seconds", "nan", "valid number, but got 'nan'"),
        ("modules", "web", "valid list, but got 'web'"),
        ("modules", '{"a": 1}', "valid list, but got"),
        ("modules", "[" * 99_999, "valid list, but got"),
        ("modules", "[1]", "`modules.0`: Input should be a valid string, but got 1"),
    ],
)
def test_a_text_that_says_nothing_of_the_kind_is_refused(
    name: str, sent: str, problem: str
) -> None:
    with pytest.raises(ToolError, match=re.escape(problem)):
        _read({"name": "x", name: sent})


@given(st.text())
def test_no_text_breaks_the_check_of_arguments(text: str) -> None:
    for name in _BUILD.fields:
        with contextlib.suppress(ToolError):
            _read({"name": "x", name: text})


def test_a_follow_up_repeats_what_was_understood() -> None:
    def count_to(end: int, page: int = 1) -> int:
        """Count."""
        return end + page

    tool = Tool(
        count_to,
        view=lambda result, _detail: iter((Line(str(result)),)),
        next_call=lambda _result, context: context.again(),
    )
    answer = tool.run({"end": "3", "page": "2"}).answer()
    assert answer.text == "5\n\nTip: for more, call `count_to(end=3, page=2)`"


@pytest.mark.parametrize("length", [1, 77, 78])
def test_an_error_shows_a_value_of_eighty_characters_whole(length: int) -> None:
    assert show_value("a" * length) == f"'{'a' * length}'"


def test_an_error_shows_the_first_eighty_characters_of_a_longer_value() -> None:
    assert show_value("a" * 79) == f"'{'a' * 79}…"


def test_parameters_that_only_pydantic_checks_name_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find_none(name: str) -> None:
        return None

    def add(amounts: set[int], names: dict[str, int]) -> str:
        return ""

    monkeypatch.setattr("pageful.tool.parameters.find_spec", find_none)
    parameters = Parameters.of(add, "add")
    with pytest.raises(ToolError, match="add need pydantic") as refusal:
        parameters.validate({"amounts": [1], "names": {}})
    assert "pageful[mcp]" in refusal.value.remedy
