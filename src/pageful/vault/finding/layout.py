"""Lines of the pages of `vault_find`, made of its results alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pageful.lazy.dataclasses import dataclass, replace
from pageful.vault.finding.heads import head, of_notes, other_matches
from pageful.vault.finding.page_lines import PageLine
from pageful.vault.finding.results import LIMITS, FindResult, Form, QueryAnswer
from pageful.vault.finding.rows.lines import line_count_rows, line_rows
from pageful.vault.finding.rows.notes import name_rows, note_rows, text_rows
from pageful.vault.finding.rows.tasks import task_rows
from pageful.vault.finding.rows.values import column_rows, count_rows, field_rows

_ROWS: Mapping[Form, Callable[[QueryAnswer, int], Iterator[PageLine]]] = {
    "lines": line_rows,
    "names": name_rows,
    "count": lambda _found, _limit: iter(()),
    "gist": name_rows,
    "text": text_rows,
    "sections": text_rows,
    "tasks": task_rows,
    "links": note_rows,
    "related": note_rows,
    "outline": note_rows,
    "fields": field_rows,
    "columns": column_rows,
    "by": count_rows,
    "by line": line_count_rows,
}


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of one query on one page."""

    query: str
    lines: tuple[str, ...]
    is_text: bool = False
    """Return whether the lines below the first are the text of notes."""


def pages_of(result: FindResult) -> tuple[tuple[Part, ...], ...]:
    """Return the pages of a result, each of at most `room` characters where its lines allow it."""
    pages: list[list[tuple[QueryAnswer, list[str]]]] = [[]]
    used = 0
    for found in result.found:
        above: list[PageLine] = []
        pages[-1].append((found, []))
        used += len(found.query) + 5
        for line in lines_of(found, result.limit):
            above, text = [each for each in above if each.level < line.level], line.text
            if used + len(text) + 3 > result.room and pages[-1][-1][1]:
                repeated = [each.text for each in above if each.level]
                pages.append([(found, repeated)])
                used = sum(len(each) + 3 for each in repeated) + len(found.query)
                text = line.first or text
            pages[-1][-1][1].append(text)
            used += len(text) + 3
            above.append(line)
    return tuple(
        tuple(
            Part(found.query, tuple(lines), is_text=bool(found.places))
            for found, lines in page
            if lines
        )
        for page in pages
    )


def lines_of(found: QueryAnswer, limit: int | None) -> list[PageLine]:
    """Return the lines of one answer, with at most `limit` rows."""
    if found.error:
        return [PageLine(line) for line in found.error.split("\n")]
    if not found.total:
        return [
            PageLine(": ".join([f"0{of_notes(found)} notes", *found.remarks][:2])),
            *_rest(found),
        ]
    most = limit or LIMITS.get(found.form, 1)
    first = "; ".join([*(found.remarks or head(found)), *other_matches(found)])
    return [PageLine(first), *_ROWS[found.form](found, most)]


def _rest(found: QueryAnswer) -> list[PageLine]:
    more = [*other_matches(found)]
    return [*map(PageLine, found.remarks[1:]), *([PageLine("; ".join(more))] if more else [])]


def with_pages(result: FindResult) -> FindResult:
    """Return a result that knows how many pages it has."""
    return replace(result, pages=len(pages_of(result)))
