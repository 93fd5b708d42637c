"""The code tools through a real MCP client: every form of every answer, and errors."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent

from connecting import connected, page
from repositories import SHOP, write

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

THIS = Path(__file__).parents[2]
QUERY = "how is a page cut to its budget?"
INDEX_FIELDS = ["repository_id", "files_indexed", "chunks_created", "duration_seconds"]
SEARCH_FIELDS = ["chunk_id", "file_path", "content", "start_line", "end_line", "similarity_score"]


def code(data: Path, *repositories: Path, style: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The options that serve the code tools on some repositories."""
    named = [option for each in repositories for option in ("--repo", str(each))]
    return ("code", *named, "--data", str(data), "--embedder", "none", *style)


def answer(result: Any) -> dict[str, Any]:
    """The object that a JSON answer has, which its text and its structure both give."""
    assert isinstance(result, CallToolResult)
    (content,) = result.content
    assert isinstance(content, TextContent)
    parsed = json.loads(content.text)
    assert result.structured_content == parsed
    assert content.text == json.dumps(parsed, ensure_ascii=False, separators=(",", ":"))
    assert isinstance(parsed, dict)
    return parsed


async def call(client: Client, tool: str, arguments: Mapping[str, Any], form: str) -> Any:
    response_format, detail_level = form.split()
    options = {"response_format": response_format, "detail_level": detail_level}
    return await client.call_tool(tool, {**arguments, **options})


async def test_every_form_of_both_tools_on_this_very_repository(tmp_path: Path) -> None:
    async with connected(*code(tmp_path, THIS)) as client:
        index = {"repo_path": str(THIS), "project_id": "this"}
        search = {"query": QUERY, "project_id": "this"}
        indexed = {
            form: await call(client, "index_repository", index, form)
            for form in ("json detailed", "json concise", "markdown detailed", "markdown concise")
        }
        found = {form: await call(client, "search_code", search, form) for form in indexed}

    data = answer(indexed["json detailed"])
    assert list(data)[:4] == INDEX_FIELDS
    assert data["files_indexed"] > 100
    assert data["database_name"].startswith("cb_proj_this_")
    assert "database_name" not in answer(indexed["json concise"])
    assert page(indexed["markdown detailed"]).startswith(
        "# Repository Indexing Results\n\n**Status"
    )
    assert "**Database**" not in page(indexed["markdown concise"])

    hits = answer(found["json detailed"])["results"]
    first = hits[0]
    assert list(first)[:8] == [*SEARCH_FIELDS, "context_before", "context_after"]
    assert "src/pageful/page/budget.py" in {hit["file_path"] for hit in hits[:3]}
    assert list(answer(found["json concise"])["results"][0]) == SEARCH_FIELDS
    assert "## Result 10\n" in page(found["markdown detailed"])
    assert "```python\n" in page(found["markdown detailed"])
    assert re.search(
        r"^\|src/pageful/page/budget.py\|\d+-\d+\|0\.\d\d\|",
        page(found["markdown concise"]),
        re.MULTILINE,
    )


@pytest.fixture(scope="module")
async def shopping(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Client]:
    """A client of a server of one repository, for the calls that change nothing."""
    home = tmp_path_factory.mktemp("shopping")
    async with connected(*code(home / "data", write(home / "shop", SHOP))) as client:
        yield client


OF_ONE_DETAIL = ("find_code", "show_code")


async def test_without_choice_an_answer_is_detailed_json(shopping: Client) -> None:
    found = answer(await shopping.call_tool("search_code", {"query": "cart"}))
    schemas = {tool.name: tool.input_schema for tool in (await shopping.list_tools()).tools}

    assert "context_before" in found["results"][0]
    for name, schema in schemas.items():
        assert schema["properties"]["response_format"]["default"] == "json"
        if name not in OF_ONE_DETAIL:
            assert schema["properties"]["detail_level"]["default"] == "detailed"


async def test_the_definition_of_a_qualified_name_is_given(shopping: Client) -> None:
    text = ["SessionStore::expire_old_sessions"]
    found = answer(await shopping.call_tool("find_code", {"text": text}))

    assert found["defined"][0]["path"] == "src/auth/session.py"
    assert found["defined"][0]["places"][0]["symbol"] == "SessionStore.expire_old_sessions"


