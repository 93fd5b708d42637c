"""Rust."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import (
    DefinitionNames,
    Kind,
    define,
    field_reader,
    text_of,
    value_reader,
)
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _implementation(node: Node) -> DefinitionNames | None:
    target = text_of(node.child_by_field_name("type"))
    trait = text_of(node.child_by_field_name("trait"))
    return define("impl", [f"{trait} for {target}" if trait else target])


SYNTAX = Syntax(
    package="tree_sitter_rust",
    kinds={
        "associated_type": Kind(field_reader("type")),
        "const_item": Kind(value_reader("const")),
        "enum_item": Kind(field_reader("enum")),
        "function_item": Kind(field_reader("fn")),
        "function_signature_item": Kind(field_reader("fn")),
        "impl_item": Kind(_implementation, opened=True),
        "macro_definition": Kind(field_reader("macro")),
        "mod_item": Kind(field_reader("mod", requires="body"), opened=True, wrapper=True),
        "static_item": Kind(value_reader("static")),
        "struct_item": Kind(field_reader("struct")),
        "trait_item": Kind(field_reader("trait"), opened=True),
        "type_item": Kind(field_reader("type")),
        "union_item": Kind(field_reader("union")),
    },
    holders=frozenset({"declaration_list", "foreign_mod_item"}),
    comments=frozenset({"block_comment", "line_comment"}),
    leading=frozenset({"attribute_item"}),
)
