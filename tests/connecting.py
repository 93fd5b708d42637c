"""A real MCP client, connected to a real server process over stdio."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent

PAGEFUL = (sys.executable, "-m", "pageful")


@asynccontextmanager
async def connected(
    *options: str, environment: Mapping[str, str] | None = None
) -> AsyncIterator[Client]:
    """A client of `pageful serve` with some options."""
    server = StdioServerParameters(
        command=PAGEFUL[0],
        args=[*PAGEFUL[1:], "serve", *options],
        env={**os.environ, **(environment or {})},
    )
    async with Client(stdio_client(server)) as client:
        yield client


def maven(project: Path, *options: str) -> tuple[str, ...]:
    """The options that serve the Maven tools on a project."""
    return ("maven", "--project", str(project), *options)


def page(result: Any) -> str:
    """The text of a result, which must be all that it has."""
    assert isinstance(result, CallToolResult)
    assert result.structured_content is None
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text
