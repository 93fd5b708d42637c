"""Several notes or parts of notes, read in one call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_text
from pageful.text.single_line import name
from pageful.tool.errors import ToolError
from pageful.vault.finding.days import day_of_name, days_between
from pageful.vault.finding.lean_text import LeanTexts
from pageful.vault.finding.results import Place, PlacesReading
from pageful.vault.finding.selection import folder_and_name
from pageful.vault.parsing.parsed_note import ListItem, Note, Section
from pageful.vault.reading.outline import headings_meant, outline
from pageful.vault.reading.section import last_line
from pageful.vault.snapshot.lookup import locate, subpath
from pageful.vault.snapshot.snapshot import VaultSnapshot

# > Journal/2024-03-03..09
_DAYS = re.compile(r"(?P<folder>(?:.*/)?)(?P<days>\d{4}(?:-\d{2}){0,2}\.\.[\d-]+)\Z")
# > Recipes/Baguette.md:10-20
_LINES = re.compile(r"(?P<path>.+?):(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?\Z")
_MOST_NAMED = 8
"""Notes that an ambiguous name may mean, or headings of a note, that are named."""


def is_plain(place: str) -> bool:
    """Return whether a place is a whole note by its path or name."""
    return not (any(mark in place for mark in "*#^") or _LINES.match(place) or _DAYS.match(place))


def read_places(
    snapshot: VaultSnapshot, places: Sequence[str], *, exact: bool, room: int
) -> PlacesReading:
    """Read places; one that is not found is answered in its place."""
    texts = LeanTexts(snapshot, exact=exact)
    found = [each for place in places for each in _places(snapshot, texts, place)]
    return PlacesReading(tuple(dict.fromkeys(found)), exact, room)


def _places(snapshot: VaultSnapshot, texts: LeanTexts, asked: str) -> Iterator[Place]:
    try:
        for span in _spans(snapshot, asked):
            yield _place(snapshot, texts, asked, span)
    except ToolError as error:
        yield Place(asked, error=str(error))


def _place(snapshot: VaultSnapshot, texts: LeanTexts, asked: str, span: _Span) -> Place:
    path, first = span.path, span.first
    if path not in snapshot.notes or snapshot.files[path].kind != "note":
        raise ToolError(
            f"`{name(path)}` is no note.", "Read it alone by `path`, if it is a text file."
        )
    lines = snapshot.notes[path].lines
    end = lines if span.last is None else min(span.last, lines)
    if first > max(lines, 1) or first < 1:
        raise ToolError(f"`{name(path)}` has {lines:,} lines.", f"Ask for {name(path)}:1-{lines}.")
    rows = texts.rows(path, first, end)
    left_out = end - first + 1 - len(rows)
    return Place(asked, path, first, end, lines, rows, left_out, also=span.also)


@dataclass(frozen=True, slots=True)
class _Span:
    """Lines of a note, to its end without a `last`; `also` are headings that fit as well."""

    path: str
    first: int = 1
    last: int | None = None
    also: tuple[int, ...] = ()


def _spans(snapshot: VaultSnapshot, asked: str) -> Iterator[_Span]:
    """Yield each note that a place means, with its first and last line."""
    if asked in snapshot.files:
        yield _Span(asked)
    elif days := _DAYS.match(asked):
        yield from map(_Span, _of_days(snapshot, days["folder"], days["days"]))
    elif "*" in asked:
        yield from map(_Span, _matching(snapshot, asked))
    elif found := _LINES.match(asked):
        first = int(found["first"])
        last = int(found["last"] or first)
        if last < first:
            problem = f"`{name(asked)}` ends before it begins."
            raise ToolError(problem, f"Ask for {name(found['path'])}:{last}-{first}.")
        yield _Span(_locate_note(snapshot, found["path"]), first, last)
    else:
        path = _locate_note(snapshot, asked.partition("^")[0] or asked)
        wanted = subpath(asked) or "^".join(["", *asked.split("^")[1:2]])
        note = snapshot.notes.get(path)
        yield _part(path, note, wanted) if wanted and note else _Span(path)


def _part(path: str, note: Note, wanted: str) -> _Span:
    """Return the lines of a heading with what is below it, or of a block."""
    if wanted.startswith("^"):
        named: list[Section | ListItem] = [*note.sections, *note.items]
        blocks = {each.block_id.lower(): each for each in named}
        block = blocks.get(wanted[1:].lower())
        if block is None or wanted == "^":
            names = [f"^{each}" for each in blocks if each]
            raise _unknown_place(path, f"block {wanted}", names)
        return _Span(path, block.line, block.end_line)
    found = headings_meant(outline(note.headings), wanted)
    heading = next(iter(found), None)
    if heading is None:
        names = [f"{each.line} {'#' * each.level} {each.text}" for each in note.headings]
        raise _unknown_place(path, f"heading {wanted}", names)
    also = tuple(each.line for each in found[1 : 1 + _MOST_NAMED])
    return _Span(path, heading.line, last_line(note, heading), also)


def _unknown_place(path: str, wanted: str, names: Sequence[str]) -> ToolError:
    listed = "; ".join(name(each[:80]) for each in names[:_MOST_NAMED])
    rest = len(names) - _MOST_NAMED
    more = f"; … {rest} more" if rest > 0 else ""
    return ToolError(
        f"`{name(path)}` has no {wanted[:80]}.",
        f"It has {listed}{more}." if names else "It has none.",
    )


def _locate_note(snapshot: VaultSnapshot, asked: str) -> str:
    """Return the note of a path, name or link, or of the only path that ends in a text or has it.

    Raises:
        ToolError: there is none, or several.
    """
    try:
        return locate(snapshot, asked)
    except ToolError:
        wanted = fold_text(asked.strip().removesuffix(".md"))
        titles = {path: fold_text(path.removesuffix(".md")) for path in snapshot.notes}
        for found in (
            [path for path, title in titles.items() if title.endswith(wanted)],
            [path for path, title in titles.items() if wanted in title],
        ):
            if wanted and len(found) == 1:
                return found[0]
        raise


def _matching(snapshot: VaultSnapshot, pattern: str) -> list[str]:
    wanted = fold_text(pattern.removesuffix(".md"))
    return _some(
        pattern,
        [
            path
            for path in snapshot.notes
            if fnmatchcase(fold_text(path.removesuffix(".md")), wanted.replace("[", "[[]"))
        ],
    )


def _of_days(snapshot: VaultSnapshot, folder: str, days: str) -> list[str]:
    first, last = days_between(days)
    start = fold_text(folder)
    return _some(
        f"{folder}{days}",
        [
            path
            for path in snapshot.notes
            if first <= day_of_name(path) <= last and fold_text(path).startswith(start)
        ],
    )


def _some(asked: str, paths: list[str]) -> list[str]:
    if paths:
        return sorted(paths, key=folder_and_name)
    raise ToolError(
        f"No note's path is like {name(asked[:200])}.",
        'vault_find(queries=["in:Folder/"]) names the notes of a folder.',
    )
