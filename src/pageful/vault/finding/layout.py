"""Lines of the pages of `vault_find`, made of its results alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.text.units import plural
from pageful.vault.finding.places_layout import head_of, numbered
from pageful.vault.finding.results import LIMITS, FindResult, Form, Found, Row

# > | flour   | 500 g
_PADDING = re.compile(r"[ \t]{2,}")
LONGEST = 220
"""Characters of a line of a note. Chosen by hand: most lines are shorter."""
_BEFORE = 60
"""Characters of a long line before its first match: a clause."""
_MANY_NOTES = 5
"""Notes; a line of more of them is one row with their number."""
_MOST_FOLDERS = 8
_MOST_DIFFERENT = 12
_MOST_VALUES = 8
_SOME_VALUES = 4
"""Values of a field: eight where there are at most twelve different ones, else four."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page; a page that begins below a line of a lower level repeats that one.

    `first` is the line as the first of its level on a page, where that differs.
    """

    text: str
    level: int = 0
    first: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of one query on one page."""

    query: str
    lines: tuple[str, ...]
    is_text: bool = False
    """Return whether the lines below the first are the text of notes."""


def pages_of(result: FindResult) -> tuple[tuple[Part, ...], ...]:
    """Return the pages of a result, each of at most `room` characters where its lines allow it."""
    pages: list[list[tuple[Found, list[str]]]] = [[]]
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


def lines_of(found: Found, limit: int | None) -> list[PageLine]:
    """Return the lines of one answer, with at most `limit` rows."""
    if found.error:
        return [PageLine(line) for line in found.error.split("\n")]
    if not found.total:
        return [PageLine(": ".join([f"0{_of(found)} notes", *found.remarks][:2])), *_rest(found)]
    most = limit or LIMITS.get(found.form, 1)
    head = "; ".join([*(found.remarks or _head(found)), *_also(found)])
    return [PageLine(head), *_BODIES[found.form](found, most)]


def _rest(found: Found) -> list[PageLine]:
    also = [*_also(found)]
    return [*map(PageLine, found.remarks[1:]), *([PageLine("; ".join(also))] if also else [])]


def _of(found: Found) -> str:
    return f" of {found.of:,}" if found.of else ""


def _notes(found: Found) -> str:
    return f"{found.total:,} of {found.of:,} notes"


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def _head(found: Found) -> Iterator[str]:
    rows = found.rows
    match found.form:
        case "lines":
            noun = "lines with a part" if found.partial else "lines"
            number = f"{len(rows):,} {noun}" if len(rows) != 1 or found.partial else "1 line"
            yield f"{number} in {_with_lines(found):,} of {found.of:,} notes"
            if found.apart:
                yield f"{_number(found.apart, 'note')} more by path or over several lines"
        case "text" | "sections":
            yield _notes(found)
            if found.apart:
                yield f"{_number(found.apart, 'note')} without such a section"
            if left_out := sum(place.left_out for place in found.places):
                yield f"without {left_out:,} lines: comments, queries, what is empty"
        case "by line":
            total = sum(row.count for row in rows)
            notes = f"{found.total - found.apart:,} of {found.of:,} notes"
            yield f"{_number(total, 'line')} in {notes}, {len(rows):,} different"
        case "tasks":
            yield _task_head(found)
        case "columns":
            yield f"{found.total:,}: {' | '.join([*found.columns, 'note'])}"
        case "fields":
            yield f"{found.total:,}; field, notes that have it, its values"
        case "by" if found.states:
            states = ", ".join(_counted_states(found))
            by = f"{_task_number(found)} by {' | '.join(found.columns)}"
            yield f"{by}: {states}" if states else by
        case "by":
            values = (
                f"{_notes(found)} by {' | '.join(found.columns)}, {_number(len(rows), 'value')}"
            )
            several = sum(row.count for row in rows) > found.total - found.apart
            yield f"{values} (a note counts once for each of its values)" if several else values
            if found.apart:
                yield f"{found.apart:,} without"
        case _:
            yield _notes(found)


