"""The command that a line calls, as far as its words name one: what may follow them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from pageful.completion.scripts import SCRIPTS
from pageful.main import FAMILIES
from pageful.shell.commands import CommandLine, list_tools
from pageful.tool.begun_value import Suggestion, Values, no_values
from pageful.tool.errors import ToolError
from pageful.tool.tool import Family


class Parser(Protocol):
    """A parser, as much of it as completion asks for."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Each option's action by its names."""

    @property
    def arguments(self) -> Sequence[Any]:
        """The actions of the arguments in their order."""


@dataclass(frozen=True)
class Choice:
    """A place where one of several commands is named."""

    commands: tuple[Suggestion, ...]
    options: tuple[Suggestion, ...] = (Suggestion("--help", "show the help and exit"),)


@dataclass(frozen=True)
class Command:
    """A command with its own options and arguments, of which `words` are typed."""

    parser: Parser
    words: tuple[str, ...]
    values: Values = field(default=no_values)
    passes_on: bool = False


@dataclass(frozen=True)
class ForeignProgram:
    """A program that the line starts; it is the word at `position`, `pageful` that at 0."""

    position: int


Place = Choice | Command | ForeignProgram

_LINE = CommandLine(FAMILIES, "pageful")


def find_place(words: Sequence[str]) -> Place | None:
    """Find the place that words lead to, the program's own name left out."""
    if words[:1] == ["help"]:
        words = words[1:]
    if not words:
        return Choice(tuple(_list_commands()), _ROOT_OPTIONS)
    name, *rest = words
    if name in FAMILIES:
        return _find_tool(FAMILIES[name](), rest)
    match name:
        case "serve":
            return _find_server(rest)
        case "hook":
            return _find_hook(rest)
        case "gateway":
            return _find_gateway(rest)
        case "completion":
            return None if rest else Choice(tuple(Suggestion(shell) for shell in SCRIPTS))
        case "run":
            return _find_program(rest)
        case "report":
            return _find_report(rest)
        case "new":
            return _find_project(rest)
        case "init":
            from pageful.setup.commands import init_parser

            return Command(init_parser(FAMILIES), tuple(rest))
        case "doctor":
            from pageful.doctor.commands import doctor_parser

            return Command(doctor_parser(), tuple(rest))
        case "config":
            from pageful.shell.config_command import config_parser

            return Command(config_parser("pageful config"), tuple(rest))
        case _:
            parser = _LINE.parser(name)
            return Command(parser, tuple(rest)) if parser else None


_ROOT_OPTIONS = (
    Suggestion("--help", "show the help and exit"),
    Suggestion("--version", "show the version and exit"),
)


def _list_commands() -> Iterator[Suggestion]:
    yield from (Suggestion(*each) for each in _LINE.listed.items())
    yield Suggestion("help", "show the help of a command")
    yield from _list_families()


def _list_families() -> Iterator[Suggestion]:
    for name, load in FAMILIES.items():
        try:
            yield Suggestion(name, load().summary)
        except ToolError as error:
            yield Suggestion(name, error.problem)


def _find_tool(family: Family[Any], words: Sequence[str]) -> Place | None:
    tools = {tool.command: tool for tool in list_tools(family)}
    if not words:
        named = (
            Suggestion(name, tool.description.split("\n", 1)[0]) for name, tool in tools.items()
        )
        return Choice(tuple(named))
    name, *rest = words
    if name not in tools:
        return None
    from pageful.shell.tool_command import ToolCommand

    command = ToolCommand("pageful", family, tuple(tools.values()), tools[name])
    return Command(command.parser(), tuple(rest), family.values, command.passes_on)


def _find_server(words: Sequence[str]) -> Place | None:
    if not words:
        return Choice(tuple(_list_families()))
    name, *rest = words
    if name not in FAMILIES:
        return None
    from pageful.shell.server_command import server_parser

    family = FAMILIES[name]()
    parser = server_parser(f"pageful serve {name}", family, list_tools(family))
    return Command(parser, tuple(rest), family.values)


def _find_report(words: Sequence[str]) -> Place | None:
    if not words:
        return Choice(tuple(_list_families()))
    name, *rest = words
    family = FAMILIES[name]() if name in FAMILIES else None
    if family is None or family.report is None:
        return None
    from pageful.shell.report_command import report_parser

    parser = report_parser(f"pageful report {name}", family, family.report)
    return Command(parser, tuple(rest), family.values)


def _find_project(words: Sequence[str]) -> Place | None:
    from pageful.scaffold.commands import KINDS, project_parser

    if not words:
        return Choice(tuple(Suggestion(*each) for each in KINDS.items()))
    return Command(project_parser(words[0]), tuple(words[1:])) if words[0] in KINDS else None


def _find_hook(words: Sequence[str]) -> Place | None:
    from pageful.hook.commands import SUMMARIES, hook_parser

    if not words:
        return Choice(tuple(Suggestion(*each) for each in SUMMARIES.items()))
    name, *rest = words
    return Command(hook_parser(name), tuple(rest)) if name in SUMMARIES else None


def _find_gateway(words: Sequence[str]) -> Place | None:
    from pageful.gateway.commands import SUBCOMMANDS, make_parser

    if not words:
        options = make_parser().options
        return Choice(tuple(Suggestion(name) for name in SUBCOMMANDS), tuple(suggest(options)))
    if "--" in words:
        return ForeignProgram(words.index("--") + 3)
    name, *rest = words
    if name.startswith("-"):
        return Command(make_parser(), tuple(words))
    if name not in SUBCOMMANDS:
        return None
    module = import_module(SUBCOMMANDS[name])
    return Command(module.make_parser(), tuple(rest))


RUN_OPTIONS = (
    Suggestion("--lines", "no more than the last lines of the output"),
    Suggestion("--head", "no more than its first lines"),
    Suggestion("--deadline", "seconds after which you are ended"),
    Suggestion("--help", "show the help and exit"),
)
"""The options of `pageful run`, which has no parser; all but the last take a number."""


def _find_program(words: Sequence[str]) -> Place | None:
    position, numbers = 0, {each.value for each in RUN_OPTIONS[:-1]}
    while position < len(words) and words[position].startswith("-"):
        position += 2 if words[position] in numbers else 1
    if position > len(words):
        return None  # an option whose value is being typed
    return ForeignProgram(position + 2)


def suggest(options: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Suggest the long options that help shows, each with its description."""
    from argparse import SUPPRESS

    for name, action in options.items():
        if name.startswith("--") and action.help != SUPPRESS:
            yield Suggestion(name, _first_sentence(str(action.help or "")))


def _first_sentence(text: str) -> str:
    return " ".join(text.replace("%%", "%").split()).partition(". ")[0].rstrip(".")
