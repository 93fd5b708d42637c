"""Fit a document into a number of characters: collections give way first, and every cut is said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, assert_never

from laconic.clean import printable
from laconic.clipping import Cut, clipped, clipped_line, end_of_cut
from laconic.document import (
    Block,
    Bullets,
    Code,
    Document,
    Fields,
    Heading,
    Line,
    Note,
    Numbered,
    Output,
    Section,
    Sections,
    Table,
    Text,
    Tip,
    Verbatim,
)
from laconic.markdown import to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["DEFAULT", "MINIMUM", "Cut", "Fitted", "checked", "fit"]

DEFAULT = 40_000
"""Characters of a page where the caller names no budget: below every known client's own limit."""

MINIMUM = 500
"""The smallest budget, which still holds a header, a count and a follow-up call."""

_GAP = 2
_AROUND_VERBATIM = 40
_NOTICE = 40
_LEAST = 2 * _NOTICE


@dataclass(frozen=True, slots=True)
class Fitted:
    """A document within the budget, and what had to be left out of it."""

    document: tuple[Block, ...]
    cuts: tuple[Cut, ...] = ()


def checked(budget: int) -> int:
    """Return the budget itself.

    Raises:
        ValueError: it is below `MINIMUM`.

    """
    if budget < MINIMUM:
        raise ValueError(f"a budget of {budget} characters is too small: the smallest is {MINIMUM}")
    return budget


