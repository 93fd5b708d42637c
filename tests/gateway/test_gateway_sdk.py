"""A server of the SDK behind the gateway: what its own client sees, in each revision."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import ElicitResult, TextContent

from behind import PAGEFUL, serving
from pageful.anything import restore

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

SERVER = [sys.executable, str(Path(__file__).parent / "sdk_server.py")]
MODES = ["legacy", "2026-07-28"]
"""The handshake of revision 2025-11-25, and the revision that has none."""


async def _answer(context: Any, params: Any) -> ElicitResult:
    return ElicitResult(action="accept", content={"name": "Ada"})


@pytest.fixture(scope="module", params=["stdio", "http"])
def upstream(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """What stands after the gateway's options: the server as a command, or its address."""
    if request.param == "stdio":
        yield ["--", *SERVER]
        return
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with subprocess.Popen([*SERVER, str(port)], stderr=subprocess.DEVNULL) as server:
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except ConnectionRefusedError:
                time.sleep(0.05)
            else:
                break
        yield ["--url", f"http://127.0.0.1:{port}/mcp"]
        server.kill()


FRONTS = ["stdio", "http"]
"""How the client talks to the gateway."""


@asynccontextmanager
async def _connected(
    mode: str, upstream: list[str], *options: str, front: str = "stdio", direct: bool = False
) -> AsyncIterator[Client]:
    async with AsyncExitStack() as stack:
        server: Any
        if front == "http" and not direct:
            port, process = stack.enter_context(serving(*options, upstream=upstream))
            stack.callback(process.terminate)
            # What the server says would fill the pipe.
            assert process.stderr
            threading.Thread(target=process.stderr.read, daemon=True).start()
            server = f"http://127.0.0.1:{port}/mcp"
        else:
            command, *arguments = SERVER if direct else [*PAGEFUL, "gateway", *options, *upstream]
            parameters = StdioServerParameters(
                command=command, args=arguments, env=dict(os.environ)
            )
            server = stdio_client(parameters)
        client = Client(server, mode=mode, elicitation_callback=_answer, cache=None)
        yield await stack.enter_async_context(client)


def _text(result: Any) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("mode", MODES)
async def test_a_page_comes_of_a_list_and_the_client_takes_it(
    mode: str, front: str, upstream: list[str]
) -> None:
    async with _connected(mode, upstream, front=front) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["rows", "greet", "slow", "fail", "recall"]
        result = await client.call_tool("rows", {"number": 50})
        assert result.structured_content is None
        expected = [{"number": n, "title": f"Row {n}", "state": "open"} for n in range(50)]
        assert restore(_text(result)) == expected


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("mode", MODES)
async def test_what_is_cut_is_recalled(mode: str, front: str, upstream: list[str]) -> None:
    async with _connected(mode, upstream, "--budget", "1000", front=front) as client:
        first = _text(await client.call_tool("rows", {"number": 2000}))
        assert len(first) <= 1000
        identifier = first.partition('recall(id="')[2].partition('"')[0]
        second = await client.call_tool("recall", {"id": identifier, "page": 2})
        assert not second.is_error
        assert "of 2,000; more: recall(" in _text(second)
        wrong = await client.call_tool("recall", {"id": identifier, "colums": "number"})
        assert wrong.is_error
        assert "Did you mean `columns`?" in _text(wrong)


@pytest.mark.parametrize("mode", MODES)
async def test_a_program_gets_what_the_schema_says(mode: str, upstream: list[str]) -> None:
    async with _connected(mode, upstream, "--face", "data") as client:
        await client.list_tools()
        result = await client.call_tool("rows", {"number": 2})
        first = {"number": 0, "title": "Row 0", "state": "open"}
        assert result.structured_content
        assert result.structured_content["result"][0] == first


async def _observe(client: Client) -> list[Any]:
    """What a client sees of a server beside pages."""
    reports: list[float] = []

    async def report(progress: float, total: float | None, message: str | None) -> None:
        reports.append(progress)

    return [
        client.protocol_version,
        client.server_capabilities,
        client.server_info,
        _text(await client.call_tool("greet", {})),
        _text(await client.call_tool("slow", {}, progress_callback=report)),
        reports,
        await client.call_tool("fail", {}),
        await client.list_resource_templates(),
        await client.read_resource("note://x"),
        await client.get_prompt("prompt", {"topic": "rye"}),
    ]


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("mode", MODES)
async def test_all_else_is_as_without_a_gateway(mode: str, front: str, upstream: list[str]) -> None:
    seen = []
    for direct in (True, False):
        async with _connected(mode, upstream, front=front, direct=direct) as client:
            seen.append(await _observe(client))
    assert seen[0] == seen[1]
    assert seen[0][3] == "Hello, Ada"
    assert seen[0][5] == [1, 2, 3, 4]
