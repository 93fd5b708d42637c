"""The definitions of a text with their whole ranges, as its syntax or its headings give them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from pageful.code.chunking import lines, markdown
from pageful.code.chunking.block import Definition
from pageful.code.chunking.chunker import PLAIN, is_parsable
from pageful.code.chunking.extent import Extent
from pageful.code.chunking.syntax import syntax_of
from pageful.lazy.dataclasses import dataclass, field, replace

if TYPE_CHECKING:
    from tree_sitter import Node

_LEAST_MINOR = 3  # lines of a constant or field that counts as a symbol around its lines
# > @Override
# > #[derive(Debug)]
# > [HttpGet("/")]
_DECORATOR = re.compile(r"\s*(?:@|#\[|\[)")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition in lines `first` to `last`, counted from 1; `line` is the one that names it.

    `first` may be a comment or a decorator that leads. `names` are the bare names it defines,
    `name` is qualified by the definitions around it: `Outer.name`. A `minor` one is a constant or
    a field.
    """

    name: str
    names: tuple[str, ...]
    first: int
    line: int
    last: int
    minor: bool = False

    @property
    def lines(self) -> int:
        """The number of its lines."""
        return self.last - self.first + 1


@dataclass(frozen=True)
class SymbolTable:
    """The symbols of one text, outer ones before inner ones, and its syntax tree if it has one."""

    symbols: tuple[Symbol, ...] = ()
    tree: Node | None = field(default=None, repr=False)

    @classmethod
    def of(cls, text: str, language: str | None) -> SymbolTable:
        """Find the symbols of a text; none where its language has no definitions."""
        extent = Extent(text)
        if not text or language in PLAIN:
            return cls()
        if language == "markdown":
            return cls(_symbols(markdown.outline(extent.lines)[1], extent.lines))
        if language and (parsed := _parse(extent, language)):
            definitions, tree = parsed
            return cls(_symbols(definitions, extent.lines), tree)
        return cls(_symbols(lines.outline(extent.lines)[1], extent.lines))

    @cached_property
    def _enclosing(self) -> Sequence[Symbol]:
        return [each for each in self.symbols if not each.minor or each.lines >= _LEAST_MINOR]

    @cached_property
    def _firsts(self) -> Sequence[int]:
        return [each.first for each in self._enclosing]

    def symbol_at(self, line: int) -> Symbol | None:
        """Return the innermost symbol that a line is in; of constants only those of three lines."""
        for at in range(bisect_right(self._firsts, line) - 1, -1, -1):
            symbol = self._enclosing[at]
            if symbol.last >= line:
                return symbol
        return None

    def symbol_beside(self, line: int) -> Symbol | None:
        """Return what a line in no symbol belongs to: a constant of two lines, or its docstring.

        The first line of the constant says that itself.
        """
        for symbol in self.symbols:
            if symbol.minor and symbol.first <= line <= symbol.last and line != symbol.line:
                return symbol
        return self._constant_with_docstring(line) if self.tree else None

    def _constant_with_docstring(self, line: int) -> Symbol | None:
        """Return the constant that a string below it documents, in lines to the string's end."""
        root = self.tree
        node = root and root.descendant_for_point_range((line - 1, 0), (line - 1, 0))
        while node and node.parent and node.parent.parent:
            node = node.parent
        before = node.prev_named_sibling if node else None
        if not node or not before or not _is_string(node):
            return None
        end = before.end_point[0] + 1
        constant = next((each for each in self.symbols if each.minor and each.last == end), None)
        if not constant:
            return None
        last = node.end_point[0] + 1
        return replace(constant, name=f"{constant.name} (docstring)", names=(), last=last)

    def find(self, name: str) -> Sequence[Symbol]:
        """Return the symbols of a bare or qualified name, in order; all definitions of it."""
        last = name.rpartition(".")[2]
        return [
            each
            for each in self.symbols
            if (last in each.names and f".{each.name}".endswith(f".{name}")) or each.name == name
        ]


def _is_string(statement: Node) -> bool:
    return [each.type for each in statement.named_children] == ["string"]


def _parse(extent: Extent, language: str) -> tuple[Sequence[Definition], Node] | None:
    syntax = syntax_of(language)
    if not syntax or not is_parsable(extent):
        return None
    # Only here is tree-sitter needed, and it takes a while to load.
    from pageful.code.chunking.grammars import parse
    from pageful.code.chunking.outline import Outline

    try:
        tree = parse(extent.text.encode("utf-8", "replace"), syntax)
    except (ImportError, ValueError):
        return None
    outline = Outline(syntax)
    outline.root(tree, len(extent))
    return outline.definitions, tree


def _symbols(definitions: Iterable[Definition], rows: Sequence[str]) -> tuple[Symbol, ...]:
    made: list[Symbol] = []
    around: list[tuple[int, str]] = []
    in_order = sorted(definitions, key=lambda each: (each.row, -each.end))
    # Several names of one statement are one symbol with each of them.
    for (row, end), group in groupby(in_order, key=lambda each: (each.row, each.end)):
        same = list(group)
        around = [each for each in around if each[0] >= end]
        names = tuple(name for each in same for name in each.names)
        own = names[0] if names else same[0].label
        name = f"{around[-1][1]}.{own}" if around else own
        line = _naming_row(rows, row, end, own) + 1
        first = min(each.first for each in same) + 1
        made.append(Symbol(name, names or (own,), first, line, end, all(e.minor for e in same)))
        if not same[0].minor:
            around.append((end, name))
    return tuple(sorted(made, key=lambda each: (each.first, -each.last)))


def _naming_row(rows: Sequence[str], row: int, end: int, name: str) -> int:
    """Find the row that has the name, below decorators; the definition's first where none has."""
    bare = name.rpartition(".")[2]
    found = (at for at in range(row, end) if bare in rows[at] and not _DECORATOR.match(rows[at]))
    return next(found, row)
