"""The command that serves a family's tools over MCP: its options, and the server it starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.configuration.family_settings import NOTHING, FamilySettings
from pageful.serve.http_address import TOKEN_VARIABLE, HttpAddress, http_address, http_token
from pageful.shell.options import (
    add_argument,
    add_options,
    add_style,
    read_settings,
    read_style,
)
from pageful.shell.parser import Parser
from pageful.tool.errors import ToolError
from pageful.tool.parameters import Parameters
from pageful.tool.tool import Family, Tool, Toolset


def read_server(
    prog: str,
    family: Family[Any],
    tools: Iterable[Tool[Any]],
    argv: Sequence[str],
    configured: FamilySettings = NOTHING,
) -> Callable[[], int]:
    """Read the command that serves a family, whose tools tell the choices of style."""
    settings = Parameters.of(family.settings, family.name)
    given = {**configured.settings, **server_parser(prog, family, tools, configured).read(argv)}
    return lambda: _run_server(family, settings, given)


def server_parser(
    prog: str,
    family: Family[Any],
    tools: Iterable[Tool[Any]],
    configured: FamilySettings = NOTHING,
) -> Parser:
    """Make the parser of the command that serves a family."""
    examples = ("", "--http 8000") if family.served is None else (f"~/{family.served}", "")
    parser = Parser(prog, family.summary, examples)
    settings = Parameters.of(family.settings, family.name)
    if family.served:
        add_argument(parser, family.served, settings.fields[family.served])
    add_options(parser, settings.fields, without=(family.served or "",), as_arguments=False)
    offered = {choice for tool in tools for choice in tool.choices}
    add_style(parser, configured.style(family.style), offered)
    parser.add_argument(
        "--http",
        metavar="HOST:PORT",
        help="serve streamable HTTP there, at /mcp, and not stdio (no HOST: 127.0.0.1)",
    )
    parser.add_argument(
        "--http-remote",
        action="store_true",
        help=f"let other machines connect; needs a token, in {TOKEN_VARIABLE} or a file",
    )
    parser.add_argument(
        "--http-token-file",
        type=Path,
        metavar="FILE",
        help="the file with the bearer token that every request must have",
    )
    return parser


def _run_server(family: Family[Any], settings: Parameters, given: Mapping[str, Any]) -> int:
    address = _read_address(given)
    serve_at(family.toolset(read_settings(family, settings, given), read_style(given)), address)
    return 0


def serve_at(toolset: Toolset, address: HttpAddress | None) -> None:
    """Serve a toolset on stdio, or over HTTP at an address.

    Raises:
        ToolError: the address is taken, is not one of this machine, or can be reached from others
            without leave; there is no standard input; or the SDK is not installed.
    """
    try:
        import anyio

        from pageful.serve.server import serve_http, serve_stdio
    except ModuleNotFoundError as error:
        problem = f"The MCP SDK is not installed: `{error.name}` is missing."
        raise ToolError(problem, "`pip install 'pageful[mcp]'` brings it.") from None

    if address:
        anyio.run(serve_http, toolset, address)
    elif sys.stdin is None:
        raise ToolError("There is no standard input to serve a client on.", "Leave it open.")
    else:
        anyio.run(serve_stdio, toolset)


def _read_address(given: Mapping[str, Any]) -> HttpAddress | None:
    token = http_token(given["http_token_file"], os.environ)
    if given["http"] is not None:
        return http_address(given["http"], remote=given["http_remote"], token=token)
    if given["http_remote"] or given["http_token_file"]:
        raise ToolError("`--http-remote` and `--http-token-file` are of `--http`.", "Add that.")
    return None
