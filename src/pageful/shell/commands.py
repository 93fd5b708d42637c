"""Families as shell commands: `pageful FAMILY COMMAND` runs a tool, `pageful serve FAMILY` all."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from pageful.lazy.dataclasses import dataclass
from pageful.shell.options import REST, escape
from pageful.shell.output import print_error, printing
from pageful.shell.parser import Parser
from pageful.shell.suggestions import nearest
from pageful.tool.errors import Cancelled, NotInstalledError, ToolError
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import NOT_RUN, Family, Tool

if TYPE_CHECKING:
    from pageful.configuration.family_settings import FamilySettings
    from pageful.shell.command_hints import CommandHints
    from pageful.shell.tool_command import ToolCommand

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in shells: 128 + SIGINT."""

UNREAD = 141
"""The exit code where nobody reads the output to its end, as in shells: 128 + SIGPIPE."""

Families = Mapping[str, Callable[[], Family[Any]]]
"""The loader of each family by its name, so that only the one in use is imported."""

Work = Callable[[], int]
"""The work that a command line asks for; it gives the exit code."""

_EXAMPLES = 3
"""Examples in the help of a family, whose commands have more of their own."""

_HELP = ("-h", "--help")
_VERSION = ("-V", "--version")


def run(families: Families, argv: Sequence[str], program: str = "pageful") -> int:
    """Run one command line of `program` and give its exit code."""
    try:
        with printing():
            work = CommandLine(families, program).read(list(argv))
        return int(work())
    except ToolError as error:
        print_error(f"{program}: {error}")
        return NOT_RUN
    except (KeyboardInterrupt, Cancelled):
        return INTERRUPTED
    except BrokenPipeError:
        return UNREAD


@dataclass(frozen=True)
class CommandLine:
    """The command lines of a program with these families; no more is loaded than one needs."""

    families: Families
    program: str

    def read(self, argv: list[str]) -> Work:
        """Read a command line; help, version and wrong usage end the program.

        Raises:
            ToolError: the family can't be loaded, or a setting is missing or wrong.
        """
        first, *rest = argv or [""]
        if first == "help" and first not in self.families:
            return self.read([*rest, "--help"])
        if first == "version" and first not in self.families:
            return self.read(["--version", *rest])
        if first == "serve":
            return self._read_server(rest)
        if first == "config" and first in self.listed:
            from pageful.shell.config_command import read_config

            return read_config(f"{self.program} config", self.families, rest)
        if first == "report" and first in self.listed:
            return self._read_report(rest)
        if first == "stats" and first in self.listed:
            from pageful.shell.stats_command import read_stats

            return read_stats(f"{self.program} stats", rest)
        if first == "cache" and first in self.listed:
            from pageful.shell.cache_command import read_cache

            return read_cache(f"{self.program} cache", self.families, rest)
        if not first or first in (*_HELP, *_VERSION):
            self._end(self._root(is_listing=first not in _VERSION), argv)
        if first.startswith("-"):
            root = self._root(is_listing=False)
            root.error(f"there is no option {first!r} here", *self._hints.on_option(argv))
        if first not in self.families:
            self._refuse_family(first)
        return self._read_command(self.families[first](), rest)

    @property
    def listed(self) -> dict[str, str]:
        """The commands that are no family's, each with what it is for."""
        serve = {"serve": "serve a family's tools over MCP"}
        # What starts pageful itself has taken the command lines of rooms of their own already.
        own = {
            "init": "connect the agents' clients on this machine with this directory",
            "doctor": "say what is installed and what works, and how to mend what does not",
            "config": "show what is configured, and where each value is from",
            "cache": "list what was kept on disk to be quick, and remove what is old",
            "completion": "print what completes command lines in bash, zsh or fish",
            "gateway": "put pages in front of any MCP server",
            "run": "run a program as it is typed, and print a page of its output",
            "hook": "put `pageful run` before the builds that agents type",
            "new": "write a project with a tool of your own to begin with",
            "report": "write a build, an index or a vault as one HTML file with charts",
            "stats": "print how many answers were given, in which form and of what size",
        }
        return serve | own if self.program == "pageful" else serve

    def parser(self, name: str) -> Parser | None:
        """Return the parser of a command of this room that is no family's."""
        if name == "stats" and name in self.listed:
            from pageful.shell.stats_command import stats_parser

            return stats_parser(f"{self.program} {name}")
        if name == "cache" and name in self.listed:
            from pageful.shell.cache_command import cache_parser

            return cache_parser(f"{self.program} {name}", self.families)
        return None

    def _root(self, *, is_listing: bool) -> Parser:
        root = Parser(self.program, "Tool results worth reading, for AI agents.", self._examples)
        root.add_argument("-V", "--version", action=_Version, help="show the version and exit")
        _list(root, "COMMAND", self.listed | (dict(self._summaries()) if is_listing else {}))
        return root

    @property
    def _examples(self) -> Sequence[str]:
        """Command lines that the help shows, of families that are there."""
        lines = (
            "maven test",
            "code search 'where is a token checked'",
            "vault search 'rye starter'",
            "help maven test",
        )
        return [each for each in lines if {*each.split()} & {*self.families}]

    def _summaries(self) -> Iterator[tuple[str, str]]:
        """Yield every family with what it is for, or why it can't be loaded."""
        for name, load in self.families.items():
            try:
                yield name, load().summary
            except NotInstalledError as error:
                yield name, f"not installed; {error.remedy}"
            except ToolError as error:
                yield name, error.problem

    @property
    def _hints(self) -> CommandHints:
        from pageful.shell.command_hints import CommandHints

        return CommandHints(self.program, self.families, tuple(self.listed), list_tools)

    def _refuse_family(self, word: str) -> NoReturn:
        names = [*self.listed, *self.families]
        root = self._root(is_listing=False)
        root.error(_no_choice(word, names), *self._hints.on_word(word))

    def _read_server(self, argv: list[str]) -> Work:
        example = [f"{name} --help" for name in list(self.families)[:1]]
        prog = f"{self.program} serve"
        family, rest = self._read_family(prog, "serve a family's tools over MCP", example, argv)
        from pageful.shell.server_command import read_server

        tools = list_tools(family)
        configured = self._read_settings(family, tools, rest)
        return read_server(f"{prog} {family.name}", family, tools, rest, configured)

    def _read_report(self, argv: list[str]) -> Work:
        prog = f"{self.program} report"
        family, rest = self._read_family(prog, "write one HTML file for people", ["maven"], argv)
        from pageful.shell.report_command import read_report

        configured = self._read_settings(family, (), rest)
        return read_report(f"{prog} {family.name}", family, rest, configured)

    def _read_family(
        self, prog: str, summary: str, examples: Sequence[str], argv: list[str]
    ) -> tuple[Family[Any], list[str]]:
        """Read the family that a command is for, and return it with the words behind it."""
        first, *rest = argv or [""]
        if not first or first.startswith("-"):
            parser = Parser(prog, summary, examples)
            _list(parser, "FAMILY", dict(self._summaries()))
            self._end(parser, argv)
        if first not in self.families:
            close = nearest(first, self.families)
            hints = [f"Did you mean `{prog} {close}`?"] if close else []
            parser = Parser(prog)
            _list(parser, "FAMILY", {})
            parser.error(_no_choice(first, list(self.families)), *hints)
        return self.families[first](), rest

    def _read_settings(
        self, family: Family[Any], tools: Iterable[Tool[Any]], argv: Sequence[str]
    ) -> FamilySettings:
        """Return what files and variables say of a family; help is the same everywhere.

        Raises:
            ToolError: they say what can't be used.
        """
        from pageful.configuration.family_settings import NOTHING, read_family_settings

        if self.program != "pageful" or not {*_HELP}.isdisjoint(argv):
            return NOTHING
        choices = {choice for tool in tools for choice in tool.choices}
        return read_family_settings(family, self.families, choices)

    def _read_command(self, family: Family[Any], argv: list[str]) -> Work:
        tools = {tool.command: tool for tool in list_tools(family)}
        first, *rest = argv or [""]
        if first == "help" and first not in tools:
            first, *rest = [*rest, "--help"]
        if first not in tools:
            self._refuse_command(family, tools, first, rest)
        from pageful.shell.tool_command import ToolCommand

        configured = self._read_settings(family, tools.values(), rest)
        command = ToolCommand(self.program, family, tuple(tools.values()), tools[first], configured)
        own, passed_on = _split(command, rest)
        given = command.parser().read(own)
        return lambda: command.run(_add_rest(command, given, passed_on), rest)

    def _refuse_command(
        self, family: Family[Any], tools: Mapping[str, Tool[Any]], word: str, rest: list[str]
    ) -> NoReturn:
        """Show a family's help, or say that it has no such command."""
        prog = f"{self.program} {family.name}"
        parser = Parser(prog, family.summary, _examples_of(tools.values()))
        first_lines = {name: tool.description.split("\n", 1)[0] for name, tool in tools.items()}
        _list(parser, "COMMAND", first_lines)
        if not word or word.startswith("-"):
            self._end(parser, [word, *rest] if word else [])
        parser.error(_no_choice(word, list(tools)), *self._hints.on_family_word(family, word))

    def _end(self, parser: Parser, argv: list[str]) -> NoReturn:
        """End the program with help or version, or with help because no command is named."""
        if argv and argv[0]:
            parser.read(argv)
        print_error(parser.format_help())
        parser.error("a command is missing")


