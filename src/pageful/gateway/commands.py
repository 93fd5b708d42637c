"""The command `pageful gateway`: its options, and the gateway that it starts."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.gateway.command_parser import NOT_RUN, CommandParser
from pageful.gateway.settings import BUDGET, SMALLEST_BUDGET, Settings
from pageful.gateway.views import NO_VIEWS, ServerViews, find_views_file
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.gateway.counting import Note
    from pageful.gateway.session import Session
    from pageful.gateway.upstream import Upstream
    from pageful.gateway.watchdog import Watchdog
    from pageful.serve.http_address import HttpAddress

SUMMARY = "put pages in front of any MCP server"

_STDERR = 2

_USAGE = "pageful gateway [OPTIONS] -- COMMAND [ARG …]\n       pageful gateway [OPTIONS] --url URL"
_EXAMPLES = (
    "-- npx -y @modelcontextprotocol/server-everything",
    "--url https://mcp.example.com/mcp --env-header AUTHORIZATION",
    "wrap --client claude-code --dry-run",
)
SUBCOMMANDS = {
    "wrap": "pageful.gateway.wrap_command",
    "unwrap": "pageful.gateway.wrap_command",
    "stats": "pageful.gateway.stats_command",
    "learn": "pageful.gateway.learn_command",
    "show": "pageful.gateway.show_command",
    "view": "pageful.gateway.view.command",
}
"""Commands about the gateway, each with its module, where `make_parser` makes its parser."""

_FACES = ("page", "data", "both", "auto")


def run_gateway(argv: Sequence[str]) -> int:
    """Run the command with the arguments after its name, and give its exit code."""
    if argv and not argv[0].startswith("-"):
        return _run_subcommand(argv[0], argv[1:])
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


def _run_subcommand(name: str, argv: Sequence[str]) -> int:
    """Run a command about the gateway, and give its exit code."""
    try:
        match name:
            case "wrap":
                from pageful.gateway.wrap_command import run_wrap

                return run_wrap(argv, _check_options)
            case "unwrap":
                from pageful.gateway.wrap_command import run_unwrap

                return run_unwrap(argv)
            case "stats":
                from pageful.gateway.stats_command import run_stats

                return run_stats(argv)
            case "view":
                from pageful.gateway.view.command import run_view

                return run_view(argv)
            case "learn":
                from pageful.gateway.learn_command import run_learn

                return run_learn(argv)
            case "show":
                from pageful.gateway.show_command import run_show

                return run_show(argv)
            case _:
                from difflib import get_close_matches

                near = get_close_matches(name, SUBCOMMANDS, n=1)
                meant = f"Did you mean `{near[0]}`? " if near else ""
                raise ToolError(
                    f"`{name}` is no command of the gateway.",
                    f"{meant}There are: {', '.join(SUBCOMMANDS)}; a server goes behind `--`.",
                )
    except ToolError as error:
        print(f"pageful gateway: {error}", file=sys.stderr)
        return NOT_RUN


def _check_options(words: Sequence[str]) -> None:
    """Check options for a gateway that is started later."""
    given = make_parser().parse_args(list(words))
    if given.url or given.name or given.http:
        problem = "`--url`, `--name` and `--http` are no options for `wrap`."
        raise ToolError(problem, "Leave them out.")
    _check_budget(given.budget)


def make_parser() -> CommandParser:
    """Make the parser of the command's own options."""
    parser = CommandParser(
        "pageful gateway", _USAGE, f"{SUMMARY[0].upper()}{SUMMARY[1:]}.", _EXAMPLES
    )
    add = parser.add_argument
    add("--url", metavar="URL", help="a server on streamable HTTP, in place of a command")
    add("--header", action="append", default=[], metavar="'NAME: VALUE'",
        help="a header for --url; ${VARIABLE} is taken from the environment")  # fmt: skip
    add("--env-header", action="append", default=[], metavar="NAME",
        help="a header for --url whose value is the environment variable of its name")  # fmt: skip
    add("--name", default="", help="the server's name, in the log and for `recall_NAME`")
    add("--face", choices=_FACES,
        help="text pages, data for programs, or both (default: by client)")  # fmt: skip
    add("--budget", type=int, metavar="CHARS",
        help=f"the largest page; the rest by `recall` (default {BUDGET})")  # fmt: skip
    add("--views", type=Path, metavar="FILE",
        help="what of results is wanted (default: pageful.toml here, else the user's)")  # fmt: skip
    add("--store", metavar="memory|off|DIR",
        help="where cut results are kept; off: nothing is cut (default memory)")  # fmt: skip
    add("--except", dest="excepted", action="append", default=[], metavar="GLOB",
        help="tools that are left as they are")  # fmt: skip
    add("--log", metavar="FILE|off",
        help="a line for each decision, no contents (default: where `stats` reads)")  # fmt: skip
    add("--learn", action="store_true",
        help="log the fields of results too, names and sizes, for `learn`")  # fmt: skip
    add("--http", metavar="HOST:PORT",
        help="serve several clients there, at /mcp (no HOST: 127.0.0.1)")  # fmt: skip
    add("--http-remote", action="store_true",
        help="let other machines connect; needs a token: PAGEFUL_HTTP_TOKEN or a file")  # fmt: skip
    add("--http-token-file", type=Path, metavar="FILE",
        help="the file with the bearer token that every request must have")  # fmt: skip
    add("--wrapped", help=argparse.SUPPRESS)
    return parser


