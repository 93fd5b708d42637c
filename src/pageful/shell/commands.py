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
from pageful.tool.errors import Cancelled, ToolError
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import NOT_RUN, Family, Tool

if TYPE_CHECKING:
    from pageful.configuration.family_settings import FamilySettings
    from pageful.shell.tool_command import ToolCommand

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in shells: 128 + SIGINT."""

UNREAD = 141
"""The exit code where nobody reads the output to its end, as in shells: 128 + SIGPIPE."""

Families = Mapping[str, Callable[[], Family[Any]]]
"""The loader of each family by its name, so that only the one in use is imported."""

Work = Callable[[], int]
"""The work that a command line asks for; it gives the exit code."""

_HELP = ("-h", "--help")


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
        if first == "serve":
            return self._read_server(rest)
        if first == "config" and first in self._listed:
            from pageful.shell.config_command import read_config

            return read_config(f"{self.program} config", self.families, rest)
        if first == "stats" and first in self._listed:
            from pageful.shell.stats_command import read_stats

            return read_stats(f"{self.program} stats", rest)
        if not first or first.startswith("-"):
            self._end(self._root(is_listing=first in _HELP), argv)
        if first not in self.families:
            self._refuse_family(first)
        return self._read_command(self.families[first](), rest)

    @property
    def _listed(self) -> dict[str, str]:
        """The commands that are no family's, each with what it is for."""
        serve = {"serve": "serve a family's tools over MCP"}
        # What starts pageful itself has taken command lines of rooms with their own already.
        own = {
            "init": "connect the agents' clients on this machine with this directory",
            "doctor": "say what is installed and what works, and how to mend what does not",
            "config": "show what is configured, and where each value is from",
            "gateway": "put pages in front of any MCP server",
            "run": "run a program as it is typed, and print a page of its output",
            "hook": "put `pageful run` before the builds that agents type",
            "stats": "print how many answers were given, in which form and of what size",
        }
        return serve | own if self.program == "pageful" else serve

    def _root(self, *, is_listing: bool) -> Parser:
        root = Parser(self.program, "Tool results worth reading, for AI agents.")
        root.add_argument("-V", "--version", action=_Version, help="show the version and exit")
        _list(root, "COMMAND", self._listed | (dict(self._summaries()) if is_listing else {}))
        return root

    def _summaries(self) -> Iterator[tuple[str, str]]:
        """Yield every family with what it is for, or why it can't be loaded."""
        for name, load in self.families.items():
            try:
                yield name, load().summary
            except ToolError as error:
                yield name, error.problem

    def _refuse_family(self, word: str) -> NoReturn:
        names = [*self._listed, *self.families]
        hints = list(self._suggest_families(word))
        if close := nearest(word, names):
            hints.insert(0, f"Did you mean `{self.program} {close}`?")
        self._root(is_listing=False).error(_no_choice(word, names), *hints)

    def _suggest_families(self, word: str, within: str = "") -> Iterator[str]:
        """Name the commands of (other) families that are called so."""
        for name in self.families:
            try:
                commands = [each.command for each in list_tools(self.families[name]())]
            except ToolError:
                continue
            if word in commands and name != within:
                yield f"`{word}` is a command of {name}: `{self.program} {name} {word}`."

    def _read_server(self, argv: list[str]) -> Work:
        first, *rest = argv or [""]
        prog = f"{self.program} serve"
        if not first or first.startswith("-"):
            parser = Parser(prog, "serve a family's tools over MCP")
            _list(parser, "FAMILY", dict(self._summaries()) if first in _HELP else {})
            self._end(parser, argv)
        if first not in self.families:
            close = nearest(first, self.families)
            hints = [f"Did you mean `{prog} {close}`?"] if close else []
            parser = Parser(prog)
            _list(parser, "FAMILY", {})
            parser.error(_no_choice(first, list(self.families)), *hints)
        from pageful.shell.server_command import read_server

        family = self.families[first]()
        tools = list_tools(family)
        configured = self._read_settings(family, tools, rest)
        return read_server(f"{prog} {first}", family, tools, rest, configured)

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
        parser = Parser(prog, family.summary)
        first_lines = {name: tool.description.split("\n", 1)[0] for name, tool in tools.items()}
        _list(parser, "COMMAND", first_lines)
        if not word or word.startswith("-"):
            self._end(parser, [word, *rest] if word else [])
        hints = list(self._suggest_families(word, family.name))
        if close := nearest(word, tools):
            hints.insert(0, f"Did you mean `{prog} {close}`?")
        parser.error(_no_choice(word, list(tools)), *hints)

    def _end(self, parser: Parser, argv: list[str]) -> NoReturn:
        """End the program with help or version, or because no command is named."""
        parser.read(argv)
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
