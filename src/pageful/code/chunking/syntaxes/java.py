"""Java."""

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


def _constants(node: Node) -> DefinitionNames | None:
    """Read fields with the name of a constant; others define nothing worth finding."""
    declarators = node.children_by_field_name("declarator")
    names = [text_of(declarator.child_by_field_name("name")) for declarator in declarators]
    return define("field", [name for name in names if name.isupper()], minor=True)


SYNTAX = Syntax(
    package="tree_sitter_java",
    kinds={
        "annotation_type_declaration": Kind(field_reader("@interface"), opened=True),
        "annotation_type_element_declaration": Kind(field_reader("method")),
        "class_declaration": Kind(field_reader("class"), opened=True),
        "compact_constructor_declaration": Kind(field_reader("constructor")),
        "constant_declaration": Kind(_constants),
        "constructor_declaration": Kind(field_reader("constructor")),
        "enum_declaration": Kind(field_reader("enum"), opened=True),
        "field_declaration": Kind(_constants),
        "interface_declaration": Kind(field_reader("interface"), opened=True),
        "method_declaration": Kind(field_reader("method")),
        "record_declaration": Kind(field_reader("record"), opened=True),
        "static_initializer": Kind(label_reader("static")),
    },
    holders=frozenset(
        {
            "annotation_type_body",
            "class_body",
            "enum_body",
            "enum_body_declarations",
            "enum_constant",
            "interface_body",
        }
    ),
    comments=frozenset({"block_comment", "line_comment"}),
)
