"""Families as shell commands: `pageful FAMILY COMMAND` runs a tool, `pageful serve FAMILY` all."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NoReturn

from pageful.shell.options import REST, escape
from pageful.shell.output import print_error, printing
from pageful.shell.server_command import add_server
from pageful.shell.tool_command import COMMAND_LINE, add_tool_command
from pageful.tool.errors import Cancelled, ToolError
from pageful.tool.parameters import Parameters
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import NOT_RUN, Family, Tool

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in shells: 128 + SIGINT."""

UNREAD = 141
"""The exit code where nobody reads the output to its end, as in shells: 128 + SIGPIPE."""

Families = Mapping[str, Callable[[], Family[Any]]]
"""The loader of each family by its name, so that only the one in use is imported."""

_NEW_LINE = "\r\x1b[K"
"""Codes that go to the start of a terminal's line and empty it."""

_REST = "args"
"""The parameter that takes everything after `--`."""


class _Parser(argparse.ArgumentParser):
    """A parser whose usage errors end with `NOT_RUN`: argparse's own 2 would mean a time-out."""

    def error(self, message: str) -> NoReturn:
        print_error(f"{self.format_usage()}{self.prog}: {message}\nSee `{self.prog} --help`.")
        self.exit(NOT_RUN)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help and version; argparse's own method is silent where that fails."""
        (file or sys.stdout).write(message)


def run(families: Families, argv: Sequence[str], program: str = "pageful") -> int:
    """Run one command line of `program` and give its exit code."""
    try:
        own, rest = _split(argv) if _takes_rest(families, argv) else (list(argv), [])
        with printing():
            arguments = vars(build_parser(families, own, program).parse_args(own))
        arguments[COMMAND_LINE] = (program, *argv)
        return int(arguments.pop("command")(_add_rest(arguments, rest)))
    except ToolError as error:
        print_error(f"{program}: {error}")
        return NOT_RUN
    except (KeyboardInterrupt, Cancelled):
        return INTERRUPTED
    except BrokenPipeError:
        return UNREAD


def _takes_rest(families: Families, argv: Sequence[str]) -> bool:
    """Tell whether a command line is of a family whose tools pass on what follows `--`."""
    name = next(iter(argv), "")
    if name not in families:
        return True
    return any(REST in tool.parameters.fields for tool in _list_tools(families[name]()))


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    end = argv.index("--") if "--" in argv else len(argv)
    return list(argv[:end]), list(argv[end + 1 :])


def _add_rest(arguments: dict[str, Any], rest: list[str]) -> dict[str, Any]:
    if not rest:
        return arguments
    if not arguments.pop("takes_rest", False):
        raise ToolError(f"This command passes nothing on: `-- {' '.join(rest)}`.", "Leave it out.")
    return arguments | {REST: arguments.get(REST, []) + rest}


def build_parser(
    families: Families, argv: list[str], program: str = "pageful"
) -> argparse.ArgumentParser:
    """Make the parser of the command line `argv`, with no more than that needs."""
    root = _Parser(prog=program, description="Tool results worth reading, for AI agents.")
    root.add_argument("--version", action="version", version=f"pageful {version('pageful')}")
    verbs = root.add_subparsers(required=True, metavar="COMMAND")
    serve = verbs.add_parser("serve", help="serve a family's tools over MCP")
    if program == "pageful":
        # What starts the program has taken its command line already.
        verbs.add_parser("gateway", help="put pages in front of any MCP server")
    served = serve.add_subparsers(required=True, metavar="FAMILY")
    meant = [name for name in argv[argv[:1] == ["serve"] :][:1] if name in families]
    for name in meant or families:
        try:
            family = families[name]()
            tools = _list_tools(family)
        except ToolError as error:
            if meant:
                raise
            verbs.add_parser(name, help=escape(error.problem))
            continue
        add_server(served, family, tools)
        if argv[:1] != ["serve"]:
            _add_commands(verbs, family, tools)
    return root


def _add_commands(parsers: Any, family: Family[Any], tools: Iterable[Tool[Any]]) -> None:
    parser = parsers.add_parser(family.name, help=family.summary, description=family.summary)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    settings = Parameters.of(family.settings, family.name)
    for tool in tools:
        add_tool_command(commands, family, settings, tool)


def _list_tools(family: Family[Any]) -> tuple[Tool[Any], ...]:
    """List the tools of a family before its settings are known.

    Raises:
        ToolError: they can't be listed.
    """
    try:
        return family.toolset(placeholder_settings(family.settings), family.style).tools
    except ToolError:
        raise
    except Exception as error:
        problem = f"The tools of {family.name} can't be listed: {type(error).__name__}: {error}"
        raise ToolError(problem, "They have to be made before settings are known.") from error
