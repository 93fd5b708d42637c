"""The command `pageful new tool NAME`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from pageful.scaffold.project import write_project
from pageful.shell.commands import INTERRUPTED, UNREAD
from pageful.shell.output import print_error, printing
from pageful.shell.parser import Parser
from pageful.shell.suggestions import nearest, quote
from pageful.tool.errors import ToolError
from pageful.tool.tool import NOT_RUN

_PROGRAM = "pageful new"
KINDS = {"tool": "write a project with a tool of your own, its page and its tests"}


def run_new(argv: Sequence[str]) -> int:
    """Run one command line and give its exit code."""
    try:
        with printing():
            name, into = _read(list(argv))
        project = write_project(name, Path(into))
        print(_next_steps(project))
    except ToolError as error:
        print_error(f"pageful: {error}")
        return NOT_RUN
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return UNREAD
    return 0


def _read(argv: list[str]) -> tuple[str, str]:
    kind, *rest = argv or [""]
    if kind not in KINDS:
        parser = Parser(_PROGRAM, "Writes a project to begin with.")
        kinds = parser.add_subparsers(metavar="KIND", prog="", parser_class=ArgumentParser)
        for each, summary in KINDS.items():
            kinds.add_parser(each, add_help=False, help=summary)
        if not kind or kind.startswith("-"):
            parser.read([kind] if kind else ["--help"])
        meant = nearest(kind, KINDS) or "tool"
        parser.error(f"there is no kind {kind!r}", f"Did you mean `{_PROGRAM} {meant} {kind}`?")
    given = project_parser(kind).read(rest)
    return given["name"], given["into"]


def project_parser(kind: str = "tool") -> Parser:
    """Make the parser of the command that writes a project of a kind."""
    summary = KINDS[kind]
    parser = Parser(
        f"{_PROGRAM} {kind}", f"{summary[0].upper()}{summary[1:]}.", ["weather", "weather --into ~"]
    )
    parser.add_argument("name", metavar="NAME", help="the family's name: a word in small letters")
    parser.add_argument("--into", default=".", metavar="DIRECTORY",
        help="where the project's directory is made (default: here)")  # fmt: skip
    return parser


def _next_steps(project: Path) -> str:
    return "\n".join(
        (
            f"Written: {project}",
            "",
            f"  cd {quote(str(project))}",
            "  python -m pip install --editable '.[dev]'",
            "  python -m pytest",
            f"  pageful {project.name} count .",
            "",
            "Its README.md says which file has what.",
        )
    )
