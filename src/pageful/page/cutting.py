"""Single blocks cut to a number of characters, each with a note of how much more there is."""

from __future__ import annotations

from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, assert_never

from pageful.lazy.dataclasses import dataclass, replace
from pageful.page.blocks import (
    Block,
    Bullets,
    Code,
    Fields,
    Hatch,
    Heading,
    Leaf,
    Line,
    Note,
    Numbered,
    Output,
    Rule,
    Sections,
    Table,
    Text,
    Tip,
    Verbatim,
)
from pageful.page.clipping import Cut, clip_line, find_cut, line_clipper, text_clipper
from pageful.page.keys import item_path, line_path
from pageful.page.markdown import to_markdown
from pageful.page.pagination import count_fitting
from pageful.text.printable import make_printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pageful.page.blocks import ItemPath, Key

NOTICE = 40
"""Characters kept free for the note of a cut: `… 1234 more characters`, or a longer noun."""

_GAP = 2  # the newlines of an empty line
_AROUND_VERBATIM = 40  # the gap, a comment that keeps lists apart, and what ends an open construct


@dataclass(frozen=True, slots=True)
class FittedDocument:
    """A document within the budget, and its cuts."""

    document: tuple[Block, ...]
    cuts: tuple[Cut, ...] = ()


def size_of(block: Block) -> int:
    """Measure the Markdown of a block, with the gap that keeps it from its neighbour."""
    around = _AROUND_VERBATIM if isinstance(block, Verbatim) else _GAP
    if isinstance(block, Sections):
        return sum(size_of(inner) for item in block.items for inner in item.blocks)
    return len(to_markdown((block,))) + around


def size_up_to(block: Block, most: int) -> int:
    """Measure a block, and of one that is larger than `most` perhaps no more than its start."""
    start = cut_short(block, most)
    size = size_of(start) if start else 0
    return size if size > most else size_of(block)


def cut_short(block: Block, most: int) -> Block | None:
    """Return the start of a collection that likely has more than `most` characters, if there is.

    It is no longer than the whole, and written in a part of the time.
    """
    # A line of a page has more than eight characters: what fits is hardly ever written twice.
    number = most // 8
    match block:
        case Bullets(items) | Numbered(items) if number < len(items):
            return replace(block, items=items[:number], keys=())
        case Fields(fields) if number < len(fields):
            return replace(block, items=fields[:number])
        case Sections(sections) if number < len(sections):
            return replace(block, items=sections[:number])
        case Table(rows=rows) if number < len(rows):
            return replace(block, rows=rows[:number], keys=())
        case _:
            return None


def total_size(fitted: FittedDocument) -> int:
    """Measure all blocks of a document."""
    return sum(map(size_of, fitted.document))


def join(parts: Iterable[FittedDocument]) -> FittedDocument:
    """Join parts of a document."""
    fitted = tuple(parts)
    return FittedDocument(
        tuple(block for part in fitted for block in part.document),
        tuple(cut for part in fitted for cut in part.cuts),
    )


def nest(path: ItemPath, fitted: FittedDocument) -> FittedDocument:
    """Put what was fitted into the item at `path`: its cuts are that item's."""
    return FittedDocument(fitted.document, tuple(cut.within(path) for cut in fitted.cuts))


def cut_block(block: Leaf, room: int) -> FittedDocument:
    """Cut a block to a size in which it does not fit whole."""
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
            kept_code = partial(replace, block, keys=())
            return _cut_lines(
                make_printable(text), room, lambda kept: kept_code(text=kept), block.keys
            )
        case Verbatim(markdown):
            return _cut_lines(markdown, room, lambda kept: replace(block, markdown=kept), ())
        case Output():
            return _cut_output(block, room)
        case Rule() | Hatch():
            return FittedDocument((), (Cut("block", 0, 1),))
        case _:
            assert_never(block)