def _also(found: Found) -> Iterator[str]:
    if found.in_queries:
        verb = "names" if found.in_queries == 1 else "name"
        yield f"{found.in_queries:,} more {verb} it in query blocks alone"
    if found.in_addresses:
        yield f"{_number(found.in_addresses, 'line')} more in web addresses alone"
    if found.canvases:
        yield _number(found.canvases, "canvas").replace("canvass", "canvases") + " too"


def _with_lines(found: Found) -> int:
    return len({row.path for row in found.rows})


def _task_number(found: Found) -> str:
    number = sum(row.count or 1 for row in found.rows)
    adjective = f"{found.states[0]} " if len(found.states) == 1 else ""
    return _number(number, f"{adjective}task")


def _counted_states(found: Found) -> list[str]:
    """Return the states whose tasks are counted apart: those that there are, if several are."""
    if len(found.states) < 2:
        return []
    return [state for state in found.states if any(state in row.counts for row in found.rows)]


def _task_head(found: Found) -> str:
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


def _title(path: str) -> str:
    return name(path.removesuffix(".md"))


def _short(path: str) -> str:
    return _title(path.rpartition("/")[2])


def _titles(rows: Sequence[Row]) -> Mapping[str, str]:
    """Return the notes' names; the whole path where two have the same one."""
    paths = {row.path for row in rows}
    often = Counter(map(_short, paths))
    return {path: _short(path) if often[_short(path)] == 1 else _title(path) for path in paths}


def _shown(row: Row) -> str:
    """Return a line without the space around it, a long one around its first match."""
    text = row.text.lstrip()
    start = max(0, row.start - (len(row.text) - len(text)))
    if text.startswith("|"):
        start = len(_PADDING.sub(" ", text[:start]))
        text = _PADDING.sub(" ", text)
    if text.startswith(("- [", "* [", "+ [")):
        text, start = text[2:], max(0, start - 2)
    text = text.rstrip()
    if len(text) <= LONGEST:
        return text
    begin = max(0, min(start - _BEFORE, len(text) - LONGEST))
    end = begin + LONGEST
    return f"{'…' if begin else ''}{text[begin:end].strip()}{'…' if end < len(text) else ''}"


def _line_body(found: Found, limit: int) -> Iterator[PageLine]:
    repeated = _repeated(found.rows)
    for text, number in list(repeated.items())[:limit]:
        yield PageLine(f"{number:,} x {_clip(text)}")
    if len(repeated) > limit:
        yield PageLine(f"… {len(repeated) - limit:,} lines more that many notes have")
    rows = [row for row in found.rows if row.text.strip() not in repeated]
    by_note = [(path, [*each]) for path, each in groupby(rows, key=lambda row: row.path)]
    each = _lines_a_note([len(rows) for _, rows in by_note], limit)
    most = limit if each == 1 else len(by_note)
    for folder, notes in _by_folder(by_note[:most], found):
        if folder:
            yield PageLine(folder, 1)
        for path, lines in notes:
            yield from _note_lines(_name_in(path, found), lines, each)
    yield from _more([path for path, _ in by_note[most:]])


def _note_lines(title: str, rows: Sequence[Row], most: int) -> Iterator[PageLine]:
    numbers = [row.line for row in rows[most:]]
    rest = f" … {' '.join(map(str, numbers))}" if numbers else ""
    if len(rows) == 1 or most == 1:
        yield PageLine(f"{title}:{rows[0].line} {_shown(rows[0])}{rest}", 2)
        return
    yield PageLine(title, 2)
    for row in rows[:most]:
        yield PageLine(f" {row.line} {_shown(row)}", 3)
    if rest:
        yield PageLine(rest, 3)


def _repeated(rows: Sequence[Row]) -> dict[str, int]:
    """Return the lines that many notes have, with their numbers, the most frequent first."""
    notes: dict[str, set[str]] = {}
    for row in rows:
        notes.setdefault(row.text.strip(), set()).add(row.path)
    counts = Counter(row.text.strip() for row in rows)
    often = [text for text, paths in notes.items() if len(paths) > _MANY_NOTES]
    return {text: counts[text] for text in sorted(often, key=lambda text: -counts[text])}


