"""What becomes of calls that are cancelled, and of a server's calls when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import anyio
import pytest
from mcp import Client

from pageful import Block, Caller, Line
from pageful.page.presentation import Detail
from pageful.serve.server import McpService
from pageful.tool.options import Style
from pageful.tool.tool import Tool, Toolset

pytestmark = pytest.mark.anyio


_BEGUN = Event()


def wait(caller: Caller) -> str:
    """Wait until it is cancelled."""
    _BEGUN.set()
    while True:
        caller.checkpoint()
        Event().wait(0.01)


def _page(result: str, _detail: Detail) -> Iterator[Block]:
    yield Line(result)


def _service(end: Callable[[], None] = lambda: None, **style: Any) -> McpService:
    tool = Tool(wait, view=_page, read_only=True)
    return McpService(Toolset("w", (tool,), "Be patient.", style=Style(**style), end=end))


async def test_a_server_that_ends_cancels_what_is_under_way_and_answers_it() -> None:
    said, ended = list[Any](), Event()
    service = _service(ended.set)

    async def call(client: Client) -> None:
        said.append(await client.call_tool("wait", {}))

    with anyio.fail_after(60):
        async with Client(service.server()) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(call, client)
            await anyio.to_thread.run_sync(_BEGUN.wait)
            assert len(service.under_way) == 1
            await service.end()
    assert said[0].is_error
    assert said[0].content[0].text == "wait was cancelled."
    assert service.under_way == set()
    assert ended.is_set()


async def test_a_client_is_told_how_a_tool_may_be_used() -> None:
    async with Client(_service(budget=60_000).server()) as client:
        (tool,) = (await client.list_tools()).tools
        assert client.instructions == "Be patient."
    assert tool.annotations is not None
    assert (tool.annotations.read_only_hint, tool.annotations.open_world_hint) == (True, False)
    assert tool.meta == {"anthropic/maxResultSizeChars": 60_000}


async def test_a_page_of_the_usual_size_needs_no_word_about_it() -> None:
    async with Client(_service().server()) as client:
        (tool,) = (await client.list_tools()).tools
    assert tool.meta is None
