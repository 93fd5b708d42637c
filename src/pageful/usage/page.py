"""The page of counts: how many answers of each kind there were, and what the pages saved."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.lazy.dataclasses import dataclass
from pageful.page.blocks import Block, Heading, Line, Table
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import count
from pageful.usage.counts import Totals
from pageful.usage.switch import VARIABLE
from pageful.usage.usage_log import AnswerTotals

_COLUMNS = (
    *("door", "source", "tool", "format", "detail", "answers"),
    *("page tokens", "JSON tokens", "page/JSON"),
)


@dataclass(frozen=True)
class UsageReport:
    """The counts of a file, and whether further answers are counted.

    Where nothing is said (`is_on` is false and `is_off` too), those of gateways, hooks and
    `pageful run` are.
    """

    file: str
    is_on: bool
    counted: tuple[AnswerTotals, ...]
    is_off: bool = False


def usage_page(report: UsageReport, _detail: Detail) -> Iterator[Block]:
    """Show each kind of answer in a row, with the tokens of both forms."""
    yield Heading("Answers", 1)
    totals = sum((each.totals for each in report.counted), Totals())
    runs = [each for each in report.counted if each.kind.door == "run"]
    others = sum((each.totals for each in report.counted if each not in runs), Totals())
    if report.counted:
        since = min(each.since for each in report.counted)
        yield Line(f"{count(totals.answers, 'answer')} since {since}{_ratio_words(others)}")
        yield Table(_COLUMNS, tuple(map(_row, report.counted)), of="kind")
        yield Line("Tokens are estimated; both forms are of the same results, whichever was sent.")
        if runs:
            yield Line("Of a `run`, what stands for JSON is what its program printed.")
    else:
        yield Line("None counted yet.")
    if report.is_off:
        yield Line(f"Nothing is counted now: {VARIABLE} is off.")
    elif not report.is_on:
        where = "where servers and commands start, to count theirs."
        yield Line(f"Gateways and runs alone are counted now: set {VARIABLE}=1 {where}")
    yield Line(f"File: {name(report.file)}")


def _row(counted: AnswerTotals) -> tuple[str, ...]:
    kind, totals = counted.kind, counted.totals
    known = bool(totals.compared)
    return (
        *(kind.door, name(kind.source), name(kind.tool), name(kind.format), name(kind.detail)),
        f"{totals.answers:,}",
        f"{totals.page.tokens:,}" if known else "",
        f"{totals.json.tokens:,}" if known else "",
        _ratio(totals),
    )


def _ratio_words(totals: Totals) -> str:
    ratio = _ratio(totals)
    return f"; pages have {ratio} of the tokens of compact JSON" if ratio else ""


def _ratio(totals: Totals) -> str:
    return f"{totals.page.tokens / totals.json.tokens:.2f}" if totals.json.tokens else ""
