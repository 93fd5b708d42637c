"""The terminal renderer: a document in colours, with rich, or as Markdown without it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from pageful.lazy.dataclasses import replace
from pageful.page.blocks import (
    Bullets,
    Code,
    Fields,
    Hatch,
    Heading,
    Leaf,
    Line,
    Mono,
    Note,
    Numbered,
    Output,
    Rule,
    Span,
    Strong,
    Table,
    Text,
    Tip,
    Verbatim,
)
from pageful.page.inline import fence_around
from pageful.page.layout import leaves, need_gap
from pageful.text.printable import make_printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, RenderableType
    from rich.text import Text as RichText

    from pageful.page.blocks import Document

_COLOURS = {
    r"\bSUCCESS\b": "bold green",
    r"\b(?:FAILURE|FAILED|TIMEOUT)\b": "bold red",
    r"\b[1-9]\d* (?:failed|errors?)\b": "red",
    r"\bL\d+(?::\d+)?\b": "cyan",
    r"\([\w$]+\.(?:java|kt|scala|groovy):\d+\)": "cyan",
}


def terminal_text(document: Document) -> str:
    """Return a document as a terminal shows it: in colours, where rich is installed."""
    try:
        from rich.console import Console
    except ImportError:
        from pageful.page.markdown import to_markdown

        return f"{to_markdown(document)}\n"
    console = Console(highlight=False)
    with console.capture() as captured:
        print_document(document, console)
    return captured.get()


def print_document(document: Document, console: Console) -> None:
    """Print a document's blocks, spaced as in Markdown.

    Words are left for the terminal to wrap, so that what is copied from it is whole.
    """
    from rich.text import Text as RichText

    above = None
    for block in leaves(document):
        if above and need_gap(above, block):
            console.print()
        rendered = _renderable(block)
        console.print(rendered, soft_wrap=isinstance(rendered, RichText))
        above = block


def _renderable(block: Leaf) -> RenderableType:
    match block:
        case Heading(text):
            return _highlight(_text(_flatten(text), "bold"))
        case Line(text):
            return _highlight(_text(text))
        case Fields(items):
            return _lines(_text((Strong(label), ": ", *_spans(value))) for label, value in items)
        case Bullets(items):
            return _lines(_item("• ", item) for item in items)
        case Numbered(items, _, start, apart):
            gap = "\n\n" if apart else "\n"
            return _lines((_item(f"{n}. ", item) for n, item in enumerate(items, start)), gap)
        case Table():
            return _table(block)
        case Code(text, language):
            return _code(text, language)
        case Output(text, label):
            return _item("  ", f"{label}\n{text}" if label else text, style="dim")
        case Verbatim(markdown, fenced):
            words = _text(markdown.rstrip("\n"))
            return _fence(words, markdown) if fenced else words
        case Note(text):
            return _item("▌ ", text, "▌ ", style="yellow")
        case Tip(text):
            return _text(("Tip: ", *_spans(text)), "green")
        case Rule():
            return _text("───", "dim")
        case Hatch(fields, by):
            left_out = _flatten(", ".join(fields))
            return _text(("Left out: ", *_spans(left_out), ". Use ", Mono(by), " for all."), "dim")
        case _:
            assert_never(block)


def _item(marker: str, text: Text, below: str = "", style: str = "") -> RichText:
    """Write words behind their marker, further lines indented as far."""
    from rich.text import Text as RichText

    lines = _highlight(_text(text, style)).split("\n", allow_blank=True)
    indents = [marker, *[below or " " * len(marker)] * (len(lines) - 1)]
    return _lines(
        RichText(indent, style).append_text(line)
        for indent, line in zip(indents, lines, strict=True)
    )


def _fence(words: RichText, markdown: str) -> RichText:
    """Write the fences of a text dim, so that its lines are not taken for those of the page."""
    fence = _text(fence_around(markdown), "dim")
    return _lines((fence, words, fence))


def _code(text: str, language: str) -> RenderableType:
    from rich.syntax import Syntax

    return Syntax(
        make_printable(text),
        language or "text",
        theme="ansi_dark",
        background_color="default",
        word_wrap=True,
    )


def _table(table: Table) -> RenderableType:
    from rich.table import Table as RichTable

    grid = RichTable(box=None, pad_edge=False)
    for column in table.columns:
        grid.add_column(_text(_flatten(column)), overflow="fold")
    for row in table.rows:
        grid.add_row(*[_text(_flatten(cell)) for cell in row])
    return grid


def _flatten(text: Text) -> Text:
    """Write words on one line."""
    return tuple(
        " ".join(make_printable(span).split("\n"))
        if isinstance(span, str)
        else replace(span, text=" ".join(make_printable(span.text).split("\n")))
        for span in _spans(text)
    )


def _spans(text: Text) -> tuple[Span, ...]:
    return text if isinstance(text, tuple) else (text,)


def _text(text: Text, style: str = "") -> RichText:
    from rich.text import Text as RichText

    rich = RichText(style=style)
    for span in _spans(text):
        match span:
            case str():
                rich.append(make_printable(span))
            case Strong(words):
                rich.append(make_printable(words), "bold")
            case Mono(words):
                rich.append(make_printable(words), "cyan")
            case _:
                assert_never(span)
    return rich


def _lines(texts: Iterable[RichText], gap: str = "\n") -> RichText:
    from rich.text import Text as RichText

    return RichText(gap).join(texts)


def _highlight(text: RichText) -> RichText:
    for pattern, style in _COLOURS.items():
        text.highlight_regex(re.compile(pattern), style)
    return text
