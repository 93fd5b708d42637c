"""Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, define, field_reader, text_of
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_TARGETS = {"pattern_list", "tuple_pattern"}


def _assignment(node: Node) -> DefinitionNames | None:
    target = node.child_by_field_name("left")
    if target is None:
        return None
    targets = target.named_children if target.type in _TARGETS else [target]
    names = [text_of(name) for name in targets if name.type == "identifier"]
    return define("variable", names, minor=True)


SYNTAX = Syntax(
    package="tree_sitter_python",
    kinds={
        "assignment": Kind(_assignment),
        "class_definition": Kind(field_reader("class"), opened=True),
        "function_definition": Kind(field_reader("def")),
        "type_alias_statement": Kind(field_reader("type", "left")),
    },
    holders=frozenset(
        {
            "block",
            "decorated_definition",
            "elif_clause",
            "else_clause",
            "except_clause",
            "expression_statement",
            "finally_clause",
            "if_statement",
            "try_statement",
            "with_statement",
        }
    ),
    leading=frozenset({"decorator"}),
)
