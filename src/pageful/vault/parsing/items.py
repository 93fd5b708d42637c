"""Items of lists while their lines are read."""

from __future__ import annotations

import re

from pageful.vault.parsing.parsed_note import ListItem

# > [x] ask Jonas
_TASK = re.compile(r"\[(.)\](?:[ \t]|$)")


class OpenItem:
    """An item whose end is not known yet."""

    __slots__ = ("_end", "_lines", "_parent", "_symbol", "_whole", "block_id", "line")

    def __init__(self, line: int, parent: int, symbol: str) -> None:
        self.line = line
        self.block_id = ""
        self._end = line
        self._parent = parent
        self._symbol = symbol
        self._lines: list[str] = []
        self._whole = False

    def add(self, line: int, text: str) -> None:
        """Add a line of the item's text; after its first child there are no more."""
        if self._whole:
            return
        if line > self._end + 1:
            self._lines += [""] * (line - self._end - 1)
        self._lines.append(text)
        self._end = line

    def finish(self) -> None:
        """End the item's own lines, as a child follows."""
        self._whole = True

    def item(self) -> ListItem:
        """Return the item as a value."""
        text = "\n".join(self._lines)
        task = _TASK.match(text)
        if task:
            text = text[task.end() :]
        return ListItem(
            self.line,
            self._end,
            self._parent,
            self._symbol,
            task[1] if task else None,
            text.strip(),
            self.block_id,
        )
