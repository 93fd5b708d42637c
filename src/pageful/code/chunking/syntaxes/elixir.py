"""Elixir, whose definitions are calls of macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, bare_name, define, text_of
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_MODULES = {"defimpl", "defmodule", "defprotocol"}
_FUNCTIONS = {
    "def",
    "defdelegate",
    "defguard",
    "defguardp",
    "defmacro",
    "defmacrop",
    "defn",
    "defnp",
    "defp",
}
_OTHERS = {"defexception", "defstruct"}


def _head(node: Node) -> Node | None:
    arguments = next((child for child in node.named_children if child.type == "arguments"), None)
    return next(iter(arguments.named_children), None) if arguments else None


def _function_name(head: Node | None) -> str:
    """Find the name in `foo`, `foo(a)`, `foo(a) when …` and `a + b`."""
    while head is not None and head.type == "binary_operator":
        operator = text_of(head.child_by_field_name("operator"))
        if operator not in {"when", "\\\\"}:
            return operator
        head = head.child_by_field_name("left")
    target = head.child_by_field_name("target") if head and head.type == "call" else head
    return text_of(target)


def _call(node: Node) -> DefinitionNames | None:
    word = text_of(node.child_by_field_name("target"))
    if word in _FUNCTIONS:
        return define(word, [_function_name(_head(node))])
    if word in _OTHERS:
        return DefinitionNames(word, ())
    if word not in _MODULES:
        return None
    name = text_of(_head(node))
    return DefinitionNames(f"{word} {name}", (bare_name(name),)) if name else None


SYNTAX = Syntax(
    package="tree_sitter_elixir",
    kinds={"call": Kind(_call, opened=True)},
    holders=frozenset({"do_block", "else_block"}),
    leading=frozenset({"unary_operator"}),
)
