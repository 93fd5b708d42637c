"""The command of a tool: its options, its call, and the progress that a person sees."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.shell.options import (
    REST,
    add_argument,
    add_options,
    add_style,
    escape,
    read_settings,
    read_style,
)
from pageful.shell.output import has_watching_person, print_answer, print_tip
from pageful.text.printable import make_printable
from pageful.tool.context import Caller, Progress
from pageful.tool.options import CHOICES, Style
from pageful.tool.parameters import Parameters
from pageful.tool.tool import Family, Tool

_NEW_LINE = "\r\x1b[K"
"""Codes that go to the start of a terminal's line and empty it."""

COMMAND_LINE = "command line"
"""The key of the words that the command was called with: no option has a blank in its name."""

_BUDGET = 28_000
"""Characters of a command's page: many agents' shells cut an output at 30,000."""


def add_tool_command(
    parsers: Any, family: Family[Any], settings: Parameters, tool: Tool[Any]
) -> None:
    """Add the command of one tool of a family, with the family's settings as options."""
    parser = parsers.add_parser(
        tool.command,
        help=escape(tool.description.split("\n", 1)[0]),
        description=tool.description,
    )
    if positional := tool.shell.positional:
        add_argument(parser, positional, tool.parameters.fields[positional])
    add_options(
        parser, tool.parameters.fields, without=(*CHOICES, positional or ""), on=tool.shell.on
    )
    add_options(parser, settings.fields, without=tool.parameters.fields, as_arguments=False)
    add_style(parser, Style(budget=_BUDGET), tool.choices)
    parser.add_argument("--json", action="store_true", help="the result as compact JSON")
    parser.set_defaults(
        command=lambda given: _run_tool(family, settings, tool, given),
        takes_rest=REST in tool.parameters.fields,
    )


def _run_tool(
    family: Family[Any], settings: Parameters, tool: Tool[Any], given: Mapping[str, Any]
) -> int:
    style = read_style(given)
    toolset = family.toolset(read_settings(family, settings, given), style)
    named = [name for name in tool.parameters.fields if name not in CHOICES]
    arguments = {name: _make_absolute(given[name]) for name in named if name in given}
    if style.format == "markdown" and not given["detail_level"]:
        arguments = dict.fromkeys(tool.shell.on, True) | arguments
    caller = Caller(_show_progress) if has_watching_person() else Caller()
    _end_with_the_terminal()
    answer = toolset.call(tool.name, arguments, caller)
    if has_watching_person():
        print(_NEW_LINE, end="", file=sys.stderr, flush=True)
    print_answer(answer)
    if answer.again is not None:
        print_tip(_tip_to_run_again(given[COMMAND_LINE], answer.again))
    return answer.exit_code


def _tip_to_run_again(command_line: Sequence[str], options: Sequence[str]) -> str:
    """Write the tip that saves a call: an edit and the command anew in one command line."""
    end = command_line.index("--") if "--" in command_line else len(command_line)
    added = [option for option in options if option not in command_line]
    words = (*command_line[:end], *added, *command_line[end:])
    return f"Tip: to edit and build in one call, end the edit with `&& {shlex.join(words)}`"


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
    line = make_printable(f"{counted}{progress.message}").replace("\n", " ")
    width = shutil.get_terminal_size().columns - 1
    print(f"{_NEW_LINE}{line[:width]}", end="", file=sys.stderr, flush=True)
