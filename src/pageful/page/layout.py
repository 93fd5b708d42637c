"""The layout that every rendering of a document shares: the order of blocks and their spacing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.page.blocks import Heading, Leaf, Line, Numbered, Output, Sections, is_empty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pageful.page.blocks import Document


def leaves(document: Document) -> Iterator[Leaf]:
    """Yield the blocks in reading order, without those that have nothing to show."""
    for block in document:
        if isinstance(block, Sections):
            for item in block.items:
                yield from leaves(item.blocks)
        elif not is_empty(block):
            yield block


def need_gap(above: Leaf, below: Leaf) -> bool:
    """Tell whether there is an empty line between two blocks.

    There is one unless a rule says otherwise: Markdown reads any two blocks right with it.
    """
    match above, below:
        case (_, Heading()) | (Heading(level=1), _) | (_, Output(apart=True)):
            return True
        case (Heading(), Numbered(apart=True)):
            return True
        case (Heading(), _) | (Line() | Output(), Output()):
            return False
        case _:
            return True