def fit(document: Document, budget: int = DEFAULT, *, reserve: int = 0) -> Fitted:
    """Cut the document where needed so that its Markdown has at most `budget` characters.

    Collections are cut at their end, output in its middle; a heading, a line or a note only where
    it is long itself. `reserve` of the characters, at most half of them, stay free.

    Raises:
        ValueError: the budget is below `MINIMUM`.

    """
    room = limit = checked(budget) - min(reserve, budget // 2)
    whole = tuple(document)
    fitted = Fitted(whole)
    while (excess := len(to_markdown(fitted.document)) - limit) > 0:
        room -= 0 if fitted.document is whole else excess
        fitted = _fit_blocks(whole, room)
    return fitted


def _fit_blocks(blocks: tuple[Block, ...], room: int) -> Fitted:
    """Keep short words whole, and share what room they leave among the other blocks."""
    if len(blocks) == 1:
        return _fit_block(blocks[0], _size(blocks[0]), room)
    sizes = [_size(block) for block in blocks]
    shares = _shares(blocks, sizes, room)
    if sum(shares) > room:
        return _fit_leading(blocks, room)
    return _joined(map(_fit_block, blocks, sizes, shares))


def _shares(blocks: tuple[Block, ...], sizes: list[int], room: int) -> list[int]:
    """Divide the room: every block gets its least, and what is left goes to the smallest first."""
    shares = [_least(block, size, room) for block, size in zip(blocks, sizes, strict=True)]
    spare = max(0, room - sum(shares))
    waiting = sorted(
        (n for n in range(len(blocks)) if shares[n] < sizes[n]), key=lambda n: sizes[n]
    )
    for turn, n in enumerate(waiting):
        more = min(spare // (len(waiting) - turn), sizes[n] - shares[n])
        shares[n] += more
        spare -= more
    return shares


def _least(block: Block, size: int, room: int) -> int:
    if isinstance(block, Heading | Line | Note | Tip | Fields) and size <= room // 4:
        return size
    return min(size, _LEAST)


def _fit_block(block: Block, size: int, room: int) -> Fitted:
    return Fitted((block,)) if size <= room else _cut(block, room)


def _fit_leading(blocks: tuple[Block, ...], room: int) -> Fitted:
    """Treat more blocks than there is room for as one collection, and keep its last notes."""
    notes = [n for n, block in enumerate(blocks) if isinstance(block, Note | Tip)][-2:]
    tail = _joined(_fit_block(blocks[n], _size(blocks[n]), room // 6) for n in notes)
    rest = (Section((block,)) for n, block in enumerate(blocks) if n not in notes)
    body = _cut_sections(Sections(tuple(rest), of="block"), room - _total(tail))
    return _joined((body, tail))


def _size(block: Block) -> int:
    around = _AROUND_VERBATIM if isinstance(block, Verbatim) else _GAP
    if isinstance(block, Sections):
        return sum(_size(inner) for item in block.items for inner in item.blocks)
    return len(to_markdown((block,))) + around


def _total(fitted: Fitted) -> int:
    return sum(map(_size, fitted.document))


def _joined(parts: Iterable[Fitted]) -> Fitted:
    fitted = tuple(parts)
    return Fitted(
        tuple(block for part in fitted for block in part.document),
        tuple(cut for part in fitted for cut in part.cuts),
    )


def _cut(block: Block, room: int) -> Fitted:
    match block:
        case Heading(text) | Line(text) | Note(text) | Tip(text):
            return _cut_words(text, room, lambda kept: replace(block, text=kept))
        case Fields():
            return _cut_fields(block, room)
        case Bullets() | Numbered():
            return _cut_list(block, room)
        case Table():
            return _cut_table(block, room)
        case Code(text):
            return _cut_lines(printable(text), room, lambda kept: replace(block, text=kept))
        case Verbatim(markdown):
            return _cut_lines(markdown, room, Verbatim)
        case Output():
            return _cut_output(block, room)
        case Sections():
            return _cut_sections(block, room)
        case _:
            assert_never(block)


def _longest(made: Callable[[int], Fitted], room: int, lost: Cut) -> Fitted:
    """Find the longest cut that has room among those made for a number of characters to keep."""
    best = Fitted((Line(str(lost)),), (lost,))
    least, most = 0, room
    while least <= most:
        keep = (least + most) // 2
        fitted = made(keep)
        if _total(fitted) <= room:
            best, least = fitted, keep + 1
        else:
            most = keep - 1
    return best


def _with_rest(fitted: Fitted, cut: Cut) -> Fitted:
    """Say below a cut collection how many more there are."""
    if cut.shown >= cut.total:
        return fitted
    return Fitted((*fitted.document, Line(str(cut))), (cut, *fitted.cuts))


def _leading(sizes: Iterable[int], room: int) -> tuple[int, int]:
    """Count how many of the first sizes have room together, and what they take."""
    number = used = 0
    for size in sizes:
        if used + size > room:
            break
        number += 1
        used += size
    return number, used


def _cut_words(text: Text, room: int, made: Callable[[Text], Block]) -> Fitted:
    def first(keep: int) -> Fitted:
        kept, cuts = clipped(text, keep)
        return Fitted((made(kept),), cuts)

    return _longest(first, room, Cut("block", 0, 1))


def _cut_fields(fields: Fields, room: int) -> Fitted:
    items = fields.items

    def leading(shown: int) -> Fitted:
        return Fitted((Fields(items[:shown]),))

    def with_part(shown: int, keep: int) -> Fitted:
        label, of_label = clipped_line(items[shown][0], keep // 4)
        value, of_value = clipped(items[shown][1], keep)
        return Fitted((Fields((*items[:shown], (label, value))),), of_label + of_value)

    sizes = (_size(Fields((item,))) - 1 for item in items)
    return _cut_items(sizes, room, Cut("field", 0, len(items)), leading, with_part)


def _cut_list(block: Bullets | Numbered, room: int) -> Fitted:
    items = block.items

    def leading(shown: int) -> Fitted:
        return Fitted((replace(block, items=items[:shown]),))

    def with_part(shown: int, keep: int) -> Fitted:
        kept, cuts = clipped(items[shown], keep)
        return Fitted((replace(block, items=(*items[:shown], kept)),), cuts)

    sizes = (_size(replace(block, items=(item,))) - 1 for item in items)
    return _cut_items(sizes, room, Cut(block.of, 0, len(items)), leading, with_part)


def _cut_table(table: Table, room: int) -> Fitted:
    bare = _size(replace(table, rows=()))

    def leading(shown: int) -> Fitted:
        return Fitted((replace(table, rows=table.rows[:shown]),))

    def with_part(shown: int, keep: int) -> Fitted:
        return _narrowed(table, shown, keep // len(table.columns))

    if not table.rows:
        lost = Cut("column", 0, len(table.columns))
        return _longest(lambda keep: with_part(0, keep), room, lost)
    sizes = (_size(replace(table, rows=(row,))) - bare for row in table.rows)
    return _cut_items(
        sizes, room - bare, Cut(table.of, 0, len(table.rows)), leading, with_part, header=bare
    )


def _narrowed(table: Table, shown: int, keep: int) -> Fitted:
    """Add to the rows shown whole the next one, with so many characters in each cell."""
    columns = [clipped_line(column, keep) for column in table.columns]
    cells = [clipped(cell, keep) for row in table.rows[shown : shown + 1] for cell in row]
    cuts = tuple(cut for _, cuts in (*columns, *cells) for cut in cuts)
    part = (tuple(words for words, _ in cells),) if cells else ()
    header = tuple(words for words, _ in columns)
    return Fitted((Table(header, (*table.rows[:shown], *part), table.of),), cuts)


def _cut_items(
    sizes: Iterable[int],
    room: int,
    none: Cut,
    leading: Callable[[int], Fitted],
    with_part: Callable[[int, int], Fitted],
    *,
    header: int = 0,
) -> Fitted:
    """Keep whole items; where the next one is so large that half the room is left, a part of it."""
    shown, used = _leading(sizes, room - _NOTICE)
    if 2 * used >= room > 0:
        return _with_rest(leading(shown), replace(none, shown=shown))
    cut = replace(none, shown=shown + 1)
    return _longest(lambda keep: _with_rest(with_part(shown, keep), cut), room + header, none)


def _cut_lines(text: str, room: int, made: Callable[[str], Block]) -> Fitted:
    """Keep whole lines from the start of a text, or else the start of its first line."""

    def first(keep: int) -> Fitted:
        end, cut = end_of_cut(text, keep)
        blocks = (made(text[:end]),) if end else ()
        return _with_rest(Fitted(blocks), cut) if cut else Fitted(blocks)

    return _longest(first, room, Cut("block", 0, 1))


def _cut_output(output: Output, room: int) -> Fitted:
    """Keep the start and the end of what a program printed: innermost causes come last."""
    lines = printable(output.text).split("\n")

    def ends(keep: int) -> Fitted:
        text, cuts = _middle_cut(lines, keep)
        label, of_label = clipped_line(output.label, keep // 4)
        return Fitted((replace(output, text=text, label=label),), of_label + cuts)

    return _longest(ends, room, Cut("line", 0, len(lines)))


def _middle_cut(lines: list[str], keep: int) -> tuple[str, tuple[Cut, ...]]:
    """Leave out lines of the middle: half of the room goes to the end, the rest to the start."""
    share = keep // 2 if len(lines) > 1 else keep
    tail, used = _leading((len(line) + 3 for line in reversed(lines)), share)
    last, of_last = (lines[-1], ()) if tail else clipped_line(lines[-1], share)
    tail, used = (tail, used) if tail else (1, len(last))
    head, _ = _leading((len(line) + 3 for line in islice(lines, len(lines) - tail)), keep - used)
    cut = Cut("line", head + tail, len(lines))
    omitted = [str(cut)] if cut.shown < cut.total else []
    kept = [*lines[:head], *omitted, *lines[len(lines) - tail : -1], last]
    return "\n".join(kept), ((cut,) if omitted else ()) + of_last


def _cut_sections(sections: Sections, room: int) -> Fitted:
    """Keep sections while they fit, the start of the next if it makes sense, the others' names."""
    items = sections.items
    names = min(room // 4, sum(len(item.name) + 3 for item in items if item.name))
    left = room - _LEAST - names
    shown, used = _leading((_total(Fitted(item.blocks)) for item in items), left)
    parts = [Fitted(item.blocks) for item in items[:shown]]
    if shown < len(items):
        left -= used
        partly = items[shown].blocks
        if not shown or sum(_least(block, _size(block), left) for block in partly) <= left:
            parts.append(_fit_blocks(partly, left))
            shown += 1
    parts.append(_unshown(sections, shown, room - sum(map(_total, parts))))
    return _joined(parts)


def _unshown(sections: Sections, shown: int, room: int) -> Fitted:
    cut = Cut(sections.of, shown, len(sections.items))
    if shown == cut.total:
        return Fitted(())
    names = tuple(item.name for item in sections.items[shown:] if item.name)
    if not names or room < 2 * _LEAST:
        return Fitted((Line(str(cut)),), (cut,))
    listed = Bullets(names, of="name")
    fitted = _fit_block(listed, _size(listed), room - _NOTICE)
    return Fitted((Line(f"{cut}:"), *fitted.document), (cut, *fitted.cuts))
