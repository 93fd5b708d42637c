"""PHP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import (
    DefinitionNames,
    Kind,
    define,
    field_reader,
    inner_reader,
    text_of,
)
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _define(node: Node) -> DefinitionNames | None:
    """Read `define('NAME', …)`."""
    if text_of(node.child_by_field_name("function")).lower() != "define":
        return None
    arguments = node.child_by_field_name("arguments")
    given = text_of(arguments.named_children[0]) if arguments and arguments.named_children else ""
    return define("const", [given.strip("'\"")], minor=True)


SYNTAX = Syntax(
    package="tree_sitter_php",
    function="language_php",
    kinds={
        "class_declaration": Kind(field_reader("class"), opened=True),
        "const_declaration": Kind(inner_reader("const", "const_element", "name")),
        "enum_declaration": Kind(field_reader("enum"), opened=True),
        "function_call_expression": Kind(_define),
        "function_definition": Kind(field_reader("function")),
        "interface_declaration": Kind(field_reader("interface"), opened=True),
        "method_declaration": Kind(field_reader("function")),
        "namespace_definition": Kind(
            field_reader("namespace", requires="body"), opened=True, wrapper=True
        ),
        "trait_declaration": Kind(field_reader("trait"), opened=True),
    },
    holders=frozenset(
        {
            "anonymous_class",
            "compound_statement",
            "declaration_list",
            "enum_declaration_list",
            "expression_statement",
            "if_statement",
            "object_creation_expression",
            "return_statement",
        }
    ),
    leading=frozenset({"attribute_list"}),
)
