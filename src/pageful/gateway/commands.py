"""The command `pageful gateway`: its options, and the gateway that it starts."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pageful.gateway.settings import BUDGET, SMALLEST_BUDGET, Settings
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.gateway.session import Session
    from pageful.gateway.upstream import Upstream
    from pageful.gateway.watchdog import Watchdog
    from pageful.serve.http_address import HttpAddress

SUMMARY = "put pages in front of any MCP server"

_STDERR = 2

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
    _open_streams()
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


def _open_streams() -> None:
    """Open what the shell closed (`<&-`): the first pipe would be taken for the client's."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        pass
    os.close(descriptor)


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
    add("--http", metavar="HOST:PORT",
        help="serve several clients there, at /mcp (no HOST: 127.0.0.1)")  # fmt: skip
    add("--http-remote", action="store_true",
        help="let other machines connect; needs a token: PAGEFUL_HTTP_TOKEN or a file")  # fmt: skip
    add("--http-token-file", type=Path, metavar="FILE",
        help="the file with the bearer token that every request must have")  # fmt: skip
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
    address = _address(given)
    from pageful.gateway.watchdog import Watchdog

    watchdog = Watchdog()
    try:
        make = _upstream_maker(given, command, watchdog)
        if address is None:
            # The upstream is started first, and starts while the rest is imported.
            return _serve(given, settings, make())
        try:
            from pageful.gateway.http_server import serve_clients
        except ModuleNotFoundError as error:
            problem = f"`--http` needs what is not installed: `{error.name}`."
            raise ToolError(
                problem, "Install pageful with its extra: `pageful[gateway]`."
            ) from None
        return serve_clients(address, make, _session_maker(given, settings))
    finally:
        watchdog.close()


def _serve(given: argparse.Namespace, settings: Settings, upstream: Upstream) -> int:
    from pageful.gateway.pump import pump

    try:
        session = _session_maker(given, settings)()
    except ToolError:
        upstream.close()
        raise
    return pump(session, upstream)


def _session_maker(given: argparse.Namespace, settings: Settings) -> Callable[[], Session]:
    from pageful.gateway.counting import DecisionLog, Note, ignore
    from pageful.gateway.keeping import make_store
    from pageful.gateway.session import Session

    note: Note = DecisionLog(given.log, settings.name).note if given.log else ignore
    if os.environ.get("PAGEFUL_STATS"):
        from pageful.gateway.usage_notes import counted_by
        from pageful.usage.switch import usage_counter

        if count := usage_counter(os.environ):
            note = counted_by(count, settings.name, note)
    return lambda: Session(settings, make_store(given.store), note)


def _upstream_maker(
    given: argparse.Namespace, command: list[str], watchdog: Watchdog
) -> Callable[[], Upstream]:
    if not given.url:
        from pageful.gateway.child import ChildProcess

        return lambda: ChildProcess(command, watchdog)
    from pageful.gateway.http_client import HttpClient
    from pageful.gateway.remote import RemoteServer
    from pageful.gateway.request_headers import read_headers

    headers = read_headers(given.header)
    HttpClient(given.url, headers)
    return lambda: RemoteServer(HttpClient(given.url, headers))


def _address(given: argparse.Namespace) -> HttpAddress | None:
    if given.http is None:
        if given.http_remote or given.http_token_file:
            raise ToolError("`--http-remote` and `--http-token-file` are of `--http`.", "Add that.")
        return None
    if given.store not in ("memory", "off"):
        raise ToolError(
            "`--http` keeps each client's results apart, which a directory does not.",
            "Leave out `--store`.",
        )
    from pageful.serve.http_address import http_address, http_token

    token = http_token(given.http_token_file, os.environ)
    return http_address(given.http, remote=given.http_remote, token=token)


def _server_name(url: str | None, command: Sequence[str]) -> str:
    """Name a server after its host, or after the last word of its command that is a name."""
    if url:
        return url.partition("://")[2].partition("/")[0]
    words = [word for word in command if not word.startswith("-")]
    return Path(words[-1] if words else command[0]).name