def _lines_a_note(numbers: Sequence[int], limit: int) -> int:
    """Return the largest number of lines a note with which all are at most the limit."""
    most = max(numbers, default=1)
    while most > 1 and sum(min(number, most) for number in numbers) > limit:
        most -= 1
    return most


def _by_folder(
    notes: Sequence[tuple[str, list[Row]]], found: Found
) -> Iterator[tuple[str, list[tuple[str, list[Row]]]]]:
    """Group neighbouring notes by folder, unless they are in another order."""
    if found.sort or found.partial:
        yield "", [*notes]
        return
    for folder, each in groupby(notes, key=lambda note: note[0].rpartition("/")[0]):
        yield f"{name(folder) or '.'}/", [*each]


def _name_in(path: str, found: Found) -> str:
    return _title(path) if found.sort or found.partial else _short(path)


def _more(paths: Sequence[str]) -> Iterator[PageLine]:
    """Yield how many notes are not shown, by folder."""
    if not paths:
        return
    folders = Counter(path.rpartition("/")[0] for path in paths)
    listed = [f"{name(folder) or '.'}/ {n}" for folder, n in folders.most_common(_MOST_FOLDERS)]
    rest = len(folders) - _MOST_FOLDERS
    if rest > 0:
        listed.append(f"{rest} folders more")
    yield PageLine(f"… {_number(len(paths), 'note')} more: {', '.join(listed)}")


def _name_body(found: Found, limit: int) -> Iterator[PageLine]:
    notes = [(row.path, [row]) for row in found.rows]
    for folder, each in _by_folder(notes[:limit], found):
        if folder:
            yield PageLine(folder, 1)
        for path, (row,) in each:
            yield PageLine(_name_in(path, found) + _gist(found.form, row), 2)
    yield from _more([path for path, _ in notes[limit:]])


def _gist(form: Form, row: Row) -> str:
    return f": {_clip(row.text) or '(no text)'}" if form == "gist" else ""


def _clip(text: str) -> str:
    return shorten(text.strip(), LONGEST, "…")


def _task_body(found: Found, limit: int) -> Iterator[PageLine]:
    titles = _titles(found.rows)
    places: dict[tuple[str, str], list[Row]] = {}
    for row in found.rows:
        places.setdefault((row.text, row.state or "other"), []).append(row)
    several = len(found.states) > 1
    for (text, state), rows in list(places.items())[:limit]:
        mark = f"{state}: " if several else ""
        yield PageLine(f"{mark}{_clip(text)} ({_places(rows, titles)})", 1)
    yield from _further(len(places) - limit, "different task")


def _places(rows: Sequence[Row], titles: Mapping[str, str]) -> str:
    last = f"{titles[rows[-1].path]}:{rows[-1].line}"
    if len(rows) == 1:
        return last
    return f"{titles[rows[0].path]} … {last}, {len(rows)} times"


def _further(number: int, noun: str) -> Iterator[PageLine]:
    if number > 0:
        yield PageLine(f"… {_number(number, noun)} more")


def _column_body(found: Found, limit: int) -> Iterator[PageLine]:
    titles = _titles(found.rows)
    for row in found.rows[:limit]:
        values = (_clip(value) or "-" for value in row.values)
        yield PageLine(" | ".join([*values, titles[row.path]]), 1)
    yield from _more([row.path for row in found.rows[limit:]])


def _field_body(found: Found, limit: int) -> Iterator[PageLine]:
    for row in found.rows[:limit]:
        yield PageLine(f"{name(row.text)} {row.count:,}: {_values(row)}", 1)
    if rest := found.rows[limit:]:
        names = ", ".join(f"{name(row.text)} {row.count:,}" for row in rest)
        yield PageLine(f"… {_number(len(rest), 'field')} more: {names}", 1)


