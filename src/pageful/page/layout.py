"""The layout that every rendering of a document shares: the order of blocks and their spacing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.page.blocks import (
    Bullets,
    Fields,
    Hatch,
    Heading,
    Leaf,
    Line,
    Numbered,
    Output,
    Sections,
    Verbatim,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pageful.page.blocks import Document


def leaves(document: Document) -> Iterator[Leaf]:
    """Yield the blocks in reading order, without those that have nothing to show."""
    for block in document:
        match block:
            case Sections(items):
                for item in items:
                    yield from leaves(item.blocks)
            case Verbatim(markdown, fenced) if not (markdown if fenced else markdown.strip()):
                continue
            case Fields(()) | Bullets(()) | Numbered(()) | Hatch(()):
                continue
            case _:
                yield block


def are_apart(above: Leaf, below: Leaf) -> bool:
    """Tell whether there is an empty line between two blocks."""
    match above, below:
        case (_, Heading()) | (Heading(level=1), _) | (_, Output(apart=True)):
            return True
        case (Heading(), Numbered(apart=True)):
            return True
        case (Heading(), _) | (Line() | Output(), Output()):
            return False
        case _:
            return True
