"""Swift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import Kind, Named, first, fixed, named, of, text_of, valued
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _type(node: Node) -> Named | None:
    """Read a class, struct, enum, actor or extension: one kind of node, told by its keyword."""
    word = text_of(node.child_by_field_name("declaration_kind"))
    return of(word or "class", [text_of(node.child_by_field_name("name"))])


SYNTAX = Syntax(
    package="tree_sitter_swift",
    kinds={
        "class_declaration": Kind(_type, opened=True),
        "deinit_declaration": Kind(fixed("deinit")),
        "function_declaration": Kind(named("func")),
        "init_declaration": Kind(fixed("init")),
        "macro_declaration": Kind(first("macro", "simple_identifier")),
        "property_declaration": Kind(valued("var")),
        "protocol_declaration": Kind(named("protocol"), opened=True),
        "protocol_function_declaration": Kind(named("func")),
        "protocol_property_declaration": Kind(valued("var")),
        "subscript_declaration": Kind(fixed("subscript")),
        "typealias_declaration": Kind(named("typealias")),
    },
    holders=frozenset({"class_body", "enum_class_body", "protocol_body"}),
    comments=frozenset({"comment", "multiline_comment"}),
    leading=frozenset({"attribute", "directive"}),
)
