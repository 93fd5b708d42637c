"""Blocks that hold others: quotes, items of lists, footnotes."""

from __future__ import annotations

from pageful.vault.parsing.items import OpenItem


class Container:
    """A container that is open: its content is set off by `pad`, a quote's by `>` instead."""

    __slots__ = ("item", "pad", "width")

    def __init__(self, width: int = 0, item: OpenItem | None = None) -> None:
        self.width = width
        self.pad = " " * width
        self.item = item
