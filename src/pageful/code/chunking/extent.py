"""The rows of a text, and the characters in any run of them."""

from __future__ import annotations

from itertools import accumulate


class Extent:
    """The lines of a text, counted from 0; only a line feed ends one."""

    __slots__ = ("_offsets", "lines", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        lengths = [len(line) + 1 for line in self.lines]
        if not self.lines[-1]:
            self.lines.pop()
            lengths.pop()
        else:
            lengths[-1] -= 1
        self._offsets = [0, *accumulate(lengths)]

    def __len__(self) -> int:
        return len(self.lines)

    def size(self, first: int, end: int) -> int:
        """Count the characters of the rows from `first` up to, without, `end`."""
        return self._offsets[end] - self._offsets[first]

    def slice(self, first: int, end: int) -> str:
        """Return the text of the rows from `first` up to, without, `end`, with their line ends."""
        return self.text[self._offsets[first] : self._offsets[end]]
