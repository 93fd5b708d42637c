"""Families as shell commands: `pageful FAMILY COMMAND` runs a tool, `pageful serve FAMILY` all."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from pydantic.fields import FieldInfo

from pageful.page import budget as budgets
from pageful.serve.http_address import TOKEN_VARIABLE, HttpAddress, http_address, http_token
from pageful.shell.output import has_watching_person, print_answer, print_error, printing
from pageful.text.printable import printable
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError
from pageful.tool.options import CHOICES, Choice, Style
from pageful.tool.parameters import Parameters
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import NOT_RUN, Family, Tool, Toolset

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
    return any(_REST in tool.parameters.fields for tool in _list_tools(families[name]()))


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    end = argv.index("--") if "--" in argv else len(argv)
    return list(argv[:end]), list(argv[end + 1 :])


def _add_rest(arguments: dict[str, Any], rest: list[str]) -> dict[str, Any]:
    if not rest:
        return arguments
    if not arguments.pop("takes_rest", False):
        raise ToolError(f"This command passes nothing on: `-- {' '.join(rest)}`.", "Leave it out.")
    return arguments | {_REST: arguments.get(_REST, []) + rest}


def build_parser(
    families: Families, argv: list[str], program: str = "pageful"
) -> argparse.ArgumentParser:
    """Make the parser of the command line `argv`, with no more than that needs."""
    root = _Parser(prog=program, description="Tool results worth reading, for AI agents.")
    root.add_argument("--version", action="version", version=f"pageful {version('pageful')}")
    verbs = root.add_subparsers(required=True, metavar="COMMAND")
    serve = verbs.add_parser("serve", help="serve a family's tools over MCP")
    served = serve.add_subparsers(required=True, metavar="FAMILY")
    meant = [name for name in argv[argv[:1] == ["serve"] :][:1] if name in families]
    for name in meant or families:
        try:
            family = families[name]()
            _list_tools(family)
        except ToolError as error:
            if meant:
                raise
            verbs.add_parser(name, help=_escape(error.problem))
            continue
        _add_server(served, family)
        if argv[:1] != ["serve"]:
            _add_commands(verbs, family)
    return root


def _add_server(parsers: Any, family: Family[Any]) -> None:
    parser = parsers.add_parser(family.name, help=family.summary, description=family.summary)
    settings = Parameters.of(family.settings, family.name)
    if family.served:
        _add_argument(parser, family.served, settings.fields[family.served])
    _add_options(parser, settings.fields, without=(family.served or "",), as_arguments=False)
    offered = {choice for tool in _list_tools(family) for choice in tool.choices}
    _add_style(parser, family.style, offered)
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
    parser.set_defaults(command=lambda given: _serve(family, settings, given))


def _add_commands(parsers: Any, family: Family[Any]) -> None:
    parser = parsers.add_parser(family.name, help=family.summary, description=family.summary)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    settings = Parameters.of(family.settings, family.name)
    for tool in _list_tools(family):
        _add_command(commands, family, settings, tool)


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


def _add_command(parsers: Any, family: Family[Any], settings: Parameters, tool: Tool[Any]) -> None:
    parser = parsers.add_parser(
        tool.command,
        help=_escape(tool.description.split("\n", 1)[0]),
        description=tool.description,
    )
    if positional := tool.shell.positional:
        _add_argument(parser, positional, tool.parameters.fields[positional])
    _add_options(parser, tool.parameters.fields, without=(*CHOICES, positional or ""))
    _add_options(parser, settings.fields, without=tool.parameters.fields, as_arguments=False)
    _add_style(parser, Style(), tool.choices)
    parser.add_argument("--json", action="store_true", help="the result as compact JSON")
    parser.set_defaults(
        command=lambda given: _call(family, settings, tool, given),
        takes_rest=_REST in tool.parameters.fields,
    )


def _add_style(parser: argparse.ArgumentParser, style: Style, choices: Collection[Choice]) -> None:
    """Add a style's options, with its values as defaults; the format's only if it is a choice."""
    if "response_format" in choices:
        parser.add_argument(
            "--response-format",
            choices=("json", "markdown"),
            default=style.format,
            help=f"compact JSON or Markdown pages (default {style.format})",
        )
    parser.add_argument(
        "--budget",
        type=int,
        metavar="CHARS",
        default=style.budget,
        help=f"the largest page, in characters (default {style.budget})",
    )
    parser.add_argument(
        "--detail-level",
        choices=("concise", "detailed"),
        default=style.detail,
        help=f"how much an answer says (default {style.detail})",
    )


def _add_options(
    parser: argparse.ArgumentParser,
    fields: Mapping[str, FieldInfo],
    without: Collection[str] = (),
    *,
    as_arguments: bool = True,
) -> None:
    """Add an option for each field; a required one is an argument, if `as_arguments`."""
    for name, info in fields.items():
        if name not in without:
            _add_option(parser, name, info, as_argument=as_arguments and info.is_required())


def _add_argument(parser: argparse.ArgumentParser, name: str, info: FieldInfo) -> None:
    """Add a field that a command takes as its argument or as an option; it may be left out."""
    kind, help_text = _plain_type(info.annotation), _escape(info.description or "")
    given = {"type": kind, "default": argparse.SUPPRESS, "metavar": name.upper()}
    parser.add_argument(name, nargs="?", help=help_text, **given)
    parser.add_argument(f"--{_kebab_case(name)}", help=argparse.SUPPRESS, **given)


def _add_option(
    parser: argparse.ArgumentParser, name: str, info: FieldInfo, *, as_argument: bool
) -> None:
    kind = _plain_type(info.annotation)
    help_text = _escape(info.description or "")
    if as_argument:
        several = typing.get_origin(kind) is list
        kind, nargs = (typing.get_args(kind)[0], "+") if several else (kind, None)
        parser.add_argument(name, nargs=nargs, type=kind, metavar=name.upper(), help=help_text)
        return
    options: dict[str, Any] = {"dest": name, "default": argparse.SUPPRESS, "help": help_text}
    default = None if info.is_required() else info.default
    options["required"] = info.is_required()
    prefix = "--"
    if kind is bool and info.is_required():
        options["action"] = argparse.BooleanOptionalAction
    elif kind is bool and default:
        prefix = "--no-"
        options |= {"action": "store_false", "help": f"Not so: {help_text}"}
    elif kind is bool:
        options["action"] = "store_true"
    elif typing.get_origin(kind) is list:
        item = typing.get_args(kind)[0]
        if name == _REST:
            help_text = f"One more of these, as --{name}=STR; or all of them after `--`."
        options |= {"action": "append", "type": item, "help": help_text}
        options["metavar"] = item.__name__.upper()
    elif typing.get_origin(kind) is typing.Literal:
        options |= {"choices": typing.get_args(kind)}
        options["help"] = help_text + _default_note(default)
    else:
        options |= {"type": kind, "metavar": kind.__name__.upper()}
        options["help"] = help_text + _default_note(default)
    parser.add_argument(f"{prefix}{_kebab_case(name)}", **options)


def _default_note(value: object) -> str:
    return "" if value is None else f" (default {value})"


def _plain_type(annotation: Any) -> Any:
    """Return the type without `None`."""
    plain = [each for each in typing.get_args(annotation) if each is not type(None)]
    return plain[0] if type(None) in typing.get_args(annotation) else annotation


def _kebab_case(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).replace("_", "-")


def _escape(text: str) -> str:
    return text.replace("%", "%%")


def _read_style(given: Mapping[str, Any]) -> Style:
    try:
        budget = budgets.check_budget(given["budget"])
    except ValueError as error:
        raise ToolError(f"`--budget`: {error}.") from None
    return Style(
        format="json" if given.get("json") else given.get("response_format", "markdown"),
        detail=given["detail_level"],
        budget=budget,
    )


def _read_settings(family: Family[Any], parameters: Parameters, given: Mapping[str, Any]) -> Any:
    named = {name: given[name] for name in parameters.fields if name in given}
    if (
        family.served
        and family.served not in named
        and parameters.fields[family.served].is_required()
    ):
        raise ToolError(f"`--{_kebab_case(family.served)}` is missing.", "See `--help`.")
    return family.settings(**parameters.validate(named))


def _call(
    family: Family[Any], settings: Parameters, tool: Tool[Any], given: Mapping[str, Any]
) -> int:
    toolset = family.toolset(_read_settings(family, settings, given), _read_style(given))
    named = [name for name in tool.parameters.fields if name not in CHOICES]
    arguments = {name: _make_absolute(given[name]) for name in named if name in given}
    caller = Caller(_show_progress) if has_watching_person() else Caller()
    _end_with_the_terminal()
    answer = toolset.call(tool.name, arguments, caller)
    if has_watching_person():
        print(_NEW_LINE, end="", file=sys.stderr, flush=True)
    print_answer(answer)
    return answer.exit_code


def _end_with_the_terminal() -> None:
    """End the work in order where the process is told to end, or its terminal is closed."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)


def _make_absolute(value: Any) -> Any:
    """Make a path absolute: the shell's directory is unknown to a tool."""
    return value.absolute() if isinstance(value, Path) else value


def _show_progress(progress: Progress) -> None:
    """Tell a person how far the work is, on one line that each report replaces."""
    counted = f"{progress.done}/{progress.total} " if progress.total else ""
    line = printable(f"{counted}{progress.message}").replace("\n", " ")
    width = shutil.get_terminal_size().columns - 1
    print(f"{_NEW_LINE}{line[:width]}", end="", file=sys.stderr, flush=True)


def _serve(family: Family[Any], settings: Parameters, given: Mapping[str, Any]) -> int:
    address = _read_address(given)
    serve_at(family.toolset(_read_settings(family, settings, given), _read_style(given)), address)
    return 0


def serve_at(toolset: Toolset, address: HttpAddress | None) -> None:
    """Serve a toolset on stdio, or over HTTP at an address.

    Raises:
        ToolError: the address is taken, is not one of this machine, or can be reached from others
            without leave; or there is no standard input.
    """
    import anyio

    from pageful.serve.server import serve_http, serve_stdio

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
