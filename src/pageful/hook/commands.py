"""The commands `pageful hook …`: install, uninstall, status, off, on, stats, paragraph."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from pageful.shell.commands import INTERRUPTED, UNREAD
from pageful.shell.output import print_answer, print_error, printing
from pageful.shell.parser import Parser
from pageful.shell.suggestions import nearest
from pageful.tool.errors import ToolError
from pageful.tool.tool import NOT_RUN, Answer

_PROGRAM = "pageful hook"

_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "install": ("--dry-run", "claude --project"),
    "uninstall": ("claude",),
    "off": ("", "--everywhere"),
    "on": ("", "--everywhere"),
    "paragraph": (">> AGENTS.md",),
}
"""Examples in a command's help, without its name; the others are called without anything."""


def run_hook(argv: Sequence[str]) -> int:
    """Run one command line and give its exit code."""
    try:
        name, *rest = list(argv) or [""]
        if name not in _COMMANDS:
            with printing():
                _show_help(name)
        _, command = _COMMANDS[name]
        with printing():
            given = hook_parser(name).read(rest)
            command(given)
    except ToolError as error:
        print_error(f"pageful: {error}")
        return NOT_RUN
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return UNREAD
    return 0


def _show_help(name: str) -> NoReturn:
    parser = Parser(
        _PROGRAM, "Puts `pageful run` before builds that agents type.", ("install --dry-run",)
    )
    commands = parser.add_subparsers(metavar="COMMAND", prog="", parser_class=ArgumentParser)
    for each, (summary, _) in _COMMANDS.items():
        commands.add_parser(each, add_help=False, help=summary)
    if not name or name.startswith("-"):
        parser.read([name] if name else ["--help"])
    close = nearest(name, _COMMANDS)
    parser.error(f"there is no command {name!r}", *([f"Did you mean `{close}`?"] if close else []))


def hook_parser(name: str) -> Parser:
    """Make the parser of one of the commands."""
    summary, _ = _COMMANDS[name]
    examples = _EXAMPLES.get(name, ("",))
    parser = Parser(f"{_PROGRAM} {name}", f"{summary[0].upper()}{summary[1:]}.", examples)
    add = parser.add_argument
    if name in ("install", "uninstall"):
        from pageful.hook.targets import TARGETS

        names = ", ".join(each.name for each in TARGETS)
        add("clients", nargs="*", metavar="CLIENT", help=f"one or more of {names}")
        add("--project", action="store_true", help="in this directory's files, not the user's")
        add("--dry-run", action="store_true", help="print the diff, and change nothing")
    if name == "install":
        add("--allow-rules", action="store_true",
            help="add a twin to each allow rule of Claude Code that names Maven")  # fmt: skip
    if name in ("off", "on"):
        add("--everywhere", action="store_true", help="in all directories, not in this one alone")
    if name in ("status", "stats"):
        add("--json", action="store_true", help="the same as compact JSON")
    return parser


def _install(given: Mapping[str, Any]) -> None:
    from pageful.hook.changing import install_all

    project = Path.cwd() if given["project"] else None
    install_all(given["clients"], project, rules=given["allow_rules"], is_trial=given["dry_run"])


def _uninstall(given: Mapping[str, Any]) -> None:
    from pageful.hook.changing import uninstall_all

    project = Path.cwd() if given["project"] else None
    uninstall_all(given["clients"], project, is_trial=given["dry_run"])


def _switch_off(given: Mapping[str, Any]) -> None:
    from pageful.hook.switch import EVERYWHERE, switch_off

    place = EVERYWHERE if given["everywhere"] else str(Path.cwd().resolve())
    done = switch_off(place)
    state = "Off" if done else "Off already"
    print(f"{state}: {_place(place)}; `{_PROGRAM} on{_option(place)}` undoes it.")


def _switch_on(given: Mapping[str, Any]) -> None:
    from pageful.hook.switch import EVERYWHERE, places_off, switch_on

    place = EVERYWHERE if given["everywhere"] else str(Path.cwd().resolve())
    print(f"{'On' if switch_on(place) else 'Was not off'}: {_place(place)}")
    above = [
        each for each in places_off() if each == EVERYWHERE or Path(each) in Path(place).parents
    ]
    for each in above:
        print(f"Still off {_place(each)}.", file=sys.stderr)


def _place(place: str) -> str:
    return "everywhere" if place == "*" else f"in {place}"


def _option(place: str) -> str:
    return " --everywhere" if place == "*" else ""


def _show_status(given: Mapping[str, Any]) -> None:
    from pageful.hook.status import find_status, status_page

    _print(find_status(Path.cwd()), status_page, as_json=given["json"])


def _show_stats(given: Mapping[str, Any]) -> None:
    from pageful.hook.stats_page import stats_page
    from pageful.usage.hook_counts import count_events
    from pageful.usage.hook_log import read_hook_log
    from pageful.usage.switch import is_off

    view = partial(stats_page, is_counting=not is_off(os.environ))
    _print(count_events(read_hook_log()), view, as_json=given["json"])


def _show_paragraph(_given: Mapping[str, Any]) -> None:
    from pageful.hook.paragraph import PARAGRAPH

    print(PARAGRAPH, end="")


def _print(result: Any, view: Callable[[Any, Any], Any], *, as_json: bool) -> None:
    from pageful.page.presentation import present
    from pageful.tool.compact_json import to_json

    page = present(result, view)
    print_answer(Answer(to_json(result)) if as_json else Answer(page.text, page.document))


_COMMANDS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], None]]] = {
    "install": ("put the hook into clients' settings; the diff is printed first", _install),
    "uninstall": ("take it out again, to the byte", _uninstall),
    "status": ("where it is installed, and what is wrong", _show_status),
    "off": ("leave all lines in this directory as they are typed", _switch_off),
    "on": ("undo `off`", _switch_on),
    "stats": ("how many lines were rewritten, and why others were not", _show_stats),
    "paragraph": (
        "print the paragraph for AGENTS.md, where a client has no hooks",
        _show_paragraph,
    ),
}

SUMMARIES: Mapping[str, str] = {name: summary for name, (summary, _) in _COMMANDS.items()}
"""Each command with its summary."""
