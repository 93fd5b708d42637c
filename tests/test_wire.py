"""What every tool of every family puts on the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from connecting import connected, maven, page

pytestmark = [pytest.mark.anyio, pytest.mark.maven]

_NEEDED = {"maven_run": {"goals": ["validate"]}}
"""The arguments that a tool can't do without."""


@pytest.mark.parametrize("example", ["green"], indirect=True)
async def test_a_page_is_one_text_without_structured_content_or_schema(example: Path) -> None:
    async with connected(*maven(example)) as client:
        for tool in (await client.list_tools()).tools:
            assert tool.output_schema is None
            result = await client.call_tool(tool.name, _NEEDED.get(tool.name, {}))
            assert not result.is_error
            assert " SUCCESS (" in page(result) or "no conflicts" in page(result)


@pytest.mark.parametrize("example", ["green"], indirect=True)
async def test_raw_gives_the_same_result_as_compact_json(example: Path) -> None:
    async with connected(*maven(example)) as client:
        text = page(await client.call_tool("maven_clean", {"raw": True}))
    assert text.startswith('{"operation":"Clean","status":"SUCCESS",')


async def test_a_tool_that_cannot_work_is_an_error_for_every_tool(tmp_path: Path) -> None:
    async with connected(*maven(tmp_path)) as client:
        for tool in (await client.list_tools()).tools:
            result = await client.call_tool(tool.name, _NEEDED.get(tool.name, {}))
            assert result.is_error
            assert page(result).startswith(f"There is no pom.xml in {tmp_path}.\n")


async def test_an_unknown_parameter_is_refused_by_every_tool(tmp_path: Path) -> None:
    async with connected(*maven(tmp_path)) as client:
        for tool in (await client.list_tools()).tools:
            result = await client.call_tool(tool.name, {"colour": "red"})
            assert result.is_error
            assert f"{tool.name} has no parameter `colour`." in page(result)


@pytest.mark.parametrize("example", ["failing-tests"], indirect=True)
async def test_a_failed_build_is_an_ordinary_page(example: Path) -> None:
    async with connected(*maven(example)) as client:
        result = await client.call_tool("maven_test", {})
    assert not result.is_error
    assert page(result).startswith("Test FAILURE (")


async def test_descriptions_and_instructions_fit_what_clients_keep(tmp_path: Path) -> None:
    async with connected(*maven(tmp_path)) as client:
        assert 0 < len(client.instructions or "") < 2048
        for tool in (await client.list_tools()).tools:
            assert 0 < len(tool.description or "") < 2048


async def test_a_budget_beyond_what_clients_take_is_declared_to_them(tmp_path: Path) -> None:
    async with connected(*maven(tmp_path, "--budget", "90000")) as client:
        for tool in (await client.list_tools()).tools:
            assert tool.meta == {"anthropic/maxResultSizeChars": 90000}