async def test_the_servers_options_decide_where_the_caller_does_not(tmp_path: Path) -> None:
    shop = write(tmp_path / "shop", SHOP)
    style = ("--response-format", "markdown", "--detail-level", "concise")
    async with connected(*code(tmp_path / "data", shop, style=style)) as client:
        text = page(await client.call_tool("search_code", {"query": "cart"}))

    assert text.startswith("# Search Results\n\n**Total Results**: ")
    assert "|src/cart/Cart.java|" in text


async def test_no_tool_declares_a_schema_of_its_output(shopping: Client) -> None:
    tools = (await shopping.list_tools()).tools
    instructions = shopping.instructions or ""

    assert [tool.name for tool in tools] == [
        "index_repository",
        "search_code",
        "find_code",
        "show_code",
        "find_related",
        "index_status",
    ]
    for tool in tools:
        assert tool.output_schema is None
        assert 0 < len(tool.description or "") < 2048
        assert tool.annotations
        assert tool.annotations.read_only_hint == (tool.name != "index_repository")
    assert 0 < len(instructions) < 2048


async def test_a_printed_call_for_the_next_page_works_as_printed(tmp_path: Path) -> None:
    shop = write(tmp_path / "shop", SHOP)
    style = ("--response-format", "markdown", "--detail-level", "concise")
    async with connected(*code(tmp_path / "data", shop, style=style)) as client:
        text = page(await client.call_tool("search_code", {"query": "cart user", "limit": 2}))
        printed = re.search(r"call `search_code\((.*)\)`", text)
        assert printed
        arguments = eval(f"dict({printed[1]})")
        following = page(await client.call_tool("search_code", arguments))

    assert "**Total Results**: 2 of " in text
    assert "**Total Results**: 3-4 of " in following


@pytest.mark.parametrize("detail", ["concise", "detailed"])
async def test_a_name_with_a_newline_is_printed_as_the_next_call_takes_it(
    tmp_path: Path, detail: str
) -> None:
    shop = write(tmp_path / "shop", {"n\nl # x|y.py": "passkey = 1\n", "a.py": "x = 1\n"})
    style = ("--response-format", "markdown", "--detail-level", detail)
    async with connected(*code(tmp_path / "data", shop, style=style)) as client:
        text = page(await client.call_tool("search_code", {"query": "passkey"}))
        printed = re.search(r"\"n\\nl # x\\?\|y\.py\"", text)
        assert printed
        place = {"file_path": json.loads(printed[0].replace("\\|", "|")), "line": 1}
        related = await client.call_tool("find_related", place)

    assert not related.is_error


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("search_code", {"query": "x", "limit": 0}, "`limit`"),
        ("search_code", {"query": "x", "limit": 51}, "`limit`"),
        ("search_code", {"query": "x", "page": 0}, "`page`"),
        ("search_code", {"query": "x", "colour": "red"}, "no parameter `colour`"),
        ("search_code", {"query": "x", "response_format": "html"}, "`response_format`"),
        ("search_code", {}, "needs the parameter `query`"),
        ("search_code", {"query": ""}, "is empty"),
        ("index_repository", {"repo_path": "here"}, "is relative"),
        ("index_repository", {"repo_path": "/nowhere/at/all"}, "may not index '/nowhere/at/all'"),
        ("find_related", {}, "needs one place"),
        ("find_code", {"text": []}, "`text` is empty"),
        ("find_code", {"text": ["("], "regex": True}, "no regular expression"),
        ("find_code", {"text": ["x"], "only": ["prose"]}, "code, docs, tests"),
        ("find_code", {"text": ["x"], "within": ["nowhere"]}, "Directories here: src"),
        ("show_code", {"places": []}, "1 to 20 in one call"),
        ("show_code", {"places": ["nowhere.py:3"]}, "no such file"),
        ("index_status", {"project_id": "unknown"}, "no project 'unknown'"),
    ],
)
async def test_bad_input_is_an_error_that_says_what_to_do(
    shopping: Client, tool: str, arguments: dict[str, Any], says: str
) -> None:
    result = await shopping.call_tool(tool, arguments)

    assert result.is_error
    assert says in page(result)


