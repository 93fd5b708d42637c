"""The command `pageful gateway learn`: a file of views, proposed for a person to accept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pageful.gateway.command_parser import CommandParser
from pageful.gateway.field_sizes import measure_fields
from pageful.gateway.learning import ToolFields, add_up_fields, propose, write_views
from pageful.gateway.reading import Append, Replace, read_result
from pageful.gateway.recorded_result import read_results
from pageful.gateway.statistics import find_log, read_decisions
from pageful.tool.errors import ToolError


def make_parser() -> CommandParser:
    """Make the parser of the command."""
    parser = CommandParser(
        "pageful gateway learn",
        "pageful gateway learn SERVER [OPTIONS] > views.toml",
        "Propose views for a server's tools, of the fields that its results had. Changes nothing.",
        ("github > views.toml",),
    )
    add = parser.add_argument
    add("server", metavar="SERVER", help="the server's name")
    add("--log", type=Path, metavar="FILE", help="a log that a gateway was given with `--log`")
    add("--from", dest="files", action="append", default=[], type=Path, metavar="RESULT.json",
        help="a recorded result in place of the log, as often as needed")  # fmt: skip
    add("--tool", default="*", metavar="NAME", help="the tool that `--from` is of")
    return parser


def run_learn(argv: Sequence[str]) -> int:
    """Print a proposal for what to leave out of a server's results."""
    given = make_parser().parse_args(argv)
    tools = add_up_fields(
        _recorded(given.files, given.tool) if given.files else _logged(given.server, given.log)
    )
    if not any(map(propose, tools.values())):
        raise ToolError(
            f"Nothing to leave out was found in the results of {given.server!r}.",
            "Their fields are short, and none is an address or always empty.",
        )
    for line in write_views(given.server, tools):
        print(line)
    return 0


def _logged(server: str, log: Path | None) -> list[ToolFields]:
    usages = [each.usage for each in read_decisions(find_log(log)) if each.usage.fields]
    names = sorted({usage.kind.source for usage in usages})
    if server in names:
        return [(each.kind.tool, each.fields) for each in usages if each.kind.source == server]
    known = f" Fields were noted of: {', '.join(names)}." if names else ""
    raise ToolError(
        f"No fields of results of {server!r} were noted.{known}",
        "Run its gateway with `--learn` for a while, or give recorded results with `--from`.",
    )


def _recorded(files: Sequence[Path], tool: str) -> Iterator[ToolFields]:
    for recorded in (each for file in files for each in read_results(file, tool)):
        for step in read_result(recorded.result).steps:
            if isinstance(step, Append):
                yield recorded.tool, measure_fields(step.value)
            elif isinstance(step, Replace):
                for piece in step.pieces:
                    yield recorded.tool, measure_fields(piece.value)