def _run(given: argparse.Namespace, command: list[str]) -> int:
    if bool(command) == bool(given.url):
        both = "both" if command else "neither"
        raise ToolError(
            f"A server is a command or a `--url`; {both} was given.",
            "For instance: `pageful gateway -- npx -y SERVER`.",
        )
    if not hasattr(os, "fork"):
        problem = "The gateway needs a POSIX system, as it ends all that servers start there."
        raise ToolError(problem, "On Windows, start it in WSL.")
    if (given.header or given.env_header) and not given.url:
        raise ToolError("A header (`--header`, `--env-header`) is of `--url`.", "Leave it out.")
    _check_budget(given.budget)
    name = given.name or _server_name(given.url, command)
    views = _views(given.views, name)
    settings = Settings(
        name,
        given.face or views.face or "auto",
        given.budget or views.budget or BUDGET,
        tuple(given.excepted),
        views,
        given.learn,
    )
    given.store = given.store or views.store or "memory"
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
            raise ToolError(problem, "`pip install 'pageful[gateway]'` brings it.") from None
        return serve_clients(address, make, _session_maker(given, settings))
    finally:
        watchdog.close()


def _views(file: Path | None, server: str) -> ServerViews:
    """Read the views of a server: of a file that is named, or that is where such files are."""
    found = file or find_views_file(Path.cwd())
    if found is None:
        return NO_VIEWS
    from pageful.gateway.views_file import read_views

    return read_views(found, server, must_have=file is not None)


def _check_budget(budget: int | None) -> None:
    if budget is not None and budget < SMALLEST_BUDGET:
        raise ToolError(f"`--budget {budget}` is too small.", f"Give {SMALLEST_BUDGET:,}.")


def _serve(given: argparse.Namespace, settings: Settings, upstream: Upstream) -> int:
    from pageful.gateway.pump import pump

    try:
        session = _session_maker(given, settings)()
    except ToolError:
        upstream.close()
        raise
    return pump(session, upstream)


def _session_maker(given: argparse.Namespace, settings: Settings) -> Callable[[], Session]:
    from pageful.gateway.keeping import make_store
    from pageful.gateway.session import Session

    note = _note_maker(given.log, settings.name)
    return lambda: Session(settings, make_store(given.store), note)


def _note_maker(log: str | None, server: str) -> Note:
    """Make what notes decisions: in a file that is named, in that of this machine, or not."""
    from pageful.gateway.usage_notes import check_log, usage_notes

    if log and log != "off":
        check_log(Path(log))
        return usage_notes(Path(log), server)
    from pageful.gateway.counting import ignore
    from pageful.usage.switch import counting_place

    place = None if log else counting_place(os.environ, by_default=True)
    return usage_notes(place, server) if place else ignore


def _upstream_maker(
    given: argparse.Namespace, command: list[str], watchdog: Watchdog
) -> Callable[[], Upstream]:
    if not given.url:
        from pageful.gateway.child import ChildProcess

        return lambda: ChildProcess(command, watchdog)
    from pageful.gateway.http_client import HttpClient
    from pageful.gateway.remote import RemoteServer
    from pageful.gateway.request_headers import environment_headers, read_headers

    headers = read_headers(given.header) | environment_headers(given.env_header)
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
