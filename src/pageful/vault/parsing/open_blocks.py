"""The blocks of a note that are open at a line, and what becomes of them when they end."""

from __future__ import annotations

from pageful.vault.parsing.block_ids import block_id_at_end
from pageful.vault.parsing.containers import Container, Containers
from pageful.vault.parsing.findings import Findings, OpenSection
from pageful.vault.parsing.leaves import Leaf
from pageful.vault.parsing.parsed_note import SectionKind


class OpenBlocks:
    """The open containers, the open leaf within them, and the findings so far.

    A reader of lines derives from it: it opens and closes blocks for every line, so that a call
    of another object would be felt.
    """

    __slots__ = (
        "_containers",
        "_leaf",
        "_list",
        "_open_items",
        "_quotes",
        "_sections",
        "_stack",
        "findings",
    )

    def __init__(self) -> None:
        self.findings = Findings()
        self._sections = self.findings.open_sections
        self._list = ""
        self._containers = Containers()
        self._stack = self._containers.stack
        self._quotes = self._containers.quotes
        self._open_items = self._containers.items
        self._leaf: Leaf | None = None

    def _push(self, container: Container, kind: SectionKind, number: int, marker: str = "") -> None:
        if not self._stack and not (marker and marker == self._list):
            self._sections.append(OpenSection(kind, number))
            self._list = marker
        self._containers.push(container)

    def _open(self, leaf: Leaf, kind: SectionKind) -> None:
        self._begin_at_top(kind, leaf.line)
        self._leaf = leaf

    def _begin_at_top(self, kind: SectionKind, number: int) -> None:
        if not self._stack:
            self._sections.append(OpenSection(kind, number))
            self._list = ""

    def _own(self, number: int, text: str) -> None:
        """Extend the open section, and the innermost open item, by the line."""
        self._sections[-1].end = number
        if self._open_items:
            self._open_items[-1].add(number, text)

    def _close_to(self, depth: int) -> None:
        """End the leaf, and the containers from a depth on."""
        if self._leaf is not None:
            self._close_leaf()
        if len(self._stack) > depth:
            self._containers.close_to(depth)

    def _close_leaf(self) -> None:
        leaf, self._leaf = self._leaf, None
        if leaf is not None and leaf.kind == "fence":
            self.findings.code_blocks.append(leaf.code_block())
        if leaf is None or not leaf.texts:
            return
        if leaf.kind == "table":
            self.findings.add_cells(leaf)
            return
        text = "\n".join(leaf.texts)
        if leaf.kind == "paragraph":
            self._name(text)
        self.findings.add_passage(leaf.line, text)

    def _name(self, text: str) -> None:
        """Give the block id at the end of a text to the block that holds it."""
        if "^" not in text:
            return
        name = block_id_at_end(text.rstrip())
        if name and self._open_items:
            self._open_items[-1].block_id = name
        elif name:
            self._sections[-1].block_id = name

    def _blank(self) -> None:
        if self._quotes:
            self._close_to(self._quotes[0])
        elif self._leaf is not None:
            self._blank_leaf(self._leaf)

    def _blank_within(self, number: int, matched: int) -> None:
        """Take a line that has nothing but the marks of quotes."""
        self._sections[-1].end = number
        if matched < len(self._stack):
            self._close_to(matched)
        elif self._leaf is not None:
            self._blank_leaf(self._leaf)

    def _blank_leaf(self, leaf: Leaf) -> None:
        if leaf.brief:
            self._close_leaf()
        elif leaf.kind == "comment":
            leaf.texts.append("")
