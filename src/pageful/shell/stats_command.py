"""The command that prints counts of answers: how many, in which form, of what size."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from pageful.page.presentation import present
from pageful.shell.output import print_answer
from pageful.shell.parser import Parser
from pageful.tool.compact_json import to_json
from pageful.tool.tool import Answer
from pageful.usage.page import UsageReport, usage_page
from pageful.usage.switch import counting_place, is_off, usual_place
from pageful.usage.usage_log import UsageLog, add_up

SUMMARY = "print how many answers were given, in which form and of what size"


def read_stats(prog: str, argv: Sequence[str]) -> Callable[[], int]:
    """Read the command that prints counts."""
    as_json = stats_parser(prog).read(argv)["json"]
    return lambda: _print_stats(as_json=as_json)


def stats_parser(prog: str) -> Parser:
    """Make the parser of the command that prints counts."""
    parser = Parser(prog, f"{SUMMARY}; all are counted where PAGEFUL_STATS=1 is set", ("",))
    parser.add_argument("--json", action="store_true", help="the counts as compact JSON")
    return parser


def _print_stats(*, as_json: bool) -> int:
    """Print the counts.

    Raises:
        ToolError: they can't be read, or the output can't be written.
    """
    place = counting_place(os.environ)
    log = UsageLog(place or usual_place(os.environ))
    counted = add_up(log.read())
    report = UsageReport(str(log.path), place is not None, counted, is_off(os.environ))
    page = present(report, usage_page)
    print_answer(Answer(to_json(report)) if as_json else Answer(page.text, page.document))
    return 0
