"""The definitions of a bare or qualified name in files that have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pageful.code.chunking.symbols import Symbol, SymbolTable
from pageful.code.find.matching import Match
from pageful.code.find.symbol_tables import symbols_of
from pageful.code.find.uses import may_define
from pageful.code.results.lines import FileClass
from pageful.lazy.dataclasses import dataclass

_MOST_PARSED = 200
"""Files in which a bare symbol is looked for: a second; those that look like defining it first."""

# > Channel.notify
# > Channel::notify()
# > Channel#notify?
# > App\Models\User::save
_QUALIFIED = re.compile(r"(?:[^\W\d]|\$)[\w$]*(?:(?:\.|::|#|\\)[^\W\d][\w$]*)+[?!]?(?:\(\))?")
# > Channel::notify
# > Channel#notify
_SEPARATOR = re.compile(r"::|#|\\")
# > src/cart.py
# > crates/oven/src/lib.rs
_EXTENSION = re.compile(r"\.\w+$")
# > (c *Channel[T]) Notify
_RECEIVER = r"\((?:\w+\s+)?\*?TYPE(?:\[[^]]*\])?\)"
"""The type that a method of Go is of, before its name."""
_INDEXES = frozenset({"__init__", "index", "mod", "lib"})  # files that stand for their directory


@dataclass(frozen=True, slots=True)
class QualifiedName:
    """A name with the names around it, as it was typed and with dots between them."""

    text: str
    dotted: str

    @classmethod
    def of(cls, text: str) -> QualifiedName | None:
        """Read a text as a qualified name, whatever the language writes between its parts."""
        typed = text.strip()
        if not _QUALIFIED.fullmatch(typed):
            return None
        return cls(text, _SEPARATOR.sub(".", typed.removesuffix("()")))

    @property
    def bare(self) -> str:
        """The last of its parts."""
        return self.dotted.rpartition(".")[2]


def find_definitions(name: str, matches: Sequence[Match]) -> Sequence[tuple[Match, Symbol]]:
    """Find the definitions whose qualified names are, or end in, this one, in files that have it.

    Where none is, those of a file or a directory called as the name begins: `cart.add_item`; then
    those that its last parts mean, as the first ones may be a namespace.
    """
    parts = name.split(".")
    files = sorted(matches, key=lambda match: _is_unlikely(match, parts[-1]))
    tables = [(match, symbols_of(match.path, match.text)) for match in files[:_MOST_PARSED]]
    for start in range(max(1, len(parts) - 1)):
        end = ".".join(parts[start:])
        found = [(match, each) for match, table in tables for each in outermost_symbols(table, end)]
        found = found or [
            (match, each) for match, table in tables for each in _beside(match, table, end)
        ]
        if found:
            return found
    return ()


def outermost_symbols(table: SymbolTable, name: str) -> Sequence[Symbol]:
    """Return the symbols of a name, without those within another one, as a constructor is."""
    found = table.find(name)
    return [
        each
        for each in found
        if not any(
            other is not each and other.first <= each.first and each.last <= other.last
            for other in found
        )
    ]


def _beside(match: Match, table: SymbolTable, name: str) -> Iterator[Symbol]:
    """Yield symbols of the last part whose file, or whose receiver as in Go, is the first part."""
    outer, _, last = name.rpartition(".")
    receiver = re.compile(_RECEIVER.replace("TYPE", re.escape(outer)) + rf"\s*{re.escape(last)}\b")
    for symbol in table.find(last) if outer else ():
        naming = match.lines[symbol.line - 1]
        if _is_in_module(symbol, match.path, name.split(".")) or receiver.search(naming):
            yield symbol


def _is_in_module(symbol: Symbol, path: str, parts: Sequence[str]) -> bool:
    modules = _EXTENSION.sub("", path).split("/")
    if modules[-1] in _INDEXES:
        modules.pop()
    whole = symbol.name.split(".")
    # Within `cart.py` and within `Cart.java`, whose class is called as the file is.
    return any([*around, *whole][-len(parts) :] == parts for around in (modules, modules[:-1]))


def _is_unlikely(match: Match, name: str) -> tuple[bool, bool]:
    return match.file_class is not FileClass.CODE, not any(
        may_define(line, (name,)) for line in match.found.values()
    )
