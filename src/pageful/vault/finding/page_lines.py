"""Lines of pages of `vault_find`: names of notes, numbers and long texts in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pageful.lazy.dataclasses import dataclass
from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.text.units import amount
from pageful.vault.finding.results import QueryAnswer, Row

LONGEST = 220
"""Characters of a line of a note. Chosen by hand: most lines are shorter."""
_ROOM = 2_400
"""Characters of lines that may be longer while all together are no more: about 700 tokens, which
cost less than a second look at a line that was cut. Chosen by hand."""
_BEFORE = 60
"""Characters of a long line before its first match: a clause."""
_MOST_FOLDERS = 8


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page; a page that begins below a line of a lower level repeats that one.

    `first` is the line as the first of its level on a page, where that differs.
    """

    text: str
    level: int = 0
    first: str = ""


def clip(text: str) -> str:
    """Return a text without the space around it, cut to the length of a line."""
    return shorten(text.strip(), LONGEST, "…")


def width_of(lengths: Sequence[int]) -> int:
    """Return how long lines of some lengths may be, so that few are whole and many have room."""
    left = _ROOM
    for number, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - number)
        if length > share:
            return max(LONGEST, share)
        left -= length
    return max(LONGEST, *lengths) if lengths else LONGEST


def clip_around(text: str, start: int, most: int) -> str:
    """Return at most `most` characters of a text, those around the `start` of a match."""
    if len(text) <= most:
        return text
    begin = max(0, min(start - _BEFORE, len(text) - most))
    end = begin + most
    return f"{'…' if begin else ''}{text[begin:end].strip()}{'…' if end < len(text) else ''}"


def title(path: str) -> str:
    """Return a note's path without `.md`."""
    return name(path.removesuffix(".md"))


def short_title(path: str) -> str:
    """Return a note's name without its folder."""
    return title(path.rpartition("/")[2])


def titles(rows: Sequence[Row]) -> Mapping[str, str]:
    """Return the notes' names; the whole path where two have the same one."""
    paths = {row.path for row in rows}
    often = Counter(map(short_title, paths))
    return {
        path: short_title(path) if often[short_title(path)] == 1 else title(path) for path in paths
    }


def title_after(path: str, before: str) -> str:
    """Return a note's name behind that of another one, its path only where folders differ."""
    is_same = path.rpartition("/")[0] == before.rpartition("/")[0]
    return short_title(path) if is_same else title(path)


def by_folder(
    notes: Sequence[tuple[str, list[Row]]], found: QueryAnswer
) -> Iterator[tuple[str, list[tuple[str, list[Row]]]]]:
    """Group neighbouring notes by folder, unless they are in another order."""
    if found.sort or found.partial:
        yield "", [*notes]
        return
    for folder, each in groupby(notes, key=lambda note: note[0].rpartition("/")[0]):
        yield f"{name(folder) or '.'}/", [*each]


def name_in(path: str, found: QueryAnswer) -> str:
    """Return a note's name; its path where the rows are not below their folders."""
    return title(path) if found.sort or found.partial else short_title(path)


def more_notes(paths: Sequence[str]) -> Iterator[PageLine]:
    """Yield how many notes are not shown, by folder."""
    if not paths:
        return
    folders = Counter(path.rpartition("/")[0] for path in paths)
    listed = [f"{name(folder) or '.'}/ {n}" for folder, n in folders.most_common(_MOST_FOLDERS)]
    rest = len(folders) - _MOST_FOLDERS
    if rest > 0:
        listed.append(f"{rest} folders more")
    yield PageLine(f"… {amount(len(paths), 'note')} more: {', '.join(listed)}")


def more_rows(number: int, noun: str) -> Iterator[PageLine]:
    """Yield how many rows are not shown."""
    if number > 0:
        yield PageLine(f"… {amount(number, noun)} more")
