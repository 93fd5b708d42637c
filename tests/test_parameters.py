"""The check of arguments, and the schema that announces them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.parameters import Parameters


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
    assert _PARAMETERS.checked({"query": "x", "maxHits": 3}) == {
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
        ({"query": "x", "maxHits": "3"}, "`maxHits`: Input should be a valid integer, but got '3'"),
        ({"query": "x", "maxHits": 0}, "`maxHits`: Input should be greater than or equal to 1"),
        ({"query": b"x" * 999}, "but got b'xxxxx"),
    ],
)
def test_a_wrong_argument_is_refused_with_the_names_there_are(
    arguments: dict[str, object], problem: str
) -> None:
    with pytest.raises(ToolError) as error:
        _PARAMETERS.checked(arguments)
    assert problem in error.value.problem
    assert error.value.remedy == "Its parameters: query, maxHits, path."


def _open(path: Path, also: Annotated[Path | None, Field(description="Another.")] = None) -> None:
    """A function of paths."""


def test_a_path_is_sent_as_text() -> None:
    parameters = Parameters.of(_open, "open")
    assert parameters.checked({"path": "/a"}) == {"path": Path("/a"), "also": None}
    assert parameters.checked({"path": Path("/a"), "also": "b"})["also"] == Path("b")
    with pytest.raises(ToolError, match="`path`: "):
        parameters.checked({"path": 5})
