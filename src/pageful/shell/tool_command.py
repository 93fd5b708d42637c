"""The command of a tool: its options, its call, and the progress that a person sees."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any

from pageful.configuration.family_settings import NOTHING, FamilySettings
from pageful.lazy.dataclasses import dataclass
from pageful.page.calls import spelling
from pageful.shell.command_lines import CommandLines
from pageful.shell.options import (
    REST,
    add_argument,
    add_options,
    add_style,
    kebab_case,
    read_settings,
    read_style,
)
from pageful.shell.output import (
    has_watching_person,
    print_answer,
    print_bytes,
    print_error,
    print_tip,
)
from pageful.shell.parser import Parser
from pageful.shell.progress_bar import ProgressBar, is_plain
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import CHOICES, Style
from pageful.tool.parameters import Parameters
from pageful.tool.tool import Answer, Family, Tool

_BY_SIGNAL = 128
"""The number that shells add to that of the signal which ended a program."""

_BUDGET = 28_000
"""Characters of a command's page: many agents' shells cut an output at 30,000."""


@dataclass(frozen=True)
class ToolCommand:
    """One tool of a family as a command, with the family's settings as options."""

    program: str
    family: Family[Any]
    tools: tuple[Tool[Any], ...]
    tool: Tool[Any]
    configured: FamilySettings = NOTHING

    @cached_property
    def _settings(self) -> Parameters:
        return Parameters.of(self.family.settings, self.family.name)

    @cached_property
    def _style(self) -> Style:
        """Return the style of a page that no option asks for otherwise."""
        return self.configured.style(Style(budget=_BUDGET))

    @property
    def passes_on(self) -> bool:
        """Tell whether the words after `--` are passed on."""
        return REST in self.tool.parameters.fields

    @property
    def is_among_those_that_pass_on(self) -> bool:
        """Tell whether another command of the family passes on the words after `--`."""
        return any(REST in tool.parameters.fields for tool in self.tools)

    def parser(self) -> Parser:
        """Make the parser of the words after the command."""
        tool, fields = self.tool, self.tool.parameters.fields
        lines = self._lines({})
        parser = Parser(
            f"{self.program} {self.family.name} {tool.command}",
            lines.in_words_of_a_shell(tool.shell.description or tool.description, tool),
            tool.shell.examples,
            passes_on=self.passes_on,
            elsewhere=self._other_command,
        )
        if positional := tool.shell.positional:
            add_argument(parser, positional, fields[positional], lines.words_of(tool))
        add_options(
            parser,
            fields,
            without=(*CHOICES, positional or ""),
            on=tool.shell.on,
            words=lines.words_of(tool),
        )
        unused = (*fields, *self.family.for_servers)
        add_options(parser, self._settings.fields, without=unused, as_arguments=False)
        add_style(parser, self._style, tool.choices)
        parser.add_argument("--json", action="store_true", help="the result as compact JSON")
        parser.add_argument(
            "--no-pager", action="store_true", help="print a long page on a terminal at once"
        )
        if tool.shell.can_watch:
            help_text = "run again whenever a file changes, until Ctrl-C"
            parser.add_argument("--watch", action="store_true", help=help_text)
        if tool.shell.csv is not None:
            help_text = "the table as CSV, with the rows of all pages"
            parser.add_argument("--csv", action="store_true", help=help_text)
        return parser

    def _other_command(self, option: str) -> str | None:
        """Name another command of the family that has an option."""
        for tool in self.tools:
            names = (name for name in tool.parameters.fields if name not in CHOICES)
            if tool is not self.tool and option in {f"--{kebab_case(name)}" for name in names}:
                return f"{self.program} {self.family.name} {tool.command}"
        return None

    def run(self, given: Mapping[str, Any], command_line: Sequence[str]) -> int:
        """Call the tool, print its answer, and give the exit code.

        `command_line` are the words that stood behind the command.

        Raises:
            ToolError: a setting is missing or wrong, or the output can't be written.
        """
        style = read_style(given)
        configured = self.family.read_command({**self.configured.settings, **given})
        given = self.family.read_command(given)
        settings = read_settings(
            self.family, self._settings, {**self.family.for_commands, **configured}
        )
        if not given.get("watch"):
            return self._run_once(given, style, settings, command_line)
        from pageful.shell.watch_loop import run_again_on_changes

        given = {**given, "no_pager": True}
        return run_again_on_changes(
            lambda: self._run_once(given, style, settings, command_line),
            self.family.watched(settings),
            handle_signals=_end_with_the_terminal,
        )

    def _run_once(
        self, given: Mapping[str, Any], style: Style, settings: Any, command_line: Sequence[str]
    ) -> int:
        """Call the tool and print its answer.

        Raises:
            ToolError: the output can't be written.
        """
        toolset = self.family.toolset(settings, style)
        named = [name for name in self.tool.parameters.fields if name not in CHOICES]
        arguments = {name: _make_absolute(given[name]) for name in named if name in given}
        wants_csv = given.get("csv", False)
        if style.format == "markdown" and not given["detail_level"] and not wants_csv:
            arguments = dict.fromkeys(self.tool.shell.on, True) | arguments
        bar = ProgressBar() if has_watching_person() and not is_plain() else None
        caller = Caller(bar.show) if bar else Caller()
        _end_with_the_terminal()
        signals = _stop_by_signal(caller) if self.tool.shell.has_page_so_far else []
        if wants_csv:
            return self._print_csv(toolset.by_name[self.tool.name], arguments, style, caller)
        with spelling(self._lines(given)):
            answer = self._answer(toolset.by_name[self.tool.name], arguments, toolset.style, caller)
        if bar:
            bar.clear()
        self._count(answer)
        print_answer(answer, may_page=not given["no_pager"])
        if signals:
            return _BY_SIGNAL + signals[0]
        if answer.again is not None and not given.get("watch"):
            print_tip(_tip_to_run_again(self._words(command_line), answer.again))
        return answer.exit_code

    def _print_csv(
        self, tool: Tool[Any], arguments: Mapping[str, Any], style: Style, caller: Caller
    ) -> int:
        """Print the table of all pages as CSV, and what was said beside it on stderr.

        Raises:
            ToolError: JSON was asked for too, the answer is no table, or the tool can't work.
        """
        from pageful.shell.csv_answer import csv_answer

        if style.format == "json":
            raise ToolError("`--csv` and JSON are two forms of one answer.", "Leave one out.")
        try:
            with spelling(self._lines({})):
                answer = csv_answer(tool, arguments, style, caller)
        except ToolError as error:
            raise self._in_words_of_a_shell(error, tool) from None
        print_bytes(answer.text.encode(errors="replace"))
        if answer.remarks:
            print_error("\n".join(answer.remarks))
        return answer.exit_code

    def _count(self, answer: Answer) -> None:
        """Count the answer where the user wants that."""
        if not os.environ.get("PAGEFUL_STATS"):
            return
        from pageful.usage.answer_size import measure
        from pageful.usage.counts import usage_of
        from pageful.usage.switch import usage_counter

        if count := usage_counter(os.environ):
            count(usage_of("shell", self.family.name, self.tool.name, answer, measure(answer)))

    def _words(self, command_line: Sequence[str]) -> tuple[str, ...]:
        return (self.program, self.family.name, self.tool.command, *command_line)

    def _answer(
        self, tool: Tool[Any], arguments: Mapping[str, Any], style: Style, caller: Caller
    ) -> Answer:
        """Run the tool; what it could not do is said in a shell's words."""
        try:
            return tool.run(arguments, style, caller).answer()
        except ToolError as error:
            return Answer.of(self._in_words_of_a_shell(error, tool))

    def _in_words_of_a_shell(self, error: ToolError, tool: Tool[Any]) -> ToolError:
        """Say what a tool could not do so that a person can type what helps."""
        lines = self._lines({})
        problem = lines.in_words_of_a_shell(error.problem, tool, quoted=True)
        remedy = lines.in_words_of_a_shell(error.remedy, tool)
        if error.remedy.startswith("Its parameters: "):
            remedy = f"See `{self.program} {self.family.name} {tool.command} --help`."
        return ToolError(problem, remedy)

    def _lines(self, given: Mapping[str, Any]) -> CommandLines:
        """Return how calls are written as commands, with what was given for every one of them."""
        everywhere = {
            name: given[name]
            for name in self._settings.fields
            if name in given and name not in self.tool.parameters.fields
        }
        if given.get("budget", self._style.budget) != self._style.budget:
            everywhere["budget"] = given["budget"]
        return CommandLines(f"{self.program} {self.family.name}", self.tools, everywhere)


def _tip_to_run_again(command_line: Sequence[str], options: Sequence[str]) -> str:
    """Write the tip that saves a call: an edit and the command anew in one command line."""
    import shlex

    end = command_line.index("--") if "--" in command_line else len(command_line)
    added = [option for option in options if option not in command_line]
    words = (*command_line[:end], *added, *command_line[end:])
    return f"Tip: to edit and build in one call, end the edit with `&& {shlex.join(words)}`"


def _end_with_the_terminal() -> None:
    """End the work in order where the process is told to end, or its terminal is closed."""
    import signal

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)


def _stop_by_signal(caller: Caller) -> list[int]:
    """Have a build end with a page when the process is told to end; return the signals that came.

    If it is killed, so is what it runs.

    A terminal that was closed shows no page.
    """
    import signal

    from pageful.builds.process.parent_death import kill_programs_with_command

    kill_programs_with_command()
    came: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        caller.reads_on = True
        caller.cancel()

    if signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
        signal.signal(signal.SIGTERM, stop)
    return came


def _make_absolute(value: Any) -> Any:
    """Make a path absolute: the shell's directory is unknown to a tool."""
    return value.absolute() if isinstance(value, Path) else value
