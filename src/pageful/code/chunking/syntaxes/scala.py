"""Scala, 2 and 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import Kind, Named, named, text_of, valued
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _extension(node: Node) -> Named:
    return Named(f"extension {text_of(node.child_by_field_name('parameters'))}"[:80], ())


SYNTAX = Syntax(
    package="tree_sitter_scala",
    kinds={
        "class_definition": Kind(named("class"), opened=True),
        "enum_definition": Kind(named("enum"), opened=True),
        "extension_definition": Kind(_extension, opened=True),
        "function_declaration": Kind(named("def")),
        "function_definition": Kind(named("def")),
        "given_definition": Kind(named("given"), opened=True),
        "object_definition": Kind(named("object"), opened=True),
        "package_clause": Kind(named("package", requires="body"), opened=True, wrapper=True),
        "package_object": Kind(named("package object"), opened=True),
        "trait_definition": Kind(named("trait"), opened=True),
        "type_definition": Kind(named("type")),
        "val_definition": Kind(valued("val", "pattern")),
        "var_definition": Kind(valued("var", "pattern")),
    },
    holders=frozenset({"template_body", "enum_body", "with_template_body"}),
    comments=frozenset({"block_comment", "comment"}),
    leading=frozenset({"annotation"}),
)
