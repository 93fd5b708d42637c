"""Pages of bases: a table for each view, its groups and summaries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.page.blocks import (
    Block,
    Fields,
    Heading,
    Line,
    Mono,
    Note,
    Output,
    Section,
    Sections,
    Span,
    Table,
)
from pageful.page.presentation import Detail
from pageful.text.single_line import join_lines, name
from pageful.text.units import amount
from pageful.vault.base_views.paging import on_page
from pageful.vault.base_views.results import BasePage, ShownView
from pageful.vault.bases.columns import Column
from pageful.vault.bases.pipeline import ViewRun
from pageful.vault.bases.results import RowGroup, Summary, ViewResult
from pageful.vault.views.base_values import BaseWords

_FILE = "File"
_NAMES = ("file.name", "file.path", "file.file", "file.basename", "file.fullname")
"""Columns that a path says as well."""
_MOST_VIEWS = 20
"""Views that a page names."""
_MOST_GROUPS = 100
"""Groups that a first page lists with what they come to, their rows on it or not: two screens."""


def base_page(page: BasePage, detail: Detail) -> Iterator[Block]:
    """Yield the rows of a view, or of the views of a note by their lines."""
    number = f"page {page.page:,} of {page.pages:,}" if page.pages > 1 else ""
    if page.of_note:
        shown = f" ({number})" if number else ""
        yield Heading(f"{name(page.path)}: {amount(len(page.shown), 'base')}{shown}", 1)
        yield Sections(tuple(_views(page, detail)), of="base")
    else:
        for view, start, stop in on_page(page):
            yield from _ViewPage(view, detail, 1, number).blocks(start, stop)


def _views(page: BasePage, detail: Detail) -> Iterator[Section]:
    """Yield a section for each view; the keys of sections and rows count the page's rows."""
    first = 0
    for view, start, stop in on_page(page):
        blocks = _ViewPage(view, detail, 2, "", first).blocks(start, stop)
        yield Section(tuple(blocks), key=first)
        first += max(1, stop - start)


class _ViewPage:
    """The page of one view; `first` is the key of its first row."""

    def __init__(
        self, view: ShownView, detail: Detail, level: int, number: str, first: int = 0
    ) -> None:
        self._view = view
        self._detail = detail
        self._level = level
        self._number = number
        self._first = first

    def blocks(self, start: int, stop: int) -> Iterator[Block]:
        """Yield the rows from `start` to before `stop`, below what there is to know of them."""
        view, result, run = self._view, self._view.result, self._view.run
        if result is None or run is None:
            yield Heading(f"{self._where()}: failed", self._level)
            yield Output(view.error, keys=(self._first,) * len(view.error.split("\n")))
            return
        words = BaseWords(run.context.clock, run.context.vault.resolve)
        yield Heading(self._title(result, start, stop), self._level)
        if len(view.views) > 1:
            yield Line(tuple(_other_views(view)))
        if view.remarks:
            yield Note("\n".join(view.remarks))
        if not result.paths:
            return
        if result.grouped_by:
            listed = list(_list_groups(result.groups, start, stop))
            yield Fields(tuple(_group_lines(listed, result.grouped_by, words)), plain=True)
            if start == 0 and len(listed) < len(result.groups):
                yield Line(f"… {amount(len(result.groups) - len(listed), 'group')} more")
        yield self._table(result, run, words, start, stop)
        if result.summaries:
            every, text = amount(len(result.paths), "row"), _summary_text(result.summaries, words)
            yield Line(f"Of all {every}: {text}")

    def _table(
        self, result: ViewResult, run: ViewRun, words: BaseWords, start: int, stop: int
    ) -> Table:
        """Return the rows, each with its group's value unless a column shows that already."""
        columns, by = self._columns(result), result.grouped_by
        keyed = by is not None and by.key not in {each.key for each in result.columns}
        values = [group.key for group in result.groups for _ in range(group.size)]
        rows = [
            (
                name(row.path),
                *((words.key(values[at]),) if keyed else ()),
                *(words.of(row.cells[column]) for column in columns),
            )
            for at, row in enumerate(run.rows(start, stop), start)
        ]
        headings = [_FILE, *([by.heading] if by and keyed else [])]
        headings += [result.columns[at].heading for at in columns]
        keys = tuple(range(self._first, self._first + len(rows)))
        return Table(tuple(map(join_lines, headings)), tuple(rows), keys=keys)

    def _columns(self, result: ViewResult) -> Sequence[int]:
        """Return the positions of the columns; of names that the path says, where detailed."""
        every = range(len(result.columns))
        if self._detail == "detailed":
            return every
        return [at for at in every if result.columns[at].id not in _NAMES]

    def _where(self) -> str:
        """Return the base and the view: `Books.base, view Reading`, or the lines of a note."""
        view, place = self._view, self._view.place
        lines = f"Lines {place.line:,}–{place.end_line:,}" if place.end_line > place.line else ""
        if place.line and not lines:
            lines = f"Line {place.line:,}: {name(place.path)}"
        base = lines or (name(place.path) if place.path else "Base")
        return f"{base}, view {join_lines(view.name)}" if view.name else base

    def _title(self, result: ViewResult, start: int, stop: int) -> str:
        """Return where the view is, its kind, its rows, and which are shown where not all are."""
        rows, parts = len(result.paths), []
        count = amount(rows, "row")
        if rows < result.total:
            count = f"{rows:,} of {amount(result.total, 'row')}"
            parts.append("the view's limit")
        if stop - start < rows:
            parts.append(f"{start + 1:,}–{stop:,}" if stop > start + 1 else f"{stop:,}")
        if self._number:
            parts.append(self._number)
        shown = f" ({', '.join(parts)})" if parts else ""
        return f"{self._where()} ({join_lines(self._view.kind)}): {count}{shown}"


def _other_views(view: ShownView) -> Iterator[Span]:
    others = [each for each in view.views if each != view.name]
    yield "Other views: "
    for at, each in enumerate(others[:_MOST_VIEWS]):
        yield from ((", ", Mono(join_lines(each))) if at else (Mono(join_lines(each)),))
    if len(others) > _MOST_VIEWS:
        yield f", {len(others) - _MOST_VIEWS:,} more"


def _list_groups(
    groups: Sequence[RowGroup], start: int, stop: int
) -> Iterator[tuple[RowGroup, str]]:
    """Yield the groups with rows on a page, the first page all, and where their other rows are.

    So one call answers what the groups come to, however many rows they have.
    """
    position = 0
    for number, group in enumerate(groups):
        end = position + group.size
        if position < stop and end > start:
            is_whole = start <= position and end <= stop
            yield group, "" if is_whole else ", some on other pages"
        elif start == 0 and number < _MOST_GROUPS:
            yield group, ", on other pages"
        position = end


def _group_lines(
    groups: Sequence[tuple[RowGroup, str]], by: Column, words: BaseWords
) -> Iterator[tuple[str, str]]:
    for group, part in groups:
        said = f"; {_summary_text(group.summaries, words)}" if group.summaries else ""
        label = f"{join_lines(by.heading)} = {words.key(group.key)}"
        yield label, f"{amount(group.size, 'row')}{part}{said}"


def _summary_text(summaries: Sequence[Summary], words: BaseWords) -> str:
    return "; ".join(_summary(each, words) for each in summaries)


def _summary(summary: Summary, words: BaseWords) -> str:
    heading, value = join_lines(summary.column.heading), words.of(summary.value)
    return f"{heading}: {join_lines(summary.name)} {value}".rstrip()
