"""The blocks and definitions of parsed code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from laconic.code.chunking.block import Block, Definition
from laconic.code.chunking.naming import Kind, Named
from laconic.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_DEEPEST = 60  # levels looked into beforehand; below them, only what is too large to stay whole
_ERROR = "ERROR"


@dataclass(slots=True)
class _Group:
    """Nodes of one block; `notable` if any may be, or hold, a definition."""

    first: int
    nodes: list[Node] = field(default_factory=list)
    notable: bool = False


class Outline:
    """Finds blocks below nodes, and notes the definitions met on the way."""

    def __init__(self, syntax: Syntax) -> None:
        self.definitions: list[Definition] = []
        self._syntax = syntax
        self._kinds = syntax.kinds
        self._holders = syntax.holders | {_ERROR}
        self._tall = syntax.tall | syntax.scopes
        self._notable = self._holders | syntax.kinds.keys()
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
        ends = [group.first for group in groups[1:]]
        return tuple(
            self._block(group, below, depth, local)
            if group.notable
            else Block(group.first, below, tuple(group.nodes))
            for group, below in zip(groups, [*ends, end], strict=True)
        )

    def _groups(self, nodes: Iterable[Node], first: int, end: int) -> list[_Group]:
        """The nodes by the row at which their block begins; a leading node begins the next's."""
        leading, notable, tall = self._leading, self._notable, self._tall
        group = _Group(first)
        groups = [group]
        bottom, glued = first - 1, -1
        for node in nodes:
            row = node.start_point[0]
            last, column = node.end_point
            last -= not column and last > row
            kind = node.type
            leads = kind in leading
            if leads and row <= bottom and kind in self._syntax.comments:
                leads = False
            elif group.first < row < end and row > glued:
                group = _Group(row)
                groups.append(group)
            group.nodes.append(node)
            if kind in notable or (last > row and kind in tall):
                group.notable = True
            glued = last + 1 if leads else -1
            if last > bottom:
                bottom = last
        return groups

    def _block(self, group: _Group, end: int, depth: int, local: bool) -> Block:
        first = group.first
        inner: list[Node] = []
        opened = sealed = False
        for node in group.nodes:
            kind = self._kinds.get(node.type)
            found = kind.read(node) if kind else None
            if kind and found and not (local and found.minor):
                self._note(first, node, kind, found)
                sealed |= not (found.minor or kind.wrapper)
            if depth < _DEEPEST and self._opens(node, kind if found else None):
                opened = True
                local |= node.type in self._syntax.scopes
                inner += node.named_children
            elif not found:
                inner.append(node)
        if not opened:
            return Block(first, end, tuple(group.nodes), (), sealed)
        parts = self._blocks(inner, first, end, depth + 1, local=local)
        if len(parts) > 1:
            return Block(first, end, (), parts, sealed)
        parts[0].sealed |= sealed
        return parts[0]

    def _opens(self, node: Node, kind: Kind | None) -> bool:
        if kind:
            return kind.opened
        if node.type in self._holders:
            return True
        return node.type in self._tall and node.end_point[0] > node.start_point[0]

    def _note(self, first: int, node: Node, kind: Kind, found: Named) -> None:
        row = node.start_point[0]
        end = _last_row(node, row) + 1
        self.definitions.append(
            Definition(first, row, end, found.label, found.names, found.minor, kind.wrapper)
        )


def _last_row(node: Node, row: int) -> int:
    end, column = node.end_point
    return end if column or end == row else end - 1
