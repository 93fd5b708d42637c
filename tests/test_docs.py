"""The documentation: complete, true, and its examples run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import TextContent

from pageful.main import FAMILIES
from pageful.serve.server import McpService
from pageful.shell.cache_command import cache_parser
from pageful.tool.options import Style
from pageful.tool.parameters import Parameters
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import Family, Tool

_ROOT = Path(__file__).parent.parent
_README = (_ROOT / "README.md").read_text(encoding="utf-8")
_PAGES = sorted([*_ROOT.glob("*.md"), *_ROOT.glob("docs/*.md"), *_ROOT.glob("examples/*.md")])


def _tools(family: Family[Any]) -> tuple[Tool[Any], ...]:
    return family.toolset(placeholder_settings(family.settings), Style()).tools


def _documentation(family: Family[Any]) -> str:
    return (_ROOT / "docs" / f"{family.name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FAMILIES)
def test_every_tool_command_and_parameter_is_documented(name: str) -> None:
    family = FAMILIES[name]()
    text = _documentation(family)
    for tool in _tools(family):
        assert f"| `{tool.name}` | `pageful {name} {tool.command}` |" in text
        for parameter in tool.parameters.fields:
            assert f"| `{parameter}` |" in text


@pytest.mark.parametrize("name", FAMILIES)
def test_every_parameter_that_is_documented_exists(name: str) -> None:
    family = FAMILIES[name]()
    section = _documentation(family).partition("### Parameters")[2].partition("### ")[0]
    documented = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    assert documented == {each for tool in _tools(family) for each in tool.parameters.fields}


@pytest.mark.parametrize("name", FAMILIES)
def test_every_option_is_documented(name: str) -> None:
    family = FAMILIES[name]()
    text = _documentation(family)
    settings = Parameters.of(family.settings, name).fields
    http = ["http", "http-remote", "http-token-file"]
    for option in [*settings, *http, "budget", "detail-level", "json"]:
        assert f"| `--{option.replace('_', '-')}" in text


def test_every_option_of_the_cache_is_documented() -> None:
    text = (_ROOT / "docs" / "shell.md").read_text(encoding="utf-8")
    for option in cache_parser("pageful cache", FAMILIES).options:
        assert option in ("-h", "--help") or f"| `{option}" in text


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.name)
def test_every_link_within_the_repository_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_json_block_of_the_readme_is_json() -> None:
    for block in re.findall(r"```json\n(.*?)```", _README, re.DOTALL):
        assert json.loads(block)


_FORMS = ("detailed.json", "concise.json", "detailed.md", "concise.md")


@pytest.mark.parametrize("form", [f"{of}.{form}" for of in ("search", "index") for form in _FORMS])
def test_the_docs_show_each_form_of_the_code_tools_as_it_is_rendered(form: str) -> None:
    rendered = (_ROOT / "tests" / "code" / "pages" / form).read_text(encoding="utf-8")
    language = "json" if form.endswith("json") else "markdown"
    section = (_ROOT / "docs" / "code.md").read_text(encoding="utf-8")
    section = section.partition("\n## Examples of the four forms\n")[2].partition("\n## A search")[
        0
    ]
    assert f"\n````{language}\n{rendered}````\n" in section


@pytest.mark.anyio
async def test_the_client_of_those_who_move_gets_what_it_got_and_a_page_if_it_asks(
    tmp_path: Path,
) -> None:
    text = (_ROOT / "docs" / "moving.md").read_text(encoding="utf-8")
    match = re.search(r"<!-- example: moving -->\n```python\n(.*?)```", text, re.DOTALL)
    assert match
    names: dict[str, Any] = {"__name__": "moving"}
    exec(compile(match[1], "moving.md", "exec"), names)
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("def add_item(name):\n    return name\n")
    family = FAMILIES["code"]()
    settings = family.settings(repo=[tmp_path / "shop"], data=tmp_path / "data", embedder="none")
    toolset = family.toolset(settings, family.style)
    async with Client(McpService(toolset).server()) as client:
        assert await names["found_files"](client, "add_item") == ["cart.py"]
        page = await names["page_for_a_model"](client, "add_item")
        with pytest.raises(RuntimeError, match="`query`"):
            await names["call"](client, query=7, response_format="json")
    assert "\n|cart.py|1-2|" in page
    assert names["is_search"]({"results": []})
    assert not names["is_search"](page)
    toolset.end()


@pytest.mark.anyio
async def test_the_library_example_of_the_readme_runs() -> None:
    match = re.search(r"<!-- example: library -->\n```python\n(.*?)```", _README, re.DOTALL)
    assert match
    weather = {"city": "Bern", "station": "BER", "days": [("Monday", "rain | snow", 2)]}
    names: dict[str, Any] = {"look_up": lambda _city: weather}
    exec(compile(match[1], "README.md", "exec"), names)
    async with Client(names["server"]) as client:
        (tool,) = (await client.list_tools()).tools
        result = await client.call_tool("forecast", {"city": "Bern"})
    assert tool.output_schema is None
    assert result.structured_content is None
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert content.text == (
        "# Weather in Bern\n\n|day|sky|°C|\n|---|---|---|\n|Monday|rain \\| snow|2|"
    )
