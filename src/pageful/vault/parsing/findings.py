"""The parts of a note that are found while its lines are read."""

from __future__ import annotations

import re

from pageful.vault.parsing.code_block import CodeBlock
from pageful.vault.parsing.items import OpenItem
from pageful.vault.parsing.leaves import Leaf
from pageful.vault.parsing.parsed_note import Heading, Section, SectionKind
from pageful.vault.parsing.passage import Passage

# > | flour | 500 g |
_CELL_END = re.compile(r"(?<!\\)\|")


class OpenSection:
    """A section whose end is not known yet."""

    __slots__ = ("block_id", "end", "kind", "line")

    def __init__(self, kind: SectionKind, line: int) -> None:
        self.kind = kind
        self.line = line
        self.end = line
        self.block_id = ""


class Findings:
    """The parts of a note that were found so far, each in the order of the note.

    `open_sections` are the blocks at the top level.
    """

    __slots__ = ("code_blocks", "headings", "items", "open_sections", "passages")

    def __init__(self) -> None:
        self.headings: list[Heading] = []
        self.items: list[OpenItem] = []
        self.passages: list[Passage] = []
        self.code_blocks: list[CodeBlock] = []
        self.open_sections: list[OpenSection] = []

    @property
    def sections(self) -> tuple[Section, ...]:
        """The blocks at the top level."""
        return tuple(
            [Section(part.kind, part.line, part.end, part.block_id) for part in self.open_sections]
        )

    def add_passage(self, number: int, text: str) -> None:
        """Keep a text that begins at a line, if it may have links or tags."""
        if "[[" in text or "#" in text or _leads_on(text):
            self.passages.append(Passage(number, text))

    def add_cells(self, table: Leaf) -> None:
        """Keep the cells of a table that may have links or tags."""
        for number, row in enumerate(table.texts, table.line):
            if "[" in row or "#" in row:
                for cell in [row] if "`" in row else _CELL_END.split(row):
                    self.add_passage(number, cell)


def _leads_on(text: str) -> bool:
    """Return whether there is a Markdown link that may stay within the vault."""
    links = text.count("](")
    return links > 0 and links > text.count("](https://") + text.count("](http://")
