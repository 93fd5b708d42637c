"""The command `pageful gateway`: its options, and the gateway that it starts."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pageful.gateway.settings import BUDGET, SMALLEST_BUDGET, Settings
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.gateway.upstream import Upstream

SUMMARY = "put pages in front of any MCP server"

NOT_RUN = 3
"""The exit code where the gateway could not start: that of all commands."""

_USAGE = "pageful gateway [OPTIONS] -- COMMAND [ARG …]\n       pageful gateway [OPTIONS] --url URL"
_FACES = ("page", "data", "both", "auto")


class _Parser(argparse.ArgumentParser):
    """A parser whose usage errors end with `NOT_RUN`."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.format_usage()}{self.prog}: {message}\nSee `{self.prog} --help`.",
              file=sys.stderr)  # fmt: skip
        self.exit(NOT_RUN)


def run_gateway(argv: Sequence[str]) -> int:
    """Run the command with the arguments after its name, and give its exit code."""
    end = argv.index("--") if "--" in argv else len(argv)
    given = make_parser().parse_args(argv[:end])
    try:
        code = _run(given, list(argv[end + 1 :]))
    except ToolError as error:
        print(f"pageful gateway: {error}", file=sys.stderr)
        return NOT_RUN
    # A thread that waits for input can't be woken: leave without joining it.
    sys.stderr.flush()
    os._exit(code)


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of the command's own options."""
    parser = _Parser(prog="pageful gateway", usage=_USAGE, description=f"{SUMMARY.capitalize()}.")
    add = parser.add_argument
    add("--url", metavar="URL", help="a server on streamable HTTP, in place of a command")
    add("--header", action="append", default=[], metavar="'NAME: VALUE'",
        help="a header for --url; ${VARIABLE} is taken from the environment")  # fmt: skip
    add("--name", default="", help="the server's name, in the log and for `recall_NAME`")
    add("--face", choices=_FACES, default="auto",
        help="text pages, data for programs, or both (default: by client)")  # fmt: skip
    add("--budget", type=int, default=BUDGET, metavar="CHARS",
        help=f"the largest page; the rest by `recall` (default {BUDGET})")  # fmt: skip
    add("--store", default="memory", metavar="memory|off|DIR",
        help="where cut results are kept; off: nothing is cut (default memory)")  # fmt: skip
    add("--except", dest="excepted", action="append", default=[], metavar="GLOB",
        help="tools that are left as they are")  # fmt: skip
    add("--log", type=Path, metavar="FILE", help="a JSON line for each decision, without contents")
    return parser


def _run(given: argparse.Namespace, command: list[str]) -> int:
    if bool(command) == bool(given.url):
        both = "both" if command else "neither"
        raise ToolError(
            f"A server is a command or a `--url`; {both} was given.",
            "For instance: `pageful gateway -- npx -y SERVER`.",
        )
    if given.header and not given.url:
        raise ToolError("`--header` is of `--url`.", "Leave it out.")
    if given.budget < SMALLEST_BUDGET:
        raise ToolError(f"`--budget {given.budget}` is too small.", f"Give {SMALLEST_BUDGET:,}.")
    name = given.name or _server_name(given.url, command)
    settings = Settings(name, given.face, given.budget, tuple(given.excepted))
    if given.url:
        return _serve(given, settings, _remote(given))
    # The upstream is started first, and starts while the rest is imported.
    from pageful.gateway.child import ChildProcess
    from pageful.gateway.watchdog import Watchdog

    watchdog = Watchdog()
    try:
        return _serve(given, settings, ChildProcess(command, watchdog))
    finally:
        watchdog.close()


def _serve(given: argparse.Namespace, settings: Settings, upstream: Upstream) -> int:
    from pageful.gateway.counting import DecisionLog, ignore
    from pageful.gateway.keeping import make_store
    from pageful.gateway.pump import pump
    from pageful.gateway.session import Session

    try:
        note = DecisionLog(given.log, settings.name).note if given.log else ignore
        session = Session(settings, make_store(given.store), note)
    except ToolError:
        upstream.leave()
        upstream.end()
        raise
    return pump(session, upstream)


def _remote(given: argparse.Namespace) -> Upstream:
    from pageful.gateway.http_client import HttpClient
    from pageful.gateway.remote import RemoteServer
    from pageful.gateway.request_headers import read_headers

    return RemoteServer(HttpClient(given.url, read_headers(given.header)))


def _server_name(url: str | None, command: Sequence[str]) -> str:
    """Name a server after its host, or after the last word of its command that is a name."""
    if url:
        return url.partition("://")[2].partition("/")[0]
    words = [word for word in command if not word.startswith("-")]
    return Path(words[-1] if words else command[0]).name
