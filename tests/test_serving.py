"""The MCP service, with a client in the same process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mcp import Client, MCPError
from mcp_types import CallToolResult, TextContent

from laconic import Block, Caller, Line
from laconic.presenting import Detail
from laconic.serving import McpService
from laconic.tools import Tool, Toolset

pytestmark = pytest.mark.anyio


def greet(caller: Caller, name: str) -> str:
    """Greet somebody."""
    caller.progress("thinking", 1, 2)
    caller.progress("still thinking", 1, 2)
    if name == "nobody":
        raise RuntimeError("there is nobody")
    return f"Hello, {name}"


def _page(result: str, _detail: Detail) -> Iterator[Block]:
    yield Line(result)


_SERVICE = McpService(Toolset("greetings", (Tool(greet, view=_page),), "Be polite."))


async def _call(name: str) -> CallToolResult:
    async with Client(_SERVICE.server()) as client:
        result = await client.call_tool("greet", {"name": name})
    assert isinstance(result, CallToolResult)
    return result


def _text(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def test_a_tool_is_declared_with_its_docstring_and_no_output_schema() -> None:
    async with Client(_SERVICE.server()) as client:
        (tool,) = (await client.list_tools()).tools
    assert (tool.name, tool.description, tool.output_schema) == ("greet", "Greet somebody.", None)


async def test_a_call_answers_with_one_text() -> None:
    result = await _call("Ada")
    assert (_text(result), result.is_error, result.structured_content) == (
        "Hello, Ada",
        False,
        None,
    )


async def test_text_that_no_encoder_takes_still_arrives() -> None:
    assert _text(await _call("\ud800\0")) == "Hello, \ufffd␀"


async def test_a_fault_of_the_tool_is_an_error_that_names_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    result = await _call("nobody")
    assert result.is_error
    assert _text(result).startswith("greet has a fault of its own: RuntimeError: there is nobody\n")
    assert "there is nobody" in caplog.text


async def test_an_unknown_tool_is_a_protocol_error_that_names_the_others() -> None:
    async with Client(_SERVICE.server()) as client:
        with pytest.raises(MCPError, match=r"There is no tool 'shout'\. Tools: greet\."):
            await client.call_tool("shout", {})


async def test_progress_only_ever_grows() -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with Client(_SERVICE.server()) as client:
        await client.call_tool("greet", {"name": "Ada"}, progress_callback=listen)
    assert heard == [(1, 2, "thinking"), (1.01, 2, "still thinking")]
