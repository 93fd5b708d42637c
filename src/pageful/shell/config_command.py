"""The command that shows what is configured, and where each value is from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pageful.configuration.family_settings import GATEWAY
from pageful.configuration.page import configuration_page
from pageful.configuration.report import Families, report_configuration
from pageful.page.presentation import present
from pageful.shell.output import print_answer
from pageful.shell.parser import Parser
from pageful.shell.suggestions import nearest
from pageful.tool.compact_json import to_json
from pageful.tool.options import Choice
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import Answer, Family

_SUMMARY = (
    "Show what is configured: options in the user's `pageful.toml`, in the project's over it, and"
    " in variables `PAGEFUL_FAMILY_OPTION` over both. The command line goes over all of them."
)


def read_config(prog: str, families: Families, argv: Sequence[str]) -> Callable[[], int]:
    """Read the command that shows what is configured."""
    parser = config_parser(prog)
    given = parser.read(argv)
    known = [*families, GATEWAY]
    for each in given["sections"]:
        if each not in known:
            close = nearest(each, known)
            hints = [f"Did you mean `{close}`?"] if close else []
            hints.append(f"There are: {', '.join(known)}.")
            parser.error(f"there is no section {each!r}", *hints)
    return lambda: _show(families, given["sections"], as_json=given["json"])


def config_parser(prog: str) -> Parser:
    """Make the parser of the command."""
    parser = Parser(prog, _SUMMARY, ("", "maven", "--json"))
    parser.add_argument(
        "sections",
        nargs="*",
        metavar="SECTION",
        help=f"a family, or {GATEWAY}; all of them if left out",
    )
    parser.add_argument("--json", action="store_true", help="the same as compact JSON")
    return parser


def _show(families: Families, wanted: Sequence[str], *, as_json: bool) -> int:
    report = report_configuration(families, wanted, _choices)
    page = present(report, configuration_page)
    print_answer(Answer(to_json(report)) if as_json else Answer(page.text, page.document))
    return 0


def _choices(family: Family[Any]) -> list[Choice]:
    """List the choices of form that a family's tools offer."""
    toolset = family.toolset(placeholder_settings(family.settings), family.style)
    return [choice for tool in toolset.tools for choice in tool.choices]
