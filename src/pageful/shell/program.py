"""Programs of one's own families and toolsets: a command line, or a server."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pageful.tool.tool import Family, Toolset


def run(*families: Family[Any], program: str = "", argv: Sequence[str] | None = None) -> int:
    """Run a command line with these families, and give the exit code.

    `PROGRAM FAMILY COMMAND` calls a tool, `PROGRAM serve FAMILY` serves all of a family over MCP.
    `program` is the name in messages, else that of this process; `argv` is what stands behind it,
    else this process's arguments.
    """
    from pageful.shell.commands import run as run_commands

    # A function of its own for each: a loop's variable would be the last one for all.
    loaders = {family.name: lambda family=family: family for family in families}
    given = sys.argv[1:] if argv is None else argv
    return run_commands(loaders, given, program or Path(sys.argv[0]).name)


def serve(toolset: Toolset, http: str | None = None) -> None:
    """Serve a toolset over MCP until the client leaves or a signal comes.

    On stdin and stdout, or at `http`: HOST:PORT of this machine alone, streamable HTTP at `/mcp`.
    Where the environment variable PAGEFUL_HTTP_TOKEN is set, every request needs that token.

    Raises:
        ToolError: the address is none, is taken, or can be reached from other machines.
    """
    from pageful.serve.http_address import http_address, http_token
    from pageful.shell.server_command import serve_at

    token = http_token(None, os.environ)
    serve_at(toolset, http_address(http, remote=False, token=token) if http else None)
