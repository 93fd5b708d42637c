"""Documents fitted into a budget of characters: collections are cut first, and cuts are noted."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.lazy.dataclasses import dataclass, replace
from pageful.page.blocks import (
    Block,
    Bullets,
    Document,
    ItemPath,
    Key,
    Line,
    Note,
    Sections,
    Tip,
    item_keys,
)
from pageful.page.clipping import Cut
from pageful.page.cutting import (
    NOTICE,
    FittedDocument,
    cut_block,
    cut_short,
    join,
    nest,
    size_of,
    size_up_to,
    total_size,
)
from pageful.page.keys import first_item, section_count, section_key
from pageful.page.limits import DEFAULT, MINIMUM, check_budget
from pageful.page.markdown import to_markdown
from pageful.page.pagination import count_fitting

__all__ = ["DEFAULT", "MINIMUM", "Cut", "FittedDocument", "check_budget", "fit"]

_LEAST = 2 * NOTICE
"""Characters that any block gets: the start of its first item, and how many more there are."""


def fit(document: Document, budget: int = DEFAULT, *, reserve: int = 0) -> FittedDocument:
    """Cut the document where needed so that its Markdown has at most `budget` characters.

    Collections are cut at their end, output in its middle; a heading, a line or a note only where
    it is long itself. `reserve` of the characters, at most half of them, stay free.

    Raises:
        ValueError: the budget is below `MINIMUM`.
    """
    room = limit = check_budget(budget) - min(reserve, budget // 2)
    whole = tuple(document)
    if not _is_larger(whole, limit) and len(to_markdown(whole)) <= limit:
        return FittedDocument(whole)
    fitted = _fit_blocks(whole, room)
    # Sizes are measured block by block, so that the whole may still be a little too long.
    while (excess := len(to_markdown(fitted.document)) - limit) > 0:
        room -= excess
        if room <= 0:
            none = Cut("block", 0, len(whole), first_item(whole), unnamed=section_count(whole))
            return FittedDocument((Line(str(none)),), (none,))
        fitted = _fit_blocks(whole, room)
    return fitted


def _is_larger(document: tuple[Block, ...], limit: int) -> bool:
    """Return whether a document is so large that the start of one of its blocks shows it."""
    starts = (cut_short(block, limit) for block in document)
    return any(start and len(to_markdown((start,))) > limit for start in starts)


def _fit_blocks(blocks: tuple[Block, ...], room: int) -> FittedDocument:
    """Keep short words whole, and share what room they leave among the other blocks."""
    if len(blocks) == 1:
        return _fit_block(blocks[0], size_up_to(blocks[0], room), room)
    sizes = _measure(blocks, room)
    shares = _shares(blocks, sizes, room)
    if sum(shares) > room:
        return _fit_leading(blocks, room)
    return join(map(_fit_block, blocks, sizes, shares))


def _measure(blocks: tuple[Block, ...], room: int) -> list[int]:
    """Measure the blocks to share a room: one that is larger than it is not written whole."""
    sizes = [size_up_to(block, room) for block in blocks]
    # The smaller of two that are larger than the room is the first to get a share.
    if sum(size > room for size in sizes) > 1:
        return [size_of(block) for block in blocks]
    return sizes


def _shares(blocks: tuple[Block, ...], sizes: list[int], room: int) -> list[int]:
    """Divide the room: every block gets its least, and what is left goes to the smallest first."""
    shares = [_minimum_share(block, size, room) for block, size in zip(blocks, sizes, strict=True)]
    spare = max(0, room - sum(shares))
    waiting = sorted(
        (n for n in range(len(blocks)) if shares[n] < sizes[n]), key=lambda n: sizes[n]
    )
    for turn, n in enumerate(waiting):
        more = min(spare // (len(waiting) - turn), sizes[n] - shares[n])
        shares[n] += more
        spare -= more
    return shares


def _minimum_share(block: Block, size: int, room: int) -> int:
    # A text of more than a quarter of the page is no mere heading or remark: it can be cut, too.
    return size if _is_text(block) and size <= room // 4 else min(size, _LEAST)


def _is_text(block: Block) -> bool:
    return not isinstance(block, Sections) and item_keys(block) is None


def _fit_block(block: Block, size: int, room: int) -> FittedDocument:
    if size <= room:
        return FittedDocument((block,))
    if isinstance(block, Sections):
        return _cut_parts(_list_parts(block), block.of, room)
    return cut_block(block, room)


def _fit_leading(blocks: tuple[Block, ...], room: int) -> FittedDocument:
    """Treat more blocks than there is room for as one collection, and keep its last notes."""
    # What to know and what to do next are at most the last two; a third of the page is theirs.
    notes = [n for n, block in enumerate(blocks) if isinstance(block, Note | Tip)][-2:]
    tail = join(_fit_block(blocks[n], size_up_to(blocks[n], room // 6), room // 6) for n in notes)
    rest = [_Part((block,)) for n, block in enumerate(blocks) if n not in notes]
    body = _cut_parts(rest, "block", room - total_size(tail))
    return join((body, tail))


@dataclass(frozen=True, slots=True)
class _Part:
    """Blocks that are kept or left out together: those of a section, or one that has no key."""

    blocks: tuple[Block, ...]
    name: str = ""
    key: Key | None = None

    @property
    def path(self) -> ItemPath:
        return () if self.key is None else (self.key,)

    @property
    def first_item(self) -> ItemPath:
        return self.path or first_item(self.blocks)

    @property
    def sections(self) -> int:
        return section_count(self.blocks) if self.key is None else 1


def _list_parts(block: Sections) -> list[_Part]:
    items = block.items
    return [_Part(each.blocks, each.name, section_key(items, n)) for n, each in enumerate(items)]


def _cut_parts(items: Sequence[_Part], of: str, room: int) -> FittedDocument:
    """Keep parts while they fit, the start of the next if it makes sense, the others' names."""
    # A quarter for names, so that most of the page is what was asked for.
    names = min(room // 4, sum(len(item.name) + 3 for item in items if item.name))
    left = room - _LEAST - names
    shown, used = count_fitting((total_size(FittedDocument(item.blocks)) for item in items), left)
    parts = [FittedDocument(item.blocks) for item in items[:shown]]
    if shown < len(items):
        left -= used
        partly = items[shown]
        if not shown or _minimum_size(partly.blocks) <= left:
            parts.append(nest(partly.path, _fit_blocks(partly.blocks, left)))
            shown += 1
    if shown < len(items):
        first = next(filter(None, (item.first_item for item in items[shown:])), ())
        cut = Cut(of, shown, len(items), first)
        parts.append(_list_hidden(items[shown:], cut, room - sum(map(total_size, parts))))
    return join(parts)


def _minimum_size(blocks: tuple[Block, ...]) -> int:
    """Measure a section with its words whole and its collections cut."""
    sizes = ((_is_text(block), size_of(block)) for block in blocks)
    return sum(size if words else min(size, _LEAST) for words, size in sizes)


def _list_hidden(hidden: Sequence[_Part], cut: Cut, room: int) -> FittedDocument:
    """Note how many parts are left out, and list the names of those that have one."""
    cut = replace(cut, unnamed=sum(part.sections for part in hidden))
    named = [part for part in hidden if part.name]
    if not named or room < 2 * _LEAST:
        return FittedDocument((Line(str(cut)),), (cut,))
    listed = Bullets(tuple(part.name for part in named), of="name")
    fitted = _fit_block(listed, size_of(listed), room - NOTICE)
    whole = _first_position(fitted, len(named))
    cut = replace(cut, unnamed=cut.unnamed - whole)
    path = named[whole].path if whole < len(named) else ()
    unnamed = (replace(each, first_hidden=path, in_part=False) for each in fitted.cuts)
    return FittedDocument((Line(f"{cut}:"), *fitted.document), (cut, *unnamed))


def _first_position(fitted: FittedDocument, total: int) -> int:
    """Find the first item that is not whole, by its position, where positions are the keys."""
    positions = (key for cut in fitted.cuts for key in cut.first_hidden)
    return next((key for key in positions if isinstance(key, int)), total)
