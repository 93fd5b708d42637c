"""A report as one HTML file: its style within, no script, and nothing that is fetched."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from pageful.report.document import Bar, Bars, Detail, Details, Fact, Report, Section
from pageful.text.printable import make_printable

_LONGEST = 100_000
"""Characters of a text that is opened: browsers get slow with more."""


def write_html(report: Report) -> str:
    """Write a report as an HTML document."""
    style = files("pageful.report").joinpath("style.css").read_text(encoding="utf-8")
    facts = "".join(map(_fact, report.facts))
    sections = "".join(_section(each) for each in report.sections if _parts(each))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(report.title)} · pageful</title><style>{style}</style></head>\n"
        f'<body><header class="{report.tone}"><h1>{_text(report.title)}</h1>'
        f"<p>{_text(report.subtitle)}</p></header>\n<main><dl>{facts}</dl>\n{sections}</main>"
        "</body></html>\n"
    )


def _text(text: str) -> str:
    return escape(make_printable(text))


def _fact(fact: Fact) -> str:
    return f'<div class="{fact.tone}"><dt>{_text(fact.label)}</dt><dd>{_text(fact.text)}</dd></div>'


def _parts(section: Section) -> int:
    if isinstance(section, Bars):
        return len(section.bars)
    return len(section.details if isinstance(section, Details) else section.lines)


def _section(section: Section) -> str:
    if isinstance(section, Bars):
        longest = max(bar.value for bar in section.bars)
        body = f"<ol>{''.join(_bar(each, longest) for each in section.bars)}</ol>"
    elif isinstance(section, Details):
        body = "".join(map(_detail, section.details))
    else:
        body = f"<ul>{''.join(f'<li>{_text(line)}</li>' for line in section.lines)}</ul>"
    kind = type(section).__name__.lower()
    return (
        f'<section class="{kind}"><h2>{_text(section.title)}</h2>{body}{_rest(section)}</section>\n'
    )


def _bar(bar: Bar, longest: float) -> str:
    share = 100 * bar.value / longest if longest > 0 else 0
    return (
        f'<li class="{bar.tone}"><span class="label" title="{_text(bar.label)}">'
        f'<bdi>{_text(bar.label)}</bdi></span><span class="track">'
        f'<span style="width:{max(share, 0):.2f}%"></span></span>'
        f'<span class="value">{_text(bar.text)}</span></li>'
    )


def _detail(detail: Detail) -> str:
    if not detail.text:
        return f'<p class="{detail.tone}">{_text(detail.summary)}</p>'
    text = detail.text[:_LONGEST]
    cut = len(detail.text) - len(text)
    rest = f"\n… {cut:,} more characters" if cut else ""
    return (
        f'<details class="{detail.tone}"><summary>{_text(detail.summary)}</summary>'
        f"<pre>{_text(text)}{rest}</pre></details>"
    )


def _rest(section: Section) -> str:
    if not section.more:
        return ""
    return f'<p class="more">… {section.more:,} more {_text(section.of)}</p>'
