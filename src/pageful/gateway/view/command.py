"""The command `pageful gateway view`: a local web page of recorded results."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pageful.gateway.command_parser import NOT_RUN, CommandParser
from pageful.gateway.recorded_settings import recorded_settings
from pageful.gateway.settings import BUDGET, Settings
from pageful.gateway.view.recorded import Results, open_store, read_file
from pageful.gateway.view.server import ResultPages, ViewServer
from pageful.gateway.view.token_counts import make_counters
from pageful.gateway.views import find_views_file
from pageful.tool.errors import ToolError


def make_parser() -> CommandParser:
    """Make the parser of the command's options."""
    parser = CommandParser(
        prog="pageful gateway view",
        usage=None,
        description="Show results in a browser: as they were sent, and as an agent reads them.",
        examples=("answer.json", "--store ~/results"),
    )
    add = parser.add_argument
    add("result", type=Path, nargs="?", metavar="RESULT",
        help="a file: an answer to tools/call, any JSON, or a recorded result a line")  # fmt: skip
    add("--store", type=Path, metavar="DIR",
        help="the results that a gateway with this `--store` has cut, as they come")  # fmt: skip
    add("--tool", default="", metavar="NAME", help="the tool's name, where the file has none")
    add("--server", default="", metavar="NAME", help="the server's name, for views, where the file "
        "has none")  # fmt: skip
    add("--views", type=Path, metavar="FILE", help="a file of views (default: pageful.toml)")
    add("--budget", type=int, metavar="CHARS",
        help=f"the largest page (default: the views', or {BUDGET})")  # fmt: skip
    add("--port", type=int, default=0, metavar="PORT", help="the port (default: a free one)")
    return parser


def run_view(argv: Sequence[str]) -> int:
    """Serve the web page until a signal comes, and give the exit code."""
    given = make_parser().parse_args(argv)
    try:
        pages = ResultPages(_results(given), make_counters(), _settings_of(given))
        server = ViewServer(pages, given.port)
    except ToolError as error:
        print(f"pageful gateway view: {error}", file=sys.stderr)
        return NOT_RUN
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with server:
        try:
            print(server.url, flush=True)
            print("Open it in a browser; Ctrl-C ends it.", file=sys.stderr)
            server.serve_forever()
        except (KeyboardInterrupt, BrokenPipeError):
            pass
    return 0


def _results(given: argparse.Namespace) -> Results:
    if (given.result is None) == (given.store is None):
        both = "neither" if given.store is None else "both"
        raise ToolError(
            f"What is shown is a file or a `--store`; {both} was given.",
            "For instance: `pageful gateway view result.json`.",
        )
    if given.store:
        return open_store(given.store, given.server)
    return read_file(given.result, given.tool, given.server)


def _settings_of(given: argparse.Namespace) -> Callable[[str], Settings]:
    """Return the settings of the gateways in front of servers; the file of views is checked now."""
    file = given.views or find_views_file(Path.cwd())

    def settings_of(server: str) -> Settings:
        return recorded_settings(server, file, given.budget, must_have=given.views is not None)

    settings_of(given.server)
    return settings_of
