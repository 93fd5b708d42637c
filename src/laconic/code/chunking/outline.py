"""The blocks and definitions of parsed code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from laconic.code.chunking.block import Block, Definition
from laconic.code.chunking.naming import Kind, Named
from laconic.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_DEEPEST = 60  # levels looked into beforehand; below them, only what is too large to stay whole
_ERROR = "ERROR"


class Outline:
    """Finds blocks below nodes, and notes the definitions met on the way."""

    def __init__(self, syntax: Syntax) -> None:
        self.definitions: list[Definition] = []
        self._kinds = syntax.kinds
        self._holders = syntax.holders | syntax.scopes | {_ERROR}
        self._scopes = syntax.scopes
        self._comments = syntax.comments
        self._leading = syntax.leading | syntax.comments

    def root(self, node: Node, end: int) -> Block:
        """The block of a whole text of `end` rows, parts known as far as definitions go."""
        return Block(0, end, (), self._blocks(node.named_children, 0, end, 0, local=False))

    def open(self, block: Block) -> tuple[Block, ...]:
        """The blocks one level down, none for a leaf."""
        if block.parts:
            return block.parts
        tall = [node for node in block.nodes if node.end_point[0] > node.start_point[0]]
        children = [child for node in tall for child in node.named_children]
        if not children:
            return ()
        return self._blocks(children, block.first, block.end, _DEEPEST - 2, local=True)

    def _blocks(
        self, nodes: Iterable[Node], first: int, end: int, depth: int, *, local: bool
    ) -> tuple[Block, ...]:
        groups = self._groups(nodes, first, end)
        ends = [row for row, _ in groups[1:]]
        return tuple(
            self._block(row, below, group, depth, local)
            for (row, group), below in zip(groups, [*ends, end], strict=True)
        )

    def _groups(self, nodes: Iterable[Node], first: int, end: int) -> list[tuple[int, list[Node]]]:
        """The nodes by the row at which their block begins; a leading node begins the next's."""
        group: list[Node] = []
        groups = [(first, group)]
        begun, bottom, glued = first, first - 1, -1
        for node in nodes:
            row = node.start_point[0]
            kind = node.type
            trails = row <= bottom and kind in self._comments
            if begun < row < end and row > glued and not trails:
                group = []
                groups.append((row, group))
                begun = row
            group.append(node)
            last = _last_row(node, row)
            glued = last + 1 if kind in self._leading and not trails else -1
            if last > bottom:
                bottom = last
        return groups

    def _block(self, first: int, end: int, nodes: list[Node], depth: int, local: bool) -> Block:
        inner: list[Node] = []
        opened = sealed = False
        for node in nodes:
            kind = self._kinds.get(node.type)
            found = kind.read(node) if kind else None
            if kind and found and not (local and found.minor):
                self._note(first, node, kind, found)
                sealed |= not (found.minor or kind.wrapper)
            holds = kind.opened if kind and found else node.type in self._holders
            if holds and depth < _DEEPEST:
                opened = True
                local |= node.type in self._scopes
                inner += node.named_children
            elif not found:
                inner.append(node)
        if not opened:
            return Block(first, end, tuple(nodes), (), sealed)
        parts = self._blocks(inner, first, end, depth + 1, local=local)
        if len(parts) == 1:
            parts[0].sealed |= sealed
            return parts[0]
        return Block(first, end, (), parts, sealed)

    def _note(self, first: int, node: Node, kind: Kind, found: Named) -> None:
        row = node.start_point[0]
        end = _last_row(node, row) + 1
        self.definitions.append(
            Definition(first, row, end, found.label, found.names, found.minor, kind.wrapper)
        )


def _last_row(node: Node, row: int) -> int:
    end, column = node.end_point
    return end if column or end == row else end - 1
