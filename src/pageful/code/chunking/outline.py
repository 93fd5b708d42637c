"""The outline of parsed code: its blocks and definitions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pageful.code.chunking.block import Block, Definition
from pageful.code.chunking.naming import DefinitionNames, Kind
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

# Levels looked into beforehand, more than code is nested: generated trees are thousands deep. Below
# them, only what is too large to stay whole is opened.
_DEEPEST = 60
_ERROR = "ERROR"


class Outline:
    """A search for blocks below nodes, which notes the definitions that it meets."""

    def __init__(self, syntax: Syntax) -> None:
        self.definitions: list[Definition] = []
        self._syntax = syntax
        self._kinds = syntax.kinds
        self._holders = syntax.holders | {_ERROR}
        self._notable = self._holders | syntax.tall | syntax.kinds.keys()
        self._leading = syntax.leading | syntax.comments

    def root(self, node: Node, end: int) -> Block:
        """Return the block of a text of `end` rows, its parts known as deep as definitions go."""
        return Block(0, end, (), self._blocks(node.named_children, 0, end, 0, local=False))

    def open(self, block: Block) -> Sequence[Block]:
        """Return the blocks one level down, none for a leaf."""
        if block.parts:
            return block.parts
        tall = [node for node in block.nodes if _is_tall(node)]
        children = [child for node in tall for child in node.named_children]
        if not children:
            return ()
        return self._blocks(children, block.first, block.end, _DEEPEST - 2, local=True)

    def _blocks(
        self, nodes: Iterable[Node], first: int, end: int, depth: int, *, local: bool
    ) -> tuple[Block, ...]:
        heads, groups, notable = self._groups(nodes, first, end)
        return tuple(
            self._block(row, below, group, depth, local)
            if row in notable
            else Block(row, below, group)
            for row, below, group in zip(heads, [*heads[1:], end], groups, strict=True)
        )

    def _groups(
        self, nodes: Iterable[Node], first: int, end: int
    ) -> tuple[list[int], list[list[Node]], set[int]]:
        """Group nodes by the row at which their block begins; leading ones go to what follows.

        Returns:
            The rows, the nodes of each, and those rows where a definition may be.
        """
        leading, of_note = self._leading, self._notable
        group: list[Node] = []
        heads, groups, notable = [first], [group], set[int]()
        begun, glued = first, -1
        previous: Node | None = None
        for node in nodes:
            row = node.start_point[0]
            kind = node.type
            leads = kind in leading and not (previous and self._trails(node, previous))
            if begun < row < end and row > glued and (leads or kind not in leading):
                group = []
                heads.append(row)
                groups.append(group)
                begun = row
            group.append(node)
            if kind in of_note:
                notable.add(begun)
            glued = _last_row(node) + 1 if leads else -1
            previous = node
        return heads, groups, notable

    def _trails(self, node: Node, previous: Node) -> bool:
        """Tell whether a comment comes behind something on the same line."""
        return node.type in self._syntax.comments and node.start_point[0] <= _last_row(previous)

    def _block(self, first: int, end: int, nodes: list[Node], depth: int, local: bool) -> Block:
        inner: list[Node] = []
        opened = sealed = False
        for node in nodes:
            kind = self._kinds.get(node.type)
            found = kind.read(node) if kind else None
            if kind and found and not (local and found.minor):
                self._note(first, node, kind, found)
                sealed |= not (found.minor or kind.wrapper)
            if depth < _DEEPEST and self._opens(node, kind if found else None):
                opened = True
                inner += node.named_children
            elif not found:
                inner.append(node)
        if not opened:
            return Block(first, end, nodes, (), sealed)
        parts = self._blocks(inner, first, end, depth + 1, local=local)
        if len(parts) > 1:
            return Block(first, end, (), parts, sealed)
        parts[0].sealed |= sealed
        return parts[0]

    def _opens(self, node: Node, kind: Kind | None) -> bool:
        if kind:
            return kind.opened
        return node.type in self._holders or (node.type in self._syntax.tall and _is_tall(node))

    def _note(self, first: int, node: Node, kind: Kind, found: DefinitionNames) -> None:
        end = _last_row(node) + 1
        row = node.start_point[0]
        self.definitions.append(
            Definition(first, row, end, found.label, found.names, found.minor, kind.wrapper)
        )


def _is_tall(node: Node) -> bool:
    return node.end_point[0] > node.start_point[0]


def _last_row(node: Node) -> int:
    """Find the last row with any of the node's text: some nodes include the line's end."""
    end, column = node.end_point
    return end if column or end == node.start_point[0] else end - 1
