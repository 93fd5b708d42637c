"""The cuts between chunks: small neighbouring blocks stay together, large ones are cut inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pageful.code.chunking.block import Block
from pageful.code.chunking.extent import Extent
from pageful.lazy.dataclasses import dataclass

Opener = Callable[[Block], Iterable[Block]]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Characters of a chunk: its usual size, the most of a whole block, too few for a chunk."""

    aim: int = 1000

    @property
    def most(self) -> int:
        """The largest definition that stays whole: cut in two, each half would be a usual chunk."""
        return 2 * self.aim

    @property
    def tiny(self) -> int:
        """The size below which a run joins its neighbour: it says too little to be found alone."""
        return self.aim // 5


def cut(root: Block, extent: Extent, sizes: Sizes, opener: Opener) -> list[int]:
    """Return the rows at which chunks begin, ascending from 0, for a text of one row at least.

    `opener` gives a block's parts; a block without any is cut at its paragraphs, then lines.
    """
    packer = _Packer(extent, sizes)
    stack: list[Block | int] = [root]
    while stack:
        block = stack.pop()
        if isinstance(block, int):
            packer.leave(block)
        elif _stays_whole(block, extent, sizes):
            packer.add(block.first, block.end)
        else:
            if block.sealed:
                packer.enter(block.first)
                stack.append(packer.begun)
            stack += reversed([*opener(block)] or _runs(block, extent))
    return packer.rows()


def _stays_whole(block: Block, extent: Extent, sizes: Sizes) -> bool:
    if block.end - block.first <= 1:
        return True
    return extent.size(block.first, block.end) <= (sizes.aim if block.parts else sizes.most)


def _runs(block: Block, extent: Extent) -> list[Block]:
    """Return the block's paragraphs, each with the blank lines below it, or, of one, its lines."""
    lines = extent.lines
    heads = [block.first]
    heads += [
        row
        for row in range(block.first + 1, block.end)
        if lines[row].strip() and not lines[row - 1].strip()
    ]
    if len(heads) == 1:
        heads = [*range(block.first, block.end)]
    return [Block(a, b) for a, b in zip(heads, [*heads[1:], block.end], strict=True)]


class _Packer:
    """A collector of runs of rows: it begins a chunk where one more run would be too much."""

    def __init__(self, extent: Extent, sizes: Sizes) -> None:
        self._size = extent.size
        self._sizes = sizes
        self._rows: list[int] = []
        self.begun = 0
        self._end = 0

    def add(self, first: int, end: int) -> None:
        size = self._size(self.begun, end)
        if self._end > self.begun and size > self._sizes.aim:
            tiny = self._sizes.tiny
            if self._size(self.begun, first) >= tiny or size > self._sizes.most + tiny:
                self._close()
        self._end = end

    def enter(self, first: int) -> None:
        """Begin the parts of a sealed block: of the rows before it, only a tiny run comes along."""
        if self._size(self.begun, first) >= self._sizes.tiny:
            self._close()

    def leave(self, floor: int) -> None:
        """End a sealed block: a tiny rest joins the chunk before it, if that began at `floor`."""
        if self._end > self.begun:
            if self._rows and self._rows[-1] >= floor and self._belongs(self._rows[-1]):
                self.begun = self._rows.pop()
            self._close()

    def _belongs(self, first: int) -> bool:
        tiny = self._size(self.begun, self._end) < self._sizes.tiny
        return tiny and self._size(first, self._end) <= self._sizes.most

    def rows(self) -> list[int]:
        """Close the last chunk, and return the rows at which chunks begin."""
        if self._end > self.begun:
            self._close()
        return self._rows

    def _close(self) -> None:
        self._rows.append(self.begun)
        self.begun = self._end
