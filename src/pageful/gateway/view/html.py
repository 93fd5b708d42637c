"""The web page: one result as it was sent beside the page that an agent reads, and the tokens."""

from __future__ import annotations

import time
from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from pageful.gateway.recorded_result import Recorded
from pageful.gateway.view.comparison import Comparison
from pageful.gateway.view.rendered import colour_keys, render_page
from pageful.gateway.view.token_counts import ESTIMATE

_LONGEST = 300_000
"""Characters of a text that the page shows: browsers get slow with more."""

FORMS = ("sent", "compact", "shown")
"""The forms of a result whose text can be had alone."""


def whole_page(comparison: Comparison, every: Sequence[Recorded], *, is_growing: bool) -> str:
    """Write the page of a result, with links to the others there are."""
    recorded = comparison.recorded
    body = (
        f"{_header(comparison)}{_others(every, recorded)}"
        f"<main>{_summaries(comparison)}{_panes(comparison)}</main>"
    )
    return _document(recorded.tool, body, every[0].id, is_growing=is_growing)


def empty_page() -> str:
    """Write the page of a directory without results."""
    body = (
        '<main><p class="empty">No result has been cut and kept yet. This page shows the first one '
        "as soon as there is one.</p></main>"
    )
    return _document("no results", body, "", is_growing=True)


def _document(title: str, body: str, first: str, *, is_growing: bool) -> str:
    growing = ' data-growing="yes"' if is_growing else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)} · pageful</title>"
        '<link rel="stylesheet" href="style.css"><script src="page.js" defer></script></head>'
        f'<body data-first="{escape(first)}"{growing}>{body}</body></html>'
    )


def _header(comparison: Comparison) -> str:
    recorded = comparison.recorded
    about = [each for each in (recorded.server, _clock(recorded)) if each]
    pickers = "".join(
        f'<input type="radio" name="encoding" id="in-{name}"{" checked" if not n else ""}>'
        f'<label for="in-{name}">{name}</label>'
        for n, name in enumerate(comparison.tokens)
    )
    if ESTIMATE in comparison.tokens:
        pickers = (
            '<span class="note">tokens are estimated by length: install '
            "<code>pageful[tokens]</code> to count them</span>"
        )
    else:
        pickers = f'<span class="tabs" title="encoding">{pickers}</span>'
    return (
        f'<header><h1>{escape(recorded.tool)}</h1><span class="about">'
        f"{escape(' · '.join(about))}</span>{pickers}</header>"
    )


def _clock(recorded: Recorded) -> str:
    return time.strftime("%H:%M:%S", time.localtime(recorded.time)) if recorded.time else ""


def _others(every: Sequence[Recorded], shown: Recorded) -> str:
    if len(every) < 2:
        return ""
    links = "".join(
        f'<a href="{quote(each.id)}"{" aria-current=page" if each.id == shown.id else ""}>'
        f"{escape(each.tool)}<small>{escape(_clock(each) or each.server)}</small></a>"
        for each in every
    )
    return f'<nav aria-label="results">{links}</nav>'


def _summaries(comparison: Comparison) -> str:
    return "".join(_summary(comparison, name) for name in comparison.tokens)


def _summary(comparison: Comparison, counter: str) -> str:
    tokens = comparison.tokens[counter]
    forms = [form for form in FORMS if form != "compact" or tokens[form] != tokens["sent"]]
    if comparison.recorded.is_kept:
        # What a gateway has kept is the data alone: how they were sent nobody knows any more.
        forms.remove("sent")
        forms = ["compact", *(form for form in forms if form != "compact")]
    largest = max(1, *(tokens[form] for form in forms))
    shown = "page" if comparison.is_page else "to the agent"
    labels = {"sent": "as sent", "compact": "compact JSON", "shown": shown}
    bars = "".join(_bar(form, labels[form], tokens[form], largest) for form in forms)
    headline = _headline(comparison, counter)
    return (
        f'<section class="sum in-{counter}"><div><p class="big">{headline}</p>'
        f'<div class="bars">{bars}</div>{_notes(comparison)}</div>{_ladder(comparison, counter)}'
        "</section>"
    )


