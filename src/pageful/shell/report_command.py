"""The command that writes a report for people: one HTML file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pageful.configuration.family_settings import NOTHING, FamilySettings
from pageful.report.document import Report
from pageful.report.family_report import FamilyReport
from pageful.report.html import write_html
from pageful.shell.options import add_argument, add_options, read_settings
from pageful.shell.output import print_bytes, printing
from pageful.shell.parser import Parser
from pageful.text.units import size
from pageful.tool.errors import ToolError
from pageful.tool.parameters import Parameters
from pageful.tool.tool import Family


def read_report(
    prog: str, family: Family[Any], argv: Sequence[str], configured: FamilySettings = NOTHING
) -> Callable[[], int]:
    """Read the command that writes the report of a family's last work."""
    report = family.report
    if report is None:
        Parser(prog).error(f"the family {family.name} has no report")
    settings = Parameters.of(family.settings, family.name)
    given = {**configured.settings, **report_parser(prog, family, report).read(argv)}

    def write() -> int:
        chosen = read_settings(family, settings, {**family.for_commands, **given})
        return _write(report.make(chosen, given.get("part")), given["output"])

    return write


def report_parser(prog: str, family: Family[Any], report: FamilyReport) -> Parser:
    """Make the parser of the command that writes the report of a family."""
    settings = Parameters.of(family.settings, family.name)
    name = f"pageful-{family.name}.html"
    parser = Parser(
        prog,
        f"Write {report.subject} as one HTML file for people.",
        ("", "--output /tmp/report.html"),
    )
    if family.served:
        add_argument(parser, family.served, settings.fields[family.served])
    if report.part:
        parser.add_argument("part", nargs="?", metavar="PART", help=report.part)
    parser.add_argument(
        "--output",
        default=name,
        metavar="FILE",
        help=f"where it is written, `-` for standard output (default: {name})",
    )
    without = (family.served or "", *family.for_servers)
    add_options(parser, settings.fields, without=without, as_arguments=False)
    return parser


def _write(report: Report, output: str) -> int:
    data = write_html(report).encode("utf-8", "replace")
    if output == "-":
        print_bytes(data)
        return 0
    file = Path(output).expanduser().absolute()
    _write_file(file, data)
    with printing():
        print(f"Written: {file} ({size(len(data))})")
    return 0


def _write_file(file: Path, data: bytes) -> None:
    """Write a file whole or not at all; what was there is replaced.

    Raises:
        ToolError: it can't be written.
    """
    made = None
    try:
        descriptor, made = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        Path(made).chmod(0o644)
        Path(made).replace(file)
    except OSError as error:
        if made:
            with suppress(OSError):
                Path(made).unlink()
        problem = f"`{file}` can't be written: {error.strerror or error}."
        raise ToolError(problem, "Choose another file with `--output`.") from error
