"""Fit a document into a number of characters: collections give way first, and every cut is said."""

from __future__ import annotations

from pageful.page.blocks import (
    Block,
    Bullets,
    Document,
    Fields,
    Hatch,
    Heading,
    Line,
    Note,
    Rule,
    Section,
    Sections,
    Tip,
)
from pageful.page.clipping import Cut
from pageful.page.cutting import NOTICE, Fitted, cut_block, how_many, joined, size_of, total_size
from pageful.page.markdown import to_markdown

__all__ = ["DEFAULT", "MINIMUM", "Cut", "Fitted", "checked", "fit"]

DEFAULT = 40_000
"""Characters of a page where the caller names no budget: below every known client's own limit."""

MINIMUM = 500
"""The smallest budget, which still holds a header, a count and a follow-up call."""

_LEAST = 2 * NOTICE


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
        if room <= 0:
            none = Cut("block", 0, len(whole))
            return Fitted((Line(str(none)),), (none,))
        fitted = _fit_blocks(whole, room)
    return fitted


def _fit_blocks(blocks: tuple[Block, ...], room: int) -> Fitted:
    """Keep short words whole, and share what room they leave among the other blocks."""
    if len(blocks) == 1:
        return _fit_block(blocks[0], size_of(blocks[0]), room)
    sizes = [size_of(block) for block in blocks]
    shares = _shares(blocks, sizes, room)
    if sum(shares) > room:
        return _fit_leading(blocks, room)
    return joined(map(_fit_block, blocks, sizes, shares))


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
    return size if _is_words(block) and size <= room // 4 else min(size, _LEAST)


def _is_words(block: Block) -> bool:
    return isinstance(block, Heading | Line | Note | Tip | Fields | Rule | Hatch)


def _fit_block(block: Block, size: int, room: int) -> Fitted:
    if size <= room:
        return Fitted((block,))
    return _cut_sections(block, room) if isinstance(block, Sections) else cut_block(block, room)


def _fit_leading(blocks: tuple[Block, ...], room: int) -> Fitted:
    """Treat more blocks than there is room for as one collection, and keep its last notes."""
    notes = [n for n, block in enumerate(blocks) if isinstance(block, Note | Tip)][-2:]
    tail = joined(_fit_block(blocks[n], size_of(blocks[n]), room // 6) for n in notes)
    rest = (Section((block,)) for n, block in enumerate(blocks) if n not in notes)
    body = _cut_sections(Sections(tuple(rest), of="block"), room - total_size(tail))
    return joined((body, tail))


def _cut_sections(sections: Sections, room: int) -> Fitted:
    """Keep sections while they fit, the start of the next if it makes sense, the others' names."""
    items = sections.items
    names = min(room // 4, sum(len(item.name) + 3 for item in items if item.name))
    left = room - _LEAST - names
    shown, used = how_many((total_size(Fitted(item.blocks)) for item in items), left)
    parts = [Fitted(item.blocks) for item in items[:shown]]
    if shown < len(items):
        left -= used
        partly = items[shown].blocks
        if not shown or _needed(partly) <= left:
            parts.append(_fit_blocks(partly, left))
            shown += 1
    parts.append(_unshown(sections, shown, room - sum(map(total_size, parts))))
    return joined(parts)


def _needed(blocks: tuple[Block, ...]) -> int:
    """Count what a section takes with its words whole and its collections cut."""
    sizes = ((_is_words(block), size_of(block)) for block in blocks)
    return sum(size if words else min(size, _LEAST) for words, size in sizes)


def _unshown(sections: Sections, shown: int, room: int) -> Fitted:
    cut = Cut(sections.of, shown, len(sections.items))
    if shown == cut.total:
        return Fitted(())
    names = tuple(item.name for item in sections.items[shown:] if item.name)
    if not names or room < 2 * _LEAST:
        return Fitted((Line(str(cut)),), (cut,))
    listed = Bullets(names, of="name")
    fitted = _fit_block(listed, size_of(listed), room - NOTICE)
    return Fitted((Line(f"{cut}:"), *fitted.document), (cut, *fitted.cuts))
