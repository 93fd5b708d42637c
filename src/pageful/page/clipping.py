"""Texts cut to a number of characters, at an end of a line if there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.printable import make_printable
from pageful.text.units import count

if TYPE_CHECKING:
    from collections.abc import Callable

    from pageful.page.blocks import ItemPath, Span, Text


@dataclass(frozen=True, slots=True)
class Cut:
    """A collection that did not fit: of `total` things called `of`, `shown` are on the page.

    The last one shown may be there in part; then another cut tells how much of it. `first_hidden`
    is the path of the first item that is not whole on the page, empty where words of the page
    itself are cut; `in_part` tells whether its beginning is on the page. `unnamed` counts the
    sections left out of which not even the name is on the page.
    """

    of: str
    shown: int
    total: int
    first_hidden: ItemPath = ()
    in_part: bool = False
    unnamed: int = 0

    def __str__(self) -> str:
        """Write how many more there are: `… 17 more rows`."""
        return f"… {count(self.total - self.shown, f'more {self.of}')}"

    def within(self, path: ItemPath) -> Cut:
        """Return this cut as one within the item at `path`, which then is on the page in part."""
        if not path:
            return self
        in_part = self.in_part or not self.first_hidden
        return replace(self, first_hidden=(*path, *self.first_hidden), in_part=in_part)


def find_cut(text: str, keep: int) -> tuple[int, Cut | None]:
    """Find the end of a text cut to `keep` characters: after its last whole line, if any."""
    if len(text) <= keep:
        return len(text), None
    end = text.rfind("\n", 0, keep + 1)
    if end <= 0:
        return keep, Cut("character", keep, len(text), in_part=True)
    lines = text.count("\n") + (not text.endswith("\n"))
    shown = text.count("\n", 0, end) + 1
    return end, Cut("line", shown, lines, in_part=True) if shown < lines else None


def clip_text(text: Text, keep: int) -> tuple[Text, tuple[Cut, ...]]:
    """Cut words to about `keep` characters, and note at their end how many more there are."""
    return text_clipper(text)(keep)


def text_clipper(text: Text) -> Callable[[int], tuple[Text, tuple[Cut, ...]]]:
    """Return what `clip_text` does to a text, for several lengths to be tried."""
    spans = [_make_printable(span) for span in (text if isinstance(text, tuple) else (text,))]
    joined = "".join(map(_span_text, spans))

    def clip(keep: int) -> tuple[Text, tuple[Cut, ...]]:
        end, cut = find_cut(joined, keep)
        if cut is None:
            return text, ()
        notice = f"\n{cut}" if cut.of == "line" else f" {cut}"
        if isinstance(text, str):
            return joined[:end] + notice, (cut,)
        return (*_clip_spans(spans, end), notice), (cut,)

    return clip


def clip_line(text: str, keep: int) -> tuple[str, tuple[Cut, ...]]:
    """Cut plain words as if they had one line."""
    return line_clipper(text)(keep)


def line_clipper(text: str) -> Callable[[int], tuple[str, tuple[Cut, ...]]]:
    """Return what `clip_line` does to words, for several lengths to be tried."""
    words = make_printable(text).replace("\n", " ")

    def clip(keep: int) -> tuple[str, tuple[Cut, ...]]:
        end, cut = find_cut(words, keep)
        return (f"{words[:end]} {cut}", (cut,)) if cut else (text, ())

    return clip


def _clip_spans(spans: list[Span], end: int) -> list[Span]:
    kept: list[Span] = []
    for span in spans:
        words = _span_text(span)[:end]
        kept.append(words if isinstance(span, str) else replace(span, text=words))
        end -= len(words)
    return kept


def _make_printable(span: Span) -> Span:
    if isinstance(span, str):
        return make_printable(span)
    return replace(span, text=make_printable(span.text).replace("\n", " "))


def _span_text(span: Span) -> str:
    return span if isinstance(span, str) else span.text
