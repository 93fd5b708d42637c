"""Swift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import (
    DefinitionNames,
    Kind,
    child_reader,
    define,
    field_reader,
    label_reader,
    text_of,
    value_reader,
)
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _type(node: Node) -> DefinitionNames | None:
    """Read a class, struct, enum, actor or extension: one kind of node, told by its keyword."""
    word = text_of(node.child_by_field_name("declaration_kind"))
    return define(word or "class", [text_of(node.child_by_field_name("name"))])


SYNTAX = Syntax(
    package="tree_sitter_swift",
    kinds={
        "class_declaration": Kind(_type, opened=True),
        "deinit_declaration": Kind(label_reader("deinit")),
        "function_declaration": Kind(field_reader("func")),
        "init_declaration": Kind(label_reader("init")),
        "macro_declaration": Kind(child_reader("macro", "simple_identifier")),
        "property_declaration": Kind(value_reader("var")),
        "protocol_declaration": Kind(field_reader("protocol"), opened=True),
        "protocol_function_declaration": Kind(field_reader("func")),
        "protocol_property_declaration": Kind(value_reader("var")),
        "subscript_declaration": Kind(label_reader("subscript")),
        "typealias_declaration": Kind(field_reader("typealias")),
    },
    holders=frozenset({"class_body", "enum_class_body", "protocol_body"}),
    comments=frozenset({"comment", "multiline_comment"}),
    leading=frozenset({"attribute", "directive"}),
)
