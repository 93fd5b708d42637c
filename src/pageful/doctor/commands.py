"""The command `pageful doctor`: what works on this machine, and how to mend what does not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pageful.doctor.examination import examine
from pageful.doctor.installation import Families
from pageful.doctor.page import report_page
from pageful.page.presentation import present
from pageful.shell.commands import INTERRUPTED, UNREAD
from pageful.shell.output import has_watching_person, print_answer, print_error, printing
from pageful.shell.parser import Parser
from pageful.tool.compact_json import to_json
from pageful.tool.errors import ToolError
from pageful.tool.tool import NOT_RUN, Answer

_SUMMARY = (
    "Say what is installed, connected and kept on this machine, and whether it works: programs,"
    " extras, caches, the index and the vault of this directory, clients' servers (each is started"
    " and asked for its tools), and the hook. Ends with 1 where something has to be mended."
)
_DEADLINE = 20.0
"""Seconds for a server to list its tools: a cold start on a busy machine takes three."""

_PROBLEMS = 1
"""The exit code where something has to be mended."""


def run_doctor(argv: Sequence[str], families: Families) -> int:
    """Run one command line and give its exit code."""
    try:
        with printing():
            given = doctor_parser().read(argv)
            if not given["deadline"] > 0:
                raise ToolError("`--deadline` is no time.", "Give it seconds, such as 20.")
        report = examine(families, Path.cwd(), given["deadline"], _teller())
        page = present(report, report_page)
        print_answer(Answer(to_json(report)) if given["json"] else Answer(page.text, page.document))
    except ToolError as error:
        print_error(f"pageful: {error}")
        return NOT_RUN
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return UNREAD
    return _PROBLEMS if report.problems else 0


def doctor_parser() -> Parser:
    """Make the parser of the command."""
    parser = Parser("pageful doctor", _SUMMARY, ("", "--json"))
    add = parser.add_argument
    add("--json", action="store_true", help="the same as compact JSON")
    add("--deadline", type=float, default=_DEADLINE, metavar="SECONDS",
        help=f"for a server to list its tools (default {_DEADLINE:.0f})")  # fmt: skip
    return parser


def _teller() -> Callable[[str], None]:
    """Return what tells a person which area is looked at; servers and a JVM take seconds."""
    if not has_watching_person():
        return lambda _name: None
    return lambda name: print(f"\r\x1b[K{name} …\r", end="", file=sys.stderr, flush=True)