def _headline(comparison: Comparison, counter: str) -> str:
    tokens, about = comparison.tokens[counter], "about " if counter == ESTIMATE else ""
    shown, sent = tokens["shown"], tokens["sent"]
    if shown == sent:
        return f"The agent reads it as it was sent: <strong>{about}{_tokens(sent)}</strong>"
    change = round(100 * (sent - shown) / max(1, sent))
    tone = "less" if shown < sent else "more"
    first = " on the first page" if comparison.is_cut else ""
    return (
        f"<strong>{about}{_tokens(shown)}</strong> instead of {sent:,}"
        f'<em class="{tone}">{abs(change)} % {tone}{first}</em>'
    )


def _tokens(count: int) -> str:
    return f"{count:,} token{'' if count == 1 else 's'}"


def _bar(form: str, label: str, tokens: int, largest: int) -> str:
    width = 100 * tokens / largest
    return (
        f'<span>{label}</span><svg class="{form}" preserveAspectRatio="none" '
        f'viewBox="0 0 100 1" aria-hidden="true"><rect width="{width:.2f}" height="1"/></svg>'
        f"<b>{tokens:,}</b>"
    )


def _notes(comparison: Comparison) -> str:
    notes = [f"The gateway's decision: {comparison.reason}."]
    if comparison.media:
        count = comparison.media
        notes.append(
            f"{count} block{' is' if count == 1 else 's are'} no text: they pass as they came, and "
            "are neither shown nor counted."
        )
    wishes = [("leaves out", comparison.left_out), ("cuts", comparison.cut)]
    if said := " and ".join(f"{does} {', '.join(names)}" for does, names in wishes if names):
        notes.append(f"A view {said}: the agent gets all of it by recall.")
    if comparison.recorded.is_kept:
        notes.append("A gateway keeps data, not how they were sent: compared is compact JSON.")
    return f'<p class="note">{escape(" ".join(notes))}</p>'


def _ladder(comparison: Comparison, counter: str) -> str:
    if not comparison.savings:
        return ""
    rows = "".join(
        f"<tr><th>{escape(each.name)}<small>{escape(each.does)}</small></th>"
        f'<td class="n">{_signed(-each.saved[counter])}</td></tr>'
        for each in comparison.savings
    )
    return f'<table class="ladder"><caption>What each rule saved</caption>{rows}</table>'


def _signed(number: int) -> str:
    return f"−{-number:,}" if number < 0 else f"+{number:,}"


def _panes(comparison: Comparison) -> str:
    sent, compact, shown = (_cut(comparison, form) for form in FORMS)
    is_kept = comparison.recorded.is_kept
    left = [] if is_kept else [("as sent", _code(sent))]
    if is_kept or comparison.compact != comparison.sent:
        left.append(("compact JSON", _code(compact)))
    page = render_page(shown[0]) if comparison.is_page else f"<pre>{colour_keys(shown[0])}</pre>"
    right = [
        ("rendered", f'<div class="rendered">{page}</div>{shown[1]}'),
        ("raw", f"<pre>{escape(shown[0])}</pre>{shown[1]}"),
    ]
    return (
        f'<div class="panes">{_pane("left", "What the server sent", left)}'
        f"{_pane('right', 'What the agent reads', right)}</div>"
    )


def _code(cut: tuple[str, str]) -> str:
    return f"<pre>{colour_keys(cut[0])}</pre>{cut[1]}"


def _cut(comparison: Comparison, form: str) -> tuple[str, str]:
    """Return as much of a text as the page shows, and a link to all of it where that is less."""
    text: str = getattr(comparison, form)
    link = f'<a href="{quote(comparison.recorded.id)}.{form}.txt">all of it</a>'
    if len(text) <= _LONGEST:
        return text, ""
    more = len(text) - _LONGEST
    return text[:_LONGEST], f'<p class="note">{more:,} more characters: {link}</p>'


def _pane(side: str, title: str, tabs: Sequence[tuple[str, str]]) -> str:
    pickers, contents = "", ""
    for n, (name, content) in enumerate(tabs):
        checked = " checked" if n == 0 else ""
        pickers += (
            f'<input type="radio" name="{side}" id="{side}-{n}"{checked}>'
            f'<label for="{side}-{n}">{name}</label>'
        )
        contents += f'<div class="tab t{n}">{content}</div>'
    return (
        f'<section class="pane {side}"><div class="top"><h2>{title}</h2>'
        f'<span class="tabs">{pickers}</span></div>{contents}</section>'
    )
