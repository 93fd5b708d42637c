"""Rust."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import Kind, Named, named, of, text_of, valued
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _implementation(node: Node) -> Named | None:
    target = text_of(node.child_by_field_name("type"))
    trait = text_of(node.child_by_field_name("trait"))
    return of("impl", [f"{trait} for {target}" if trait else target])


SYNTAX = Syntax(
    package="tree_sitter_rust",
    kinds={
        "associated_type": Kind(named("type")),
        "const_item": Kind(valued("const")),
        "enum_item": Kind(named("enum")),
        "function_item": Kind(named("fn")),
        "function_signature_item": Kind(named("fn")),
        "impl_item": Kind(_implementation, opened=True),
        "macro_definition": Kind(named("macro")),
        "mod_item": Kind(named("mod", requires="body"), opened=True, wrapper=True),
        "static_item": Kind(valued("static")),
        "struct_item": Kind(named("struct")),
        "trait_item": Kind(named("trait"), opened=True),
        "type_item": Kind(named("type")),
        "union_item": Kind(named("union")),
    },
    holders=frozenset({"declaration_list", "foreign_mod_item"}),
    comments=frozenset({"block_comment", "line_comment"}),
    leading=frozenset({"attribute_item"}),
)
