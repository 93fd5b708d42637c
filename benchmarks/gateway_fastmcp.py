"""A FastMCP server with a bit of everything that can get lost on the way to a client."""

from __future__ import annotations

import asyncio
import base64
import os
import sys

import mcp_types
from fastmcp import Context, FastMCP
from fastmcp.utilities.types import Image

server: FastMCP[None] = FastMCP("small-fastmcp", instructions="Ask for rows.")

# The smallest PNG: one grey dot.
_DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)


@server.tool(annotations={"readOnlyHint": True, "title": "Rows"}, tags={"data"})
def rows(number: int = 30) -> list[dict[str, object]]:
    """List rows."""
    return [{"number": n, "title": f"Row {n}", "open": n % 2 == 0} for n in range(number)]


@server.tool
def environment(name: str) -> str:
    """Tell a variable of the environment."""
    return os.environ.get(name, "not set")


@server.tool
def image() -> Image:
    """Show a dot."""
    return Image(data=_DOT, format="png")


@server.tool
def link() -> list[mcp_types.ResourceLink | mcp_types.TextContent]:
    """Name a resource, and a text for users alone."""
    for_users = mcp_types.Annotations(audience=["user"], priority=0.5)
    return [
        mcp_types.ResourceLink(type="resource_link", uri="note://rye", name="rye"),
        mcp_types.TextContent(type="text", text="[a note]", annotations=for_users),
    ]


@server.tool
def fail() -> str:
    """Fail."""
    raise ValueError("no such row")


@server.tool
async def wait(context: Context, seconds: float, steps: int = 4) -> str:
    """Take some time, and report progress."""
    for step in range(steps):
        await context.report_progress(step + 1, steps)
        await asyncio.sleep(seconds / steps)
    return "waited"


@server.tool
async def log(context: Context) -> str:
    """Say something to the client's log."""
    await context.info("rye is cut")
    return "said"


@server.resource("note://{name}")
def note(name: str) -> str:
    """A note."""
    return f"Note {name}"


@server.prompt
def write(topic: str) -> str:
    """Write of a topic."""
    return f"Write of {topic}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
    else:
        server.run(show_banner=False)
