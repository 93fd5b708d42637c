"""Pages within a budget: rows, lines and texts from the start, and how many are left out."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.anything.writing import PageParts, TablePart, write_text
from pageful.lazy.dataclasses import dataclass
from pageful.text.units import count

_RESERVE = 40
"""Characters of a line that counts what is left out, with its newlines."""
_RECORD_SHARE = 0.5
"""Of a page with tables, a record may take this much: rows are what was asked for."""


@dataclass(frozen=True, slots=True)
class CutText:
    """A text within a budget, and what is left out of it: rows, lines or characters."""

    text: str
    hidden: int
    unit: str


@dataclass(slots=True)
class _Room:
    """Characters that are left, and what had no room."""

    left: int
    rows: int = 0
    others: int = 0


def cut_json(text: str, budget: int) -> CutText:
    """Keep the start of compact JSON."""
    if len(text) <= budget:
        return CutText(text, 0, "character")
    hidden = len(text) - max(0, budget - _RESERVE)
    return CutText(
        f"{text[: len(text) - hidden]}\n{_more(hidden, 'character')}", hidden, "character"
    )


def cut_page(parts: PageParts, budget: int) -> CutText:
    """Keep as many rows as the budget allows, and whatever they need to be read."""
    room = _Room(budget)
    share = int(budget * _RECORD_SHARE) if parts.tables else budget
    blocks = [_take_lines(parts.record, room, share)]
    tables = [_take_rows(each, room, after) for each, after in _with_rest(parts.tables)]
    legends = [_take_rows(each, room, after) for each, after in _with_rest(parts.legends)]
    blocks += [*legends, *tables]
    blocks += _take_texts(parts.texts, "\n".join(blocks), room)
    text = "\n\n".join(filter(None, blocks))
    if len(text) > budget:
        return cut_json(parts.write(), budget)
    hidden, unit = (room.rows, "row") if room.rows else (room.others, "character")
    return CutText(text, hidden, unit)


def _with_rest(tables: Sequence[TablePart]) -> list[tuple[TablePart, int]]:
    """Put beside each table what the headers of those behind it take."""
    sizes = [_size(each.lines(0)) + _RESERVE for each in tables]
    return [(each, sum(sizes[n + 1 :])) for n, each in enumerate(tables)]


def _size(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines) + 1


def _more(hidden: int, unit: str) -> str:
    words = count(hidden, unit)
    number, _, noun = words.partition(" ")
    return f"… {number} more {noun}"


def _take_lines(lines: Sequence[str], room: _Room, share: int) -> str:
    share = min(share, room.left)
    if _size(lines) <= share:
        room.left -= _size(lines)
        return "\n".join(lines)
    shown: list[str] = []
    used = _RESERVE
    for line in lines:
        if used + len(line) + 1 > share:
            break
        used += len(line) + 1
        shown.append(line)
    hidden = sum(len(line) + 1 for line in lines[len(shown) :])
    if used < share and len(shown) < len(lines):
        part = lines[len(shown)][: share - used - 1]
        shown.append(part)
        hidden -= len(part)
        used += len(part) + 1
    room.others += hidden
    room.left -= used
    return "\n".join([*shown, _more(hidden, "character")])


def _take_rows(table: TablePart, room: _Room, after: int) -> str:
    whole = table.lines()
    if _size(whole) <= room.left - after:
        room.left -= _size(whole)
        return "\n".join(whole)
    used = _size(table.lines(0)) + _RESERVE
    shown = 0
    for row in table.rows:
        if used + len(row) + 1 > room.left - after:
            break
        used += len(row) + 1
        shown += 1
    hidden = len(table.rows) - shown
    room.rows += hidden
    room.left -= used
    return "\n".join([*table.lines(shown), "", _more(hidden, "row")])


def _take_texts(texts: Sequence[str], shown: str, room: _Room) -> list[str]:
    """Keep the texts that the page speaks of; the one that does not fit is cut."""
    blocks = []
    for number, text in enumerate(texts, 1):
        if f"[text {number}]" not in shown:
            continue
        free = room.left - _RESERVE - len(write_text(number, "")) - 2
        if len(text) > free:
            kept = max(0, free)
            room.others += len(text) - kept
            more = _more(len(text) - kept, "character")
            blocks.append(
                f"{write_text(number, text[:kept])}\n{more}" if kept else f"text {number}: {more}"
            )
            room.left -= min(room.left, len(blocks[-1]) + 2)
        else:
            blocks.append(write_text(number, text))
            room.left -= len(blocks[-1]) + 2
    return blocks
