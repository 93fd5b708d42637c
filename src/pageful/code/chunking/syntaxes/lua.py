"""Lua."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, define, field_reader, text_of
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _assignment(node: Node) -> DefinitionNames | None:
    lists = {child.type: child for child in node.named_children}
    targets, values = lists.get("variable_list"), lists.get("expression_list")
    if targets is None or values is None:
        return None
    names = [text_of(name) for name in targets.named_children]
    is_function = any(value.type == "function_definition" for value in values.named_children)
    return define("function" if is_function else "variable", names, minor=not is_function)


SYNTAX = Syntax(
    package="tree_sitter_lua",
    kinds={
        "assignment_statement": Kind(_assignment),
        "function_declaration": Kind(field_reader("function")),
    },
    holders=frozenset({"do_statement", "if_statement", "variable_declaration"}),
)