class _Version(argparse.Action):
    """Prints the version; packages' metadata are read only for that."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"pageful {version('pageful')}")
        parser.exit()


def _list(parser: Parser, name: str, commands: Mapping[str, str]) -> None:
    """List commands in the help of a parser that reads none of them."""
    parsers = parser.add_subparsers(
        required=True, metavar=name, prog="", parser_class=argparse.ArgumentParser
    )
    for command, line in commands.items():
        parsers.add_parser(command, add_help=False, help=escape(line))


def _examples_of(tools: Iterable[Tool[Any]]) -> list[str]:
    """Return the first examples of a family's first commands."""
    lines = [f"{tool.command} {tool.shell.examples[0]}" for tool in tools if tool.shell.examples]
    return lines[:_EXAMPLES]


def _no_choice(word: str, names: Sequence[str]) -> str:
    return f"argument COMMAND: invalid choice: {word!r} (choose from {', '.join(names)})"


def _split(command: ToolCommand, argv: list[str]) -> tuple[list[str], list[str]]:
    """Split a command line at `--`, if the words after it are not for the parser itself."""
    if "--" not in argv or not (command.passes_on or command.is_among_those_that_pass_on):
        return argv, []
    end = argv.index("--")
    return argv[:end], argv[end + 1 :]


def _add_rest(
    command: ToolCommand, arguments: dict[str, Any], passed_on: list[str]
) -> dict[str, Any]:
    if not passed_on:
        return arguments
    if not command.passes_on:
        words = " ".join(passed_on)
        raise ToolError(f"This command passes nothing on: `-- {words}`.", "Leave it out.")
    return arguments | {REST: arguments.get(REST, []) + passed_on}


def list_tools(family: Family[Any]) -> tuple[Tool[Any], ...]:
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
