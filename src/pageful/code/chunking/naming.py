"""Readers of a definition's node: its label for people, and the bare names that it defines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass

if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST_LABEL = 120  # characters: a page's line, beside the path of a file
_LONGEST_NAME = 400  # bytes; a longer node is code, not a name
# > Foo<T>
_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
# > Matrix::operator+=
_OPERATOR = re.compile(r"\boperator\b.*$")
# > Stack::~Stack
# > empty?
_LAST_NAME = re.compile(r"(?:~?[\w$?!']+|[^\w\s.:#]+)\W*$")


@dataclass(frozen=True, slots=True)
class DefinitionNames:
    """A definition's label (`class Foo`), its bare names, and whether it is minor.

    A minor definition, such as a constant, gives its chunk a path only where nothing else does.
    """

    label: str
    names: tuple[str, ...]
    minor: bool = False


Reader = Callable[["Node"], DefinitionNames | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of node that defines something, and how to read it.

    An opened kind (a class) holds definitions of its own. A wrapper (a namespace) is opened and
    says so little that a chunk which begins with it is named by what follows.
    """

    read: Reader
    opened: bool = False
    wrapper: bool = False


def text_of(node: Node | None) -> str:
    """Return the node's source on one line; empty without a node, or for one that is too long."""
    if node is None or node.end_byte - node.start_byte > _LONGEST_NAME:
        return ""
    source = node.text
    return " ".join(source.decode("utf-8", "replace").split()) if source else ""


def bare_name(name: str) -> str:
    """Return the last name in a qualified or generic one: `bar` in `Foo<T>::bar`."""
    operator = _OPERATOR.search(name)
    if operator:
        return operator.group()
    plain = _ARGUMENTS.sub("", name).rstrip(" :") if name[-1:] in ">])" else name
    found = _LAST_NAME.search(plain)
    return found.group().strip(" :.,;*&") if found else plain


def define(word: str, names: Iterable[str], *, minor: bool = False) -> DefinitionNames | None:
    """Make a definition of its kind's word and the names as written; `None` without a name."""
    written = [name for name in names if name]
    if not written:
        return None
    label = f"{word} {written[0]}".strip()[:_LONGEST_LABEL]
    bares = dict.fromkeys(bare_name(name) for name in written)
    return DefinitionNames(label, tuple(name for name in bares if name), minor)


def field_reader(word: str, field: str = "name", requires: str | None = None) -> Reader:
    """Return a reader of definitions named by a field, of nodes that have the field `requires`."""

    def read(node: Node) -> DefinitionNames | None:
        if requires and not node.child_by_field_name(requires):
            return None
        return define(word, [text_of(node.child_by_field_name(field))])

    return read


def value_reader(word: str, field: str = "name") -> Reader:
    """Make a reader of minor definitions that every child with that field names."""

    def read(node: Node) -> DefinitionNames | None:
        names = map(text_of, node.children_by_field_name(field))
        return define(word, names, minor=True)

    return read


def label_reader(label: str, *names: str) -> Reader:
    """Make a reader of definitions whose label needs no source, such as an initializer's."""
    return lambda _: DefinitionNames(label, names)


def child_reader(word: str, *kinds: str) -> Reader:
    """Make a reader of definitions that their first child of one of these kinds names."""

    def read(node: Node) -> DefinitionNames | None:
        return define(word, [text_of(_find_child(node, kinds))])

    return read


def inner_reader(word: str, holder: str, *kinds: str) -> Reader:
    """Make a reader of minor definitions that `kinds` below children of kind `holder` name."""

    def read(node: Node) -> DefinitionNames | None:
        holders = [child for child in node.named_children if child.type == holder]
        inner = [_find_child(child, kinds) for child in holders]
        return define(word, map(text_of, inner), minor=True)

    return read


def _find_child(node: Node, kinds: tuple[str, ...]) -> Node | None:
    return next((child for child in node.named_children if child.type in kinds), None)