def _find_longest(make: Callable[[int], FittedDocument], room: int, lost: Cut) -> FittedDocument:
    """Find the longest version that has room; `make` makes one for a number of characters to keep.

    Where none has, the note of the cut `lost` is left.
    """
    best = FittedDocument((Line(str(lost)),), (lost,))
    least, most = 0, room
    while least <= most:
        keep = (least + most) // 2
        fitted = make(keep)
        if total_size(fitted) <= room:
            best, least = fitted, keep + 1
        else:
            most = keep - 1
    return best


def _add_note(fitted: FittedDocument, cut: Cut) -> FittedDocument:
    """Note below a cut collection how many more there are; at bullets, in a last one."""
    if cut.shown >= cut.total:
        return fitted
    match fitted.document:
        case (Bullets(items) as bullets,):
            document: tuple[Block, ...] = (replace(bullets, items=(*items, str(cut)), keys=()),)
        case blocks:
            document = (*blocks, Line(str(cut)))
    return FittedDocument(document, (cut, *fitted.cuts))


def _cut_words(text: Text, room: int, make: Callable[[Text], Block]) -> FittedDocument:
    clip = text_clipper(text)

    def keep_start(keep: int) -> FittedDocument:
        kept, cuts = clip(keep)
        return FittedDocument((make(kept),), cuts)

    return _find_longest(keep_start, room, Cut("block", 0, 1))


def _cut_fields(fields: Fields, room: int) -> FittedDocument:
    items = fields.items
    clip_label, clip_value = cache(line_clipper), cache(text_clipper)

    def keep_whole(shown: int) -> FittedDocument:
        return FittedDocument((replace(fields, items=items[:shown]),))

    def keep_part(shown: int, keep: int) -> FittedDocument:
        label, of_label = clip_label(items[shown][0])(keep)
        value, of_value = clip_value(items[shown][1])(keep)
        kept = replace(fields, items=(*items[:shown], (label, value)))
        return FittedDocument((kept,), of_label + of_value)

    sizes = (size_of(replace(fields, items=(item,))) - 1 for item in items)
    none = Cut("field", 0, len(items))
    return _cut_items(sizes, room, none, lambda _: (), keep_whole, keep_part)


def _cut_list(block: Bullets | Numbered, room: int) -> FittedDocument:
    items = block.items
    clip = cache(text_clipper)

    def keep_whole(shown: int) -> FittedDocument:
        return FittedDocument((replace(block, items=items[:shown], keys=()),))

    def keep_part(shown: int, keep: int) -> FittedDocument:
        kept, cuts = clip(items[shown])(keep)
        return FittedDocument((replace(block, items=(*items[:shown], kept), keys=()),), cuts)

    sizes = (size_of(replace(block, items=(item,), keys=())) - 1 for item in items)
    none, path = Cut(block.of, 0, len(items)), _path_maker(block.keys, len(items))
    return _cut_items(sizes, room, none, path, keep_whole, keep_part)


def _cut_table(table: Table, room: int) -> FittedDocument:
    bare = size_of(replace(table, rows=(), keys=()))
    clip_column, clip_cell = cache(line_clipper), cache(text_clipper)

    def keep_whole(shown: int) -> FittedDocument:
        return FittedDocument((replace(table, rows=table.rows[:shown], keys=()),))

    def keep_part(shown: int, keep: int) -> FittedDocument:
        """Add to the rows shown whole the next one, with `keep` characters in each cell."""
        columns = [clip_column(column)(keep) for column in table.columns]
        cells = [clip_cell(cell)(keep) for row in table.rows[shown : shown + 1] for cell in row]
        cuts = tuple(cut for _, cuts in (*columns, *cells) for cut in cuts)
        part = (tuple(words for words, _ in cells),) if cells else ()
        header = tuple(words for words, _ in columns)
        kept = replace(table, columns=header, rows=(*table.rows[:shown], *part), keys=())
        return FittedDocument((kept,), cuts)

    if not table.rows:
        return _find_longest(partial(keep_part, 0), room, Cut("column", 0, len(table.columns)))
    sizes = (size_of(replace(table, rows=(row,), keys=())) - bare for row in table.rows)
    none, path = Cut(table.of, 0, len(table.rows)), _path_maker(table.keys, len(table.rows))
    return _cut_items(sizes, room - bare, none, path, keep_whole, keep_part, header=bare)


