"""The page of an examination: a line for each finding, and how it is mended."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.doctor.report import Report
from pageful.page.blocks import Block, Bullets, Heading, Line, Strong, Text
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import count
from pageful.tool.family_setup import Finding

_MARKS = {"ok": "✓", "note": "·", "wrong": "✗"}


def report_page(report: Report, _detail: Detail) -> Iterator[Block]:
    """Show each area's findings; what has to be mended is counted first."""
    yield Heading("pageful doctor", 1)
    mended = "Nothing has to be mended." if not report.problems else ""
    yield Line(mended or f"{count(report.problems, 'thing')} to mend, marked ✗.")
    for area in report.areas:
        yield Heading(area.name)
        yield Bullets(tuple(map(_line, area.findings)))


def _line(finding: Finding) -> Text:
    mend = f" — {name(finding.mend)}" if finding.mend else ""
    mark = _MARKS[finding.state]
    subject = name(finding.subject)
    words = f": {name(finding.text)}{mend}"
    return (f"{mark} ", Strong(subject) if finding.state == "wrong" else subject, words)
