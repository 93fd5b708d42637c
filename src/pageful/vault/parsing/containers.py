"""Blocks that hold others: quotes, items of lists, footnotes."""

from __future__ import annotations

import re
from bisect import bisect_left

from pageful.vault.parsing.items import OpenItem

# > > [!tip] Steam
_QUOTE = re.compile(r" {0,3}+> ?")


class Container:
    """A container that is open: its content is set off by `pad`, a quote's by `>` instead."""

    __slots__ = ("item", "pad", "width")

    def __init__(self, width: int = 0, item: OpenItem | None = None) -> None:
        self.width = width
        self.pad = " " * width
        self.item = item


class Containers:
    """The containers that are open, the outermost first.

    `quotes` are the depths of the quotes among them, `items` their items of lists.
    """

    __slots__ = ("items", "quotes", "stack")

    def __init__(self) -> None:
        self.stack: list[Container] = []
        self.quotes: list[int] = []
        self.items: list[OpenItem] = []

    def match(self, line: str, end: int) -> tuple[int, int]:
        """Return where a line's content begins, and how many of the containers it continues."""
        at = matched = 0
        for container in self.stack:
            if at >= end:
                return at, self._next_quote(matched)
            if container.width:
                if not line.startswith(container.pad, at):
                    break
                at += container.width
            elif found := _QUOTE.match(line, at):
                at = found.end()
            else:
                break
            matched += 1
        return at, matched

    def _next_quote(self, matched: int) -> int:
        """Return the depth of the next quote: an empty line ends no other container."""
        at = bisect_left(self.quotes, matched)
        return self.quotes[at] if at < len(self.quotes) else len(self.stack)

    def push(self, container: Container) -> None:
        """Open a container within the others."""
        if not container.width:
            self.quotes.append(len(self.stack))
        if container.item:
            self.items.append(container.item)
        self.stack.append(container)

    def close_to(self, depth: int) -> None:
        """End the containers from a depth on."""
        while len(self.stack) > depth:
            if self.stack.pop().item:
                self.items.pop()
        while self.quotes and self.quotes[-1] >= depth:
            self.quotes.pop()
