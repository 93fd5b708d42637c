"""A server of the MCP SDK, with what revisions differ in: questions and structured content."""

from __future__ import annotations

import sys
from typing import Annotated, Any

from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
from pydantic import BaseModel

server = MCPServer("everything-small")


class Row(BaseModel):
    number: int
    title: str
    state: str = "open"


class Name(BaseModel):
    name: str


def _ask() -> Elicit[Name]:
    return Elicit("Who are you?", Name)


@server.tool()
def rows(number: int) -> list[Row]:
    """List rows."""
    return [Row(number=n, title=f"Row {n}") for n in range(number)]


@server.tool()
def greet(name: Annotated[Name, Resolve(_ask)]) -> str:
    """Greet whoever answers."""
    return f"Hello, {name.name}"


@server.tool()
async def slow(context: Context[Any]) -> str:
    """Report progress."""
    for step in range(4):
        await context.report_progress(step + 1, 4)
    return "done"


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("no such thing")


@server.resource("note://{name}")
def note(name: str) -> str:
    """A note."""
    return f"Note {name}"


@server.prompt()
def prompt(topic: str) -> str:
    """A prompt."""
    return f"Write of {topic}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", port=int(sys.argv[1]))
    else:
        server.run("stdio")
