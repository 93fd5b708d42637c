"""The least that can be served with the SDK's low-level server: one tool over stdio."""

from __future__ import annotations

from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp_types import ListToolsResult, PaginatedRequestParams, Tool


async def list_tools(
    _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
) -> ListToolsResult:
    """One tool without parameters."""
    return ListToolsResult(tools=[Tool(name="nothing", input_schema={"type": "object"})])


async def serve() -> None:
    """Serve until the client leaves."""
    server: Server[Any] = Server("bare", on_list_tools=list_tools)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(serve)
