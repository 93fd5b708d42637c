"""The command `pageful run`: its few options, and what it does with the words behind them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pageful.lazy.dataclasses import dataclass, field
from pageful.typed_command.environment import inherited_environment
from pageful.typed_command.original import exec_original, find_program
from pageful.typed_command.programs import find_row, read_typed_build
from pageful.typed_command.viewer import Viewer

SWITCH = "PAGEFUL"
"""The environment variable that turns pages off: `PAGEFUL=off`."""

_NOT_RUN = 3
"""The exit code of wrong usage, as of every command of ours."""

_VIEWERS = ("--lines", "--head")
"""Options for who would have read only some lines."""

_HELP = """\
usage: pageful run [--lines N | --head N] [--deadline SECONDS] PROGRAM [ARGS ...]

Run a program exactly as it is typed, and print a page of what it came to in place
of its output. The exit code is the program's own. What has no page runs as if
`pageful run` were not there; so does everything where PAGEFUL=off is set.

options:
  --lines N           no more than stands for the last N lines of the output
  --head N            the same, for the first N lines
  --deadline SECONDS  the time after which you are ended: ten seconds before, print
                      how far it is, and the command that waits for it
  -h, --help          show this help and exit

programs with pages: mvn, mvnw, mvnd, also as `sh mvnw`

examples:
  pageful run mvn -q test
  pageful run --lines 40 ./mvnw -pl core -am verify
"""


class UsageError(Exception):
    """A command line that can't be read."""


@dataclass
class Order:
    """A command line of `pageful run`, read."""

    argv: list[str] = field(default_factory=list)
    viewer: Viewer | None = None
    deadline: float | None = None
    wants_help: bool = False


def read_order(words: Sequence[str]) -> Order:
    """Read the words behind `pageful run`.

    Raises:
        UsageError: an option is unknown or has no number, or no program is named.
    """
    order, left = Order(), list(words)
    while left and left[0].startswith("-"):
        word = left.pop(0)
        if word in ("-h", "--help"):
            return Order(wants_help=True)
        if word == "--":
            break
        name, mark, value = word.partition("=")
        if not mark:
            value = left.pop(0) if left else ""
        if name in _VIEWERS and value.isascii() and value.isdigit():
            if order.viewer is not None:
                raise UsageError(f"{name} is one too many: lines are counted from one end")
            order.viewer = Viewer(int(value), is_head=name == "--head")
        elif name == "--deadline" and _seconds(value) is not None:
            order.deadline = _seconds(value)
        elif name in (*_VIEWERS, "--deadline"):
            raise UsageError(f"{name} needs a number and not {value!r}")
        else:
            raise UsageError(f"unknown option {name}; {_suggest_option(name)}")
    if not left:
        raise UsageError("a program is missing\nFor instance: `pageful run mvn -q test`.")
    order.argv = left
    return order


def _suggest_option(name: str) -> str:
    """Suggest an option of ours for an unknown one."""
    from difflib import get_close_matches

    own = (*_VIEWERS, "--deadline", "--help")
    meant = {"-n": "--lines", "--tail": "--lines", "--timeout": "--deadline"}.get(name)
    if near := [meant] if meant else get_close_matches(name, own, n=1):
        return f"did you mean {near[0]}?"
    return "the program's own stand behind its name"


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if 0 < seconds < float("inf") else None


def run_program(words: Sequence[str]) -> int:
    """Run the command line of `pageful run`, and give the exit code."""
    try:
        order = read_order(words)
    except UsageError as error:
        print(f"pageful run: {error}\nSee `pageful run --help`.", file=sys.stderr)
        return _NOT_RUN
    if order.wants_help:
        print(_HELP, end="")
        return 0
    return _run(order)


def _run(order: Order) -> int:
    """Run the program with a page, else as it was typed; after a page this does not return."""
    environment = inherited_environment()
    if sys.stdout is None or os.environ.get(SWITCH, "").lower() == "off":
        return exec_original(order.argv, environment)
    try:
        typed = read_typed_build(order.argv, Path.cwd())
    except Exception:  # whatever it is, the line runs as it was typed
        typed = None
    path = find_program(order.argv[0], environment) if typed else None
    if typed is None or path is None:
        _note_without_page(order.argv)
        return exec_original(order.argv, environment)
    from pageful.typed_command.child import Child
    from pageful.typed_command.ending import end_as
    from pageful.typed_command.watching import Run

    began = time.time_ns()
    try:
        child = Child(path, order.argv, environment.for_program(path))
    except OSError:  # it was not started
        _note_without_page(order.argv)
        return exec_original(order.argv, environment)
    return end_as(Run(order.argv, typed, child, began, order.viewer, order.deadline).finish())


def _note_without_page(argv: list[str]) -> None:
    """Note that a program of ours runs as it was typed: who typed the line ran what it says."""
    with suppress(Exception):  # whatever it is, the line runs
        if found := find_row(argv):
            from pageful.typed_command.counting import note_run

            program, words = found
            note_run(program.family, words[0], "as typed")
