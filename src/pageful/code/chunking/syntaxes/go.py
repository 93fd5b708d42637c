"""Go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, field_reader, text_of, value_reader
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _method(node: Node) -> DefinitionNames | None:
    name = text_of(node.child_by_field_name("name"))
    receiver = text_of(node.child_by_field_name("receiver"))
    return DefinitionNames(f"func {receiver} {name}", (name,)) if name else None


SYNTAX = Syntax(
    package="tree_sitter_go",
    kinds={
        "const_spec": Kind(value_reader("const")),
        "function_declaration": Kind(field_reader("func")),
        "method_declaration": Kind(_method),
        "method_elem": Kind(field_reader("method")),
        "type_alias": Kind(field_reader("type")),
        "type_spec": Kind(field_reader("type"), opened=True),
        "var_spec": Kind(value_reader("var")),
    },
    holders=frozenset(
        {
            "const_declaration",
            "interface_type",
            "type_declaration",
            "var_declaration",
            "var_spec_list",
        }
    ),
)
