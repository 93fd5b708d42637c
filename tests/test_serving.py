"""The MCP service, with a client in the same process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mcp import Client, MCPError
from mcp_types import CallToolResult, TextContent

from pageful import Block, Caller, Line
from pageful.page.presentation import Detail
from pageful.serve.server import McpService
from pageful.tool.options import Style
from pageful.tool.tool import Tool, Toolset

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


_CHOOSING = Tool(
    greet, view=_page, data=lambda result, _: {"greeting": result}, choices=("response_format",)
)
_DATA = McpService(Toolset("data", (_CHOOSING,), style=Style(format="json", detail="detailed")))
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


async def _data(**arguments: str) -> CallToolResult:
    async with Client(_DATA.server()) as client:
        result = await client.call_tool("greet", arguments)
    assert isinstance(result, CallToolResult)
    return result


async def test_json_that_was_asked_for_is_structured_content_too() -> None:
    result = await _data(name="Ada")
    assert _text(result) == '{"greeting":"Hello, Ada"}'
    assert result.structured_content == {"greeting": "Hello, Ada"}


async def test_a_page_and_an_error_never_carry_structured_content() -> None:
    page = await _data(name="Ada", response_format="markdown")
    assert (_text(page), page.structured_content) == ("Hello, Ada", None)
    error = await _data(name="Ada", colour="red")
    assert (error.is_error, error.structured_content) == (True, None)


async def test_data_that_no_encoder_takes_is_text_alone() -> None:
    result = await _data(name="\ud800")
    assert _text(result) == '{"greeting":"Hello, \\ud800"}'
    assert result.structured_content is None


async def test_a_tool_is_declared_with_the_defaults_of_its_server_and_no_output_schema() -> None:
    async with Client(_DATA.server()) as client:
        (tool,) = (await client.list_tools()).tools
    assert tool.output_schema is None
    assert tool.input_schema["properties"]["response_format"]["default"] == "json"
    assert "default" not in tool.input_schema["properties"]["name"]


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
