"""What a model is told of the tools: short enough, and with examples that are right."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

import pytest

from pageful.main import FAMILIES
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import Tool

# > `vault_read(places=["Rye#Starter", "Log"])`
_CALL = re.compile(r"`(\w+\([^`]*\))`")
_WITH_EXAMPLE = {
    *("vault_find", "vault_read", "base_query", "dataview_query"),
    *("search_code", "show_code", "maven_build"),
}
"""Tools that agents were seen to pass over, or to call wrongly."""


def _tools(family: str) -> tuple[Tool[Any], ...]:
    loaded = FAMILIES[family]()
    return loaded.toolset(placeholder_settings(loaded.settings), loaded.style).tools


@pytest.mark.parametrize("family", ["maven", "code", "vault"])
def test_the_definitions_of_a_family_have_at_most_2500_tokens(family: str) -> None:
    splintr = pytest.importorskip("splintr")
    tokenizer = splintr.Tokenizer.from_pretrained("o200k_base")
    style = FAMILIES[family]().style
    definitions = [
        {"name": tool.name, "description": tool.description, "input_schema": tool.schema(style)}
        for tool in _tools(family)
    ]
    compact = json.dumps(definitions, ensure_ascii=False, separators=(",", ":"))
    assert len(tokenizer.encode(compact)) <= 2500


@pytest.mark.parametrize("family", ["maven", "code", "vault"])
def test_a_call_in_a_description_is_one_that_the_tool_takes(family: str) -> None:
    for tool in _tools(family):
        calls = _CALL.findall(tool.description)
        assert len(calls) == (tool.name in _WITH_EXAMPLE)
        for call in calls:
            name, arguments = _read(call)
            assert name == tool.name
            assert tool.parameters.validate(tool.parameters.parse(arguments))


def _read(call: str) -> tuple[str, dict[str, object]]:
    """Read a call with arguments as JSON has them."""
    tree = ast.parse(call.replace("=true", "=True"), mode="eval").body
    assert isinstance(tree, ast.Call)
    assert isinstance(tree.func, ast.Name)
    return tree.func.id, {str(each.arg): ast.literal_eval(each.value) for each in tree.keywords}
