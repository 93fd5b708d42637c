"""Ruby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import (
    DefinitionNames,
    Kind,
    define,
    field_reader,
    label_reader,
    text_of,
)
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_ATTRIBUTES = {"attr_accessor", "attr_reader", "attr_writer"}
_DEFINERS = {"alias_method", "define_method", "def_delegator", "def_delegators"}


def _call(node: Node) -> DefinitionNames | None:
    """Read `attr_reader :a, :b` and its like, which define the symbols given."""
    method = text_of(node.child_by_field_name("method"))
    if method not in _ATTRIBUTES and method not in _DEFINERS:
        return None
    arguments = node.child_by_field_name("arguments")
    symbols = arguments.named_children if arguments else []
    if method in _DEFINERS and method != "def_delegators":
        symbols = symbols[:1]
    names = [text_of(one)[1:] for one in symbols if one.type == "simple_symbol"]
    return define(method, names, minor=method in _ATTRIBUTES)


def _constant(node: Node) -> DefinitionNames | None:
    target = node.child_by_field_name("left")
    if target is None or target.type != "constant":
        return None
    return define("constant", [text_of(target)], minor=True)


def _singleton_method(node: Node) -> DefinitionNames | None:
    name = text_of(node.child_by_field_name("name"))
    target = text_of(node.child_by_field_name("object"))
    return DefinitionNames(f"def {target}.{name}", (name,)) if name else None


SYNTAX = Syntax(
    package="tree_sitter_ruby",
    kinds={
        "assignment": Kind(_constant, opened=True),
        "call": Kind(_call),
        "class": Kind(field_reader("class"), opened=True),
        "method": Kind(field_reader("def")),
        "module": Kind(field_reader("module"), opened=True, wrapper=True),
        "singleton_class": Kind(label_reader("class << self"), opened=True),
        "singleton_method": Kind(_singleton_method),
    },
    holders=frozenset({"body_statement"}),
    tall=frozenset(
        {"argument_list", "begin", "block_body", "call", "do_block", "else", "if", "then", "unless"}
    ),
)
