"""Scala, 2 and 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, field_reader, text_of, value_reader
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _extension(node: Node) -> DefinitionNames:
    return DefinitionNames(f"extension {text_of(node.child_by_field_name('parameters'))}"[:80], ())


SYNTAX = Syntax(
    package="tree_sitter_scala",
    kinds={
        "class_definition": Kind(field_reader("class"), opened=True),
        "enum_definition": Kind(field_reader("enum"), opened=True),
        "extension_definition": Kind(_extension, opened=True),
        "function_declaration": Kind(field_reader("def")),
        "function_definition": Kind(field_reader("def")),
        "given_definition": Kind(field_reader("given"), opened=True),
        "object_definition": Kind(field_reader("object"), opened=True),
        "package_clause": Kind(field_reader("package", requires="body"), opened=True, wrapper=True),
        "package_object": Kind(field_reader("package object"), opened=True),
        "trait_definition": Kind(field_reader("trait"), opened=True),
        "type_definition": Kind(field_reader("type")),
        "val_definition": Kind(value_reader("val", "pattern")),
        "var_definition": Kind(value_reader("var", "pattern")),
    },
    holders=frozenset({"template_body", "enum_body", "with_template_body"}),
    comments=frozenset({"block_comment", "comment"}),
    leading=frozenset({"annotation"}),
)
