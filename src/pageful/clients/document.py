"""A configuration as a tree of values that know where they are in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any


class UnreadableDocument(ValueError):
    """The error of a text that can't be read, and the place."""

    def __init__(self, problem: str, text: str, position: int) -> None:
        line = text.count("\n", 0, position) + 1
        column = position - (text.rfind("\n", 0, position) + 1) + 1
        super().__init__(f"{problem} at line {line}, column {column}")


@dataclass(frozen=True, slots=True)
class Node:
    """A value: its data, its place, and its parts where it is an object or an array.

    A table of TOML that has a header is in several places: its place is the header's.
    """

    value: Any
    start: int
    end: int
    members: tuple[Member, ...] = ()
    items: tuple[Node, ...] = ()
    in_braces: bool = True

    def member(self, key: str) -> Member | None:
        """Return the member with a key, if any."""
        return next((each for each in self.members if each.key == key), None)

    def at(self, path: Sequence[str]) -> Node | None:
        """Return the value at a path of keys, if any."""
        node: Node | None = self
        for key in path:
            found = node.member(key) if node else None
            node = found.node if found else None
        return node

    def entries(self, path: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Node]]:
        """Yield the values at a path in which `*` means each key, with their own paths."""
        if not path:
            yield (), self
            return
        for each in self.members:
            if path[0] in ("*", each.key):
                for rest, node in each.node.entries(path[1:]):
                    yield (each.key, *rest), node


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: its key, the key's place, and its value."""

    key: str
    start: int
    key_end: int
    node: Node

    @property
    def end(self) -> int:
        """Return where the member ends."""
        return self.node.end


@dataclass(frozen=True, slots=True)
class Document:
    """A text, the tree of its values, and the notation: `json` or `toml`."""

    text: str
    root: Node
    notation: str = "json"

    def source(self, node: Node) -> str:
        """Return a value as it is written."""
        return self.text[node.start : node.end]


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A piece of a text, and what takes its place."""

    start: int
    end: int
    text: str = field(compare=False)


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Return a text with its edits made; they must not overlap."""
    pieces, position = [], 0
    for edit in sorted(edits):
        if edit.start < position:
            raise ValueError(f"two edits overlap at {edit.start}")
        pieces += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join([*pieces, text[position:]])