def _values(row: Row) -> str:
    """Write the values of a field in the notes that have it."""
    values = [*row.counts.items()]
    if not values:
        return "empty"
    if len(values) > 1 and all(_is_date(text) for text, _ in values):
        dates = sorted(row.counts)
        return f"{dates[0]} … {dates[-1]}"
    if len(values) > max(1, row.count // 3) and len(values) > _SOME_VALUES:
        return f"{len(values):,} different, as {_clip(values[0][0])}"
    shown = _MOST_VALUES if len(values) <= _MOST_DIFFERENT else _SOME_VALUES
    listed = "; ".join(f"{shorten(text, 60, '…')} {number}" for text, number in values[:shown])
    return f"{listed}; … {len(values):,} different" if len(values) > shown else listed


def _is_date(text: str) -> bool:
    return len(text) >= 10 and text[:4].isdecimal() and text[4] == text[7] == "-"


def _count_body(found: Found, limit: int) -> Iterator[PageLine]:
    for row in found.rows[:limit]:
        values = " | ".join(map(_clip, row.values))
        counts = [f"{row.counts.get(state, 0):,}" for state in _counted_states(found)]
        yield PageLine(" ".join([*(counts or [f"{row.count:,}"]), values]), 1)
    rest = found.rows[limit:]
    if rest:
        counted = sum(row.count for row in rest)
        yield PageLine(f"… {_number(len(rest), 'value')} more, {counted:,} together", 1)


def _line_count_body(found: Found, limit: int) -> Iterator[PageLine]:
    for row in found.rows[:limit]:
        yield PageLine(f"{row.count:,} {_shown(row)}", 1)
    rest = found.rows[limit:]
    if rest:
        counted = sum(row.count for row in rest)
        yield PageLine(f"… {_number(len(rest), 'different line')} more, {counted:,} together", 1)
    if found.without:
        named = "; ".join(map(_title, found.without))
        yield PageLine(f"without: {len(found.without)}: {named}", 1)


def _note_body(found: Found, limit: int) -> Iterator[PageLine]:
    """Yield the notes of an outline or of links, each with its rows."""
    by_note = [(path, [*rows]) for path, rows in groupby(found.rows, key=lambda row: row.path)]
    shown = 0
    for number, (path, (first, *rows)) in enumerate(by_note):
        if shown >= limit:
            yield from _more([path for path, _ in by_note[number:]])
            return
        lines = f" ({_number(first.count, 'line')})" if found.form == "outline" else ""
        yield PageLine(f"{_title(path)}{lines}", 1)
        room = max(1, limit - shown)
        for row in rows[:room]:
            yield PageLine(f" {_heading(row) if found.form == 'outline' else _link(row)}", 2)
        if len(rows) > room:
            yield PageLine(f" … {len(rows) - room:,} more", 2)
        shown += 1 + len(rows)


def _text_body(found: Found, limit: int) -> Iterator[PageLine]:
    """Yield the text of each note or section below its path and lines."""
    for place in found.places[:limit]:
        yield PageLine(f"# {head_of(place)}", 1)
        for text, row in zip(numbered(place.rows), place.rows, strict=True):
            yield PageLine(text, 2, f"{row.line} {row.text}")
    yield from _more([place.path for place in found.places[limit:]])


def _heading(row: Row) -> str:
    return f"{row.line} {_clip(row.text)}"


def _link(row: Row) -> str:
    lines = f" {' '.join(row.values)}" if row.values else ""
    return f"{_clip(row.text.removesuffix('.md'))}{lines}"


_BODIES: Mapping[Form, Callable[[Found, int], Iterator[PageLine]]] = {
    "lines": _line_body,
    "names": _name_body,
    "count": lambda _found, _limit: iter(()),
    "gist": _name_body,
    "text": _text_body,
    "sections": _text_body,
    "tasks": _task_body,
    "links": _note_body,
    "outline": _note_body,
    "fields": _field_body,
    "columns": _column_body,
    "by": _count_body,
    "by line": _line_count_body,
}


def with_pages(result: FindResult) -> FindResult:
    """Return a result that knows how many pages it has."""
    return replace(result, pages=len(pages_of(result)))