def _cut_items(
    sizes: Iterable[int],
    room: int,
    none: Cut,
    path: Callable[[int], ItemPath],
    keep_whole: Callable[[int], FittedDocument],
    keep_part: Callable[[int, int], FittedDocument],
    *,
    header: int = 0,
) -> FittedDocument:
    """Keep whole items, and a part of the next one if it is so large that half the room is left.

    `path` names the item at a position, `none` is the cut with no item left.
    """
    none = replace(none, first_hidden=path(0))
    shown, used = count_fitting(sizes, room - NOTICE)
    if 2 * used >= room > 0:
        return _add_note(keep_whole(shown), replace(none, shown=shown, first_hidden=path(shown)))

    def keep_next(keep: int) -> FittedDocument:
        part = nest(path(shown), keep_part(shown, keep))
        in_part = bool(part.cuts)
        first = path(shown if in_part else shown + 1)
        return _add_note(part, Cut(none.of, shown + 1, none.total, first, in_part))

    return _find_longest(keep_next, room + header, none)


def _path_maker(keys: tuple[Key, ...], total: int) -> Callable[[int], ItemPath]:
    return lambda n: item_path(keys, n, total)


def _cut_lines(
    text: str, room: int, make: Callable[[str], Block], keys: tuple[Key, ...]
) -> FittedDocument:
    """Keep whole lines from the start of a text, or else the start of its first line."""
    total = len(text.split("\n"))

    def keep_start(keep: int) -> FittedDocument:
        end, cut = find_cut(text, keep)
        blocks = (make(text[:end]),) if end else ()
        if cut is None:
            return FittedDocument(blocks)
        in_part = cut.of == "character"
        line = text.count("\n", 0, end) + (not in_part)
        cut = replace(cut, first_hidden=line_path(keys, line, total), in_part=in_part)
        return _add_note(FittedDocument(blocks), cut)

    return _find_longest(keep_start, room, Cut("block", 0, 1, line_path(keys, 0, total)))


def _cut_output(output: Output, room: int) -> FittedDocument:
    """Keep the start and the end of what a program printed: innermost causes come last."""
    lines = make_printable(output.text).split("\n")
    clip_label = line_clipper(output.label)

    def keep_ends(keep: int) -> FittedDocument:
        text, cuts = _cut_middle(lines, output.keys, keep)
        label, of_label = clip_label(keep)
        return FittedDocument((replace(output, text=text, label=label, keys=()),), of_label + cuts)

    return _find_longest(
        keep_ends, room, Cut("line", 0, len(lines), line_path(output.keys, 0, len(lines)))
    )


def _cut_middle(lines: list[str], keys: tuple[Key, ...], keep: int) -> tuple[str, tuple[Cut, ...]]:
    """Leave out lines of the middle: half of the room goes to the end, the rest to the start."""
    share = keep // 2 if len(lines) > 1 else keep
    tail, used = count_fitting((len(line) + 3 for line in reversed(lines)), share)
    last, of_last = (lines[-1], ()) if tail else clip_line(lines[-1], share)
    tail, used = (tail, used) if tail else (1, len(last))
    head, _ = count_fitting(
        (len(line) + 3 for line in islice(lines, len(lines) - tail)), keep - used
    )
    total = len(lines)
    cut = Cut("line", head + tail, total, line_path(keys, head, total))
    omitted = [str(cut)] if cut.shown < cut.total else []
    kept = [*lines[:head], *omitted, *lines[total - tail : -1], last]
    of_last = tuple(each.within(line_path(keys, total - 1, total)) for each in of_last)
    return "\n".join(kept), ((cut,) if omitted else ()) + of_last
