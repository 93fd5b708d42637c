"""The first line of an answer of `vault_find`: what was found, and of how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.text.single_line import name
from pageful.text.units import amount
from pageful.vault.finding.results import QueryAnswer, Row

# What else the same word may mean is named where it is counted: the numbers differ by few.
_TAGS = {
    "tag": "(of front matter and text; by tags: the field alone)",
    "tags": "(the field alone; by tag: those in the text too)",
}
_LONGEST = 80
"""Characters of a field's name that are repeated."""


def head(found: QueryAnswer) -> Iterator[str]:
    """Yield what an answer says of its rows: how many, in which notes."""
    rows = found.rows
    match found.form:
        case "lines":
            yield from _lines_head(found)
        case "text" | "sections":
            yield _notes(found)
            if found.apart:
                yield f"{amount(found.apart, 'note')} without such a section"
            if left_out := sum(place.left_out for place in found.places):
                yield f"without {left_out:,} lines: comments, queries, what is empty"
            if commented := sum(len(place.commented) for place in found.places):
                yield f"without {amount(commented, 'comment')} within lines"
        case "by line":
            total = sum(row.count for row in rows)
            notes = f"{found.total - found.apart:,} of {found.of:,} notes"
            yield f"{amount(total, 'line')} in {notes}, {len(rows):,} different"
        case "tasks":
            yield _task_head(found)
        case "columns":
            yield f"{found.total:,}: {' | '.join([*found.columns, 'note'])}"
        case "fields":
            yield f"{found.total:,}; field, notes that have it, its values"
        case "by" if found.states:
            states = ", ".join(counted_states(found))
            by = f"{_task_number(found)} by {' | '.join(found.columns)}"
            yield f"{by}: {states}" if states else by
        case "by":
            by = " | ".join(map(_column, found.columns))
            values = f"{_notes(found)} by {by}, {amount(len(rows), 'value')}"
            several = sum(row.count for row in rows) > found.total - found.apart
            yield f"{values} (a note counts once for each of its values)" if several else values
            if found.apart:
                yield f"{found.apart:,} without"
        case "related":
            others = sum(1 for row in rows if row.text)
            yield f"{_notes(found)}; {others:,} near in meaning and not linked"
        case _:
            yield _notes(found)


def _lines_head(found: QueryAnswer) -> Iterator[str]:
    rows = found.rows
    noun = "lines with a part" if found.partial else "lines"
    number = f"{len(rows):,} {noun}" if len(rows) != 1 or found.partial else "1 line"
    yield f"{number} in {_with_lines(found):,} of {found.of:,} notes"
    if found.apart:
        yield f"{amount(found.apart, 'note')} more by path or over several lines"
    if any(row.below for row in rows):
        yield "n- is text below such a heading"


def other_matches(found: QueryAnswer) -> Iterator[str]:
    """Yield what matches besides, and is not shown."""
    for field in found.unknown:
        yield f"no note here has a field `{name(field[:_LONGEST])}`"
    if found.in_queries:
        verb = "names" if found.in_queries == 1 else "name"
        yield f"{found.in_queries:,} more {verb} it in query blocks alone"
    if found.in_addresses:
        yield f"{amount(found.in_addresses, 'line')} more in web addresses alone"
    if found.canvases:
        yield amount(found.canvases, "canvas").replace("canvass", "canvases") + " too"
    yield from found.readings


def _column(name: str) -> str:
    """Return the name of a column; of tags also which of them are counted."""
    return f"{name} {_TAGS[name.lower()]}" if name.lower() in _TAGS else name


def of_notes(found: QueryAnswer) -> str:
    """Return of how many notes an answer is."""
    return f" of {found.of:,}" if found.of else ""


def _notes(found: QueryAnswer) -> str:
    return f"{found.total:,} of {found.of:,} notes"


def _with_lines(found: QueryAnswer) -> int:
    return len({row.path for row in found.rows})


def _task_number(found: QueryAnswer) -> str:
    number = sum(row.count or 1 for row in found.rows)
    adjective = f"{found.states[0]} " if len(found.states) == 1 else ""
    return amount(number, f"{adjective}task")


def counted_states(found: QueryAnswer) -> list[str]:
    """Return the states whose tasks are counted apart: those that there are, if several are."""
    if len(found.states) < 2:
        return []
    return [state for state in found.states if any(state in row.counts for row in found.rows)]


def _task_head(found: QueryAnswer) -> str:
    different = len({(row.text, row.state) for row in found.rows})
    head = _task_number(found)
    if different < len(found.rows):
        head += f", {different:,} different"
    if found.states == ("open",) or (found.not_open and "open" in found.states):
        head += f"; {found.not_open:,} not open"
    folder = _common_folder(found.rows)
    return f"{head}, in {name(folder)}/" if folder else head


def _common_folder(rows: Sequence[Row]) -> str:
    folders = {row.path.rpartition("/")[0] for row in rows}
    return folders.pop() if len(folders) == 1 else ""