async def test_every_use_of_a_name_is_found_with_the_function_around_it(tmp_path: Path) -> None:
    shop = write(tmp_path / "shop", SHOP)
    style = ("--response-format", "markdown")
    async with connected(*code(tmp_path / "data", shop, style=style)) as client:
        first = page(await client.call_tool("find_code", {"text": ["Cart"]}))
        (shop / "new.py").write_text("def fill():\n    Cart()\n")
        fresh = page(await client.call_tool("find_code", {"text": ["Cart("], "word": False}))
        given = {"text": ["Cart"], "response_format": "json"}
        found = answer(await client.call_tool("find_code", given))

        shown = page(await client.call_tool("show_code", {"places": ["new.py::fill", "Cart"]}))
        asked = {"query": "cart total", "response_format": "json"}
        hit = answer(await client.call_tool("search_code", asked))["results"][0]
        file = shop / hit["file_path"]
        file.write_text("\n\n" + file.read_text())
        by_id = page(await client.call_tool("show_code", {"places": [hit["chunk_id"]]}))
        file.write_text("gone\n")
        gone = await client.call_tool("show_code", {"places": [hit["chunk_id"]]})

    assert "class Cart" in first
    assert "new.py 1-2 fill\n1 def fill():\n2     Cart()" in shown
    assert "new.py\n1-2 def fill():\n2     Cart()" in fresh
    assert found["counts"]["code"]["lines"] > 1
    assert f"{hit['file_path']} {hit['start_line'] + 2}-{hit['end_line'] + 2}" in by_id
    assert gone.is_error
    assert "has changed since" in page(gone)


async def test_a_search_in_lines_takes_types_as_one_text_or_as_several(tmp_path: Path) -> None:
    shop = write(tmp_path / "shop", SHOP)
    style = ("--response-format", "markdown")
    async with connected(*code(tmp_path / "data", shop, style=style)) as client:
        ask = {"query": "cart price", "lines": True}
        found = page(await client.call_tool("search_code", ask))
        typed = [
            page(await client.call_tool("search_code", {**ask, "file_type": types}))
            for types in ("ts", ["ts"], '["ts"]')
        ]
        two = page(await client.call_tool("search_code", {**ask, "file_type": ["ts", "java"]}))
        given = {**ask, "response_format": "json", "within": ["web", "!*.md"]}
        data = answer(await client.call_tool("search_code", given))

    assert "src/cart/Cart.java\n" in found
    assert "web/cart.ts\n" in found
    assert "Latency" not in found
    assert len(set(typed)) == 1
    assert "Cart.java" not in typed[0]
    assert "src/cart/Cart.java\n" in two
    assert [file["path"] for file in data["files"]] == ["web/cart.ts"]


async def test_a_server_takes_any_directory_only_where_it_was_started_so(tmp_path: Path) -> None:
    shop, other = write(tmp_path / "shop", SHOP), write(tmp_path / "other", {"a.py": "x = 1\n"})
    call = "index_repository", {"repo_path": str(other)}
    async with connected(*code(tmp_path / "data", shop)) as client:
        refused = await client.call_tool(*call)
    async with connected(*code(tmp_path / "data", shop, style=("--any-repo",))) as client:
        taken = await client.call_tool(*call)
        missing = await client.call_tool(
            "index_repository", {"repo_path": str(tmp_path / "missing")}
        )

    assert refused.is_error
    assert str(shop) in page(refused)
    assert "`--any-repo`" in page(refused)
    assert answer(taken)["files_indexed"] == 1
    assert "no directory" in page(missing)


async def test_nothing_found_nothing_indexed_and_an_error_are_three_answers(
    tmp_path: Path,
) -> None:
    shop = write(tmp_path / "shop", SHOP)
    (tmp_path / "empty").mkdir()
    style = ("--response-format", "markdown", "--detail-level", "concise")
    async with connected(*code(tmp_path / "data", shop, style=style)) as client:
        nothing = page(await client.call_tool("search_code", {"query": "zygomorphic"}))
    async with connected(*code(tmp_path / "other", tmp_path / "empty", style=style)) as client:
        empty = await client.call_tool("search_code", {"query": "cart"})
    async with connected(*code(tmp_path / "third", style=style)) as client:
        unindexed = await client.call_tool("search_code", {"query": "cart"})

    assert "**Total Results**: 0" in nothing
    assert "Nothing matches `zygomorphic` in 6 files. Try other words." in nothing
    assert not empty.is_error
    assert page(empty) != nothing
    assert "The index is empty" in page(empty)
    assert unindexed.is_error
    assert "index_repository" in page(unindexed)


async def test_a_first_search_tells_how_far_indexing_is(tmp_path: Path) -> None:
    shop = write(tmp_path / "shop", SHOP)
    heard: list[tuple[float, float | None, str | None]] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with connected(*code(tmp_path / "data", shop)) as client:
        await client.call_tool("search_code", {"query": "cart"}, progress_callback=listen)

    assert any(total == len(SHOP) and "files/s" in (message or "") for _, total, message in heard)
