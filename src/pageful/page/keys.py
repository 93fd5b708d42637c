"""The keys of a document's items, by which a cut names the first one that is not whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pageful.page.blocks import Block, ItemPath, Key, Section, Sections, item_keys


def item_path(keys: Sequence[Key], n: int, total: int) -> ItemPath:
    """Name the item at position `n` of `total`; the path is empty behind the last one."""
    if n >= total:
        return ()
    return (keys[n],) if keys else (n,)


def line_path(keys: Sequence[Key], n: int, total: int) -> ItemPath:
    """Name the line at position `n` of `total`.

    Where there are more lines than keys, as some line had a line's end in it, it is the first one:
    better to repeat a line than to lose one.
    """
    return item_path(keys, n if len(keys) in (0, total) else 0, total)


def section_key(sections: Sequence[Section], n: int) -> Key:
    """Name the section at position `n`."""
    key = sections[n].key
    return n if key is None else key


def first_item(blocks: Iterable[Block]) -> ItemPath:
    """Name the first item of the blocks; the path is empty if they are words alone."""
    return next(filter(None, map(_first_of_block, blocks)), ())


def section_count(blocks: Iterable[Block]) -> int:
    """Count the sections among the blocks."""
    return sum(len(block.items) for block in blocks if isinstance(block, Sections))


def _first_of_block(block: Block) -> ItemPath:
    if isinstance(block, Sections):
        return (section_key(block.items, 0),) if block.items else ()
    return tuple((item_keys(block) or ())[:1])
