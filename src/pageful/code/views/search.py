"""Pages of searches: hits as a table, or each with its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pageful.code.languages.detection import fence_of
from pageful.code.results.search import Hit, Search
from pageful.code.views.notes import note_blocks, within_note
from pageful.code.views.search_lines import lines_blocks, nothing_line
from pageful.page.blocks import (
    Block,
    Code,
    Fields,
    Heading,
    Line,
    Mono,
    Section,
    Sections,
    Table,
    Text,
)
from pageful.page.presentation import Detail
from pageful.text.excerpts import shorten
from pageful.text.single_line import name

_PREVIEW = 80
"""Characters of the one line that a table shows of a chunk: the width of usual code."""

_SOUGHT = 200
"""Characters of the query in a sentence: a pasted stack trace is told by its beginning."""

_STATE, _OUTDATED = "Since Indexed", "changed"
"""The mark of a hit whose file has changed."""

_RELATION = "Relation"
"""The column of why a hit is related to the place that was asked for."""


def search_page(search: Search, detail: Detail) -> Iterator[Block]:
    """Show the hits of a search, best first; in lines, where these were asked for."""
    if search.lines:
        yield from lines_blocks(search, search.lines)
        return
    yield Heading("Search Results", 1)
    yield from _hits(search, detail)
    if not search.total_count:
        yield nothing_line(search)
    where = (f"Searched{within_note(search.within)}.",) if search.within else ()
    yield from note_blocks((*where, *search.notes), search.pending_files, search.coverage)


def related_page(search: Search, detail: Detail) -> Iterator[Block]:
    """Show the chunks most like a given one, in the form of a search's page."""
    yield Heading("Related Code", 1)
    yield from _hits(search, detail)
    if not search.total_count:
        yield Line(("Nothing is like ", _subject(search), "."))
    yield from note_blocks(search.notes, search.pending_files, search.coverage)


def _subject(search: Search) -> Mono:
    return Mono(shorten(search.sought, _SOUGHT, "…"))


def _hits(search: Search, detail: Detail) -> Iterator[Block]:
    repositories = {hit.repository for hit in search.results}
    shared = repositories.pop() if len(repositories) == 1 else None
    yield Fields(tuple(_header(search, detail, shared)))
    if not search.results:
        if search.total_count:
            yield Line(f"The last of them is before result {search.first:,}.")
    elif detail == "concise":
        yield _hit_table(search.results, by_repository=len(repositories) > 1)
    else:
        numbered = enumerate(search.results, search.first)
        sections = (_hit_section(number, hit, shared) for number, hit in numbered)
        yield Sections(tuple(sections), of="result")


def _header(search: Search, detail: Detail, repository: str | None) -> Iterator[tuple[str, Text]]:
    yield "Total Results", _shown_of_total(search)
    yield "Latency", f"{search.latency_ms}ms"
    yield "Project", search.project_id
    if detail == "detailed":
        yield "Database", search.database_name
    if repository:
        yield "Repository", Mono(name(repository))


def _shown_of_total(search: Search) -> str:
    """Write how many of all hits are shown; on pages but the first, as a range."""
    shown, total = len(search.results), f"{search.total_count:,}"
    if shown in (0, search.total_count):
        return total
    if search.first == 1:
        return f"{shown} of {total}"
    return f"{search.first:,}-{search.first + shown - 1:,} of {total}"


def _hit_table(hits: Sequence[Hit], *, by_repository: bool) -> Table:
    columns: tuple[str, ...] = ("File", "Lines", "Score", "Content Preview")
    rows: tuple[tuple[Text, ...], ...] = tuple(map(_hit_row, hits))
    if any(hit.outdated for hit in hits):
        columns = (*columns[:3], _STATE, *columns[3:])
        states = (_OUTDATED if hit.outdated else "" for hit in hits)
        rows = tuple((*row[:3], state, *row[3:]) for row, state in zip(rows, states, strict=True))
    if any(hit.relation for hit in hits):
        columns = (*columns[:-1], _RELATION, columns[-1])
        relations = (hit.relation.value if hit.relation else "" for hit in hits)
        rows = tuple((*row[:-1], each, row[-1]) for row, each in zip(rows, relations, strict=True))
    if by_repository:
        columns = ("Repository", *columns)
        rows = tuple(
            (name(hit.repository or ""), *row) for hit, row in zip(hits, rows, strict=True)
        )
    return Table(columns, rows, of="result")


def _hit_row(hit: Hit) -> tuple[Text, ...]:
    telling = hit.telling or hit.content.strip().partition("\n")[0]
    preview = Mono(shorten(" ".join(telling.split()), _PREVIEW, "…"))
    return name(hit.file_path), _lines(hit), f"{hit.similarity_score:.2f}", preview


def _lines(hit: Hit) -> str:
    return f"{hit.start_line}-{hit.end_line}"


def _hit_section(number: int, hit: Hit, shared: str | None) -> Section:
    return Section(
        tuple(_hit_blocks(number, hit, shared)), name=f"{name(hit.file_path)}:{_lines(hit)}"
    )


def _hit_blocks(number: int, hit: Hit, shared: str | None) -> Iterator[Block]:
    yield Heading(f"Result {number}", 2)
    yield Fields(tuple(_hit_fields(hit, shared)))
    code = partial(Code, language=fence_of(hit.language))
    if hit.context_before.strip():
        yield Heading("Context Before")
        yield code(hit.context_before)
    yield Heading("Content")
    # The end of the last line: without it a fence would lose a last line that is empty.
    yield code(f"{hit.content}\n")
    if hit.context_after.strip():
        yield Heading("Context After")
        yield code(hit.context_after)


def _hit_fields(hit: Hit, shared: str | None) -> Iterator[tuple[str, Text]]:
    yield "File", Mono(name(hit.file_path))
    yield "Lines", _lines(hit)
    yield "Similarity", f"{hit.similarity_score:.4f}"
    yield "Chunk ID", Mono(hit.chunk_id)
    if hit.outdated:
        yield _STATE, _OUTDATED
    if hit.relation:
        yield _RELATION, hit.relation.value
    if hit.symbol:
        yield "Symbol", Mono(" › ".join(hit.symbol))
    if hit.repository and not shared:
        yield "Repository", Mono(name(hit.repository))
