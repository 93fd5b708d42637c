"""How a definition's node is read: its label for people, and the bare names it defines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST_LABEL = 120
_LONGEST_NAME = 400  # bytes
_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
_OPERATOR = re.compile(r"\boperator\b.*$")
_LAST_NAME = re.compile(r"(?:~?[\w$?!']+|[^\w\s.:#]+)\W*$")


@dataclass(frozen=True, slots=True)
class Named:
    """A definition's label (`class Foo`), its bare names, and whether it is a mere value.

    A minor definition, such as a constant, gives its chunk a path only where nothing else does.
    """

    label: str
    names: tuple[str, ...]
    minor: bool = False


Reader = Callable[["Node"], Named | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """What one kind of node defines.

    An opened kind (a class) holds definitions of its own. A wrapper (a namespace) is opened and
    says so little that a chunk which begins with it is named by what follows.
    """

    read: Reader
    opened: bool = False
    wrapper: bool = False


def text_of(node: Node | None) -> str:
    """The node's source on one line, empty for no node and for one that is too long to name."""
    if node is None or node.end_byte - node.start_byte > _LONGEST_NAME:
        return ""
    source = node.text
    return " ".join(source.decode("utf-8", "replace").split()) if source else ""


def bare(name: str) -> str:
    """The last name in a qualified or generic one: `bar` in `Foo<T>::bar`."""
    operator = _OPERATOR.search(name)
    if operator:
        return operator.group()
    plain = _ARGUMENTS.sub("", name).rstrip(" :") if name[-1:] in ">])" else name
    found = _LAST_NAME.search(plain)
    return found.group().strip(" :.,;*&") if found else plain


def of(word: str, names: Iterable[str], *, minor: bool = False) -> Named | None:
    """A definition from its kind word and the names as written; `None` without a name."""
    written = [name for name in names if name]
    if not written:
        return None
    label = f"{word} {written[0]}".strip()[:_LONGEST_LABEL]
    bares = dict.fromkeys(bare(name) for name in written)
    return Named(label, tuple(name for name in bares if name), minor)


def named(word: str, field: str = "name", requires: str | None = None) -> Reader:
    """Reads a definition named by a field; without the required field it is none."""

    def read(node: Node) -> Named | None:
        if requires and not node.child_by_field_name(requires):
            return None
        return of(word, [text_of(node.child_by_field_name(field))])

    return read


def valued(word: str, field: str = "name") -> Reader:
    """Reads a minor definition named by every child with that field."""

    def read(node: Node) -> Named | None:
        names = map(text_of, node.children_by_field_name(field))
        return of(word, names, minor=True)

    return read


def fixed(label: str, *names: str) -> Reader:
    """Reads a definition whose label needs no source, such as an initializer."""
    return lambda _: Named(label, names)


def first(word: str, *kinds: str, minor: bool = False) -> Reader:
    """Reads a definition named by its first child of one of these kinds."""

    def read(node: Node) -> Named | None:
        found = next((child for child in node.named_children if child.type in kinds), None)
        return of(word, [text_of(found)], minor=minor)

    return read


def nested(word: str, holder: str, *kinds: str, field: str | None = None) -> Reader:
    """Reads a minor definition named by the `kinds` below its children of kind `holder`."""

    def read(node: Node) -> Named | None:
        holders = [child for child in node.named_children if child.type == holder]
        inner = [_named_child(child, kinds, field) for child in holders]
        return of(word, map(text_of, inner), minor=True)

    return read


def _named_child(node: Node, kinds: tuple[str, ...], field: str | None) -> Node | None:
    if field:
        return node.child_by_field_name(field)
    return next((child for child in node.named_children if child.type in kinds), None)
