"""Shell scripts: Bash and its relatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import (
    DefinitionNames,
    Kind,
    define,
    field_reader,
    text_of,
    value_reader,
)
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _alias(node: Node) -> DefinitionNames | None:
    """Read an alias, `alias ll=…`; other commands define nothing."""
    if text_of(node.child_by_field_name("name")) != "alias":
        return None
    arguments = map(text_of, node.children_by_field_name("argument"))
    names = [argument.partition("=")[0] for argument in arguments if "=" in argument]
    return define("alias", names, minor=True)


SYNTAX = Syntax(
    package="tree_sitter_bash",
    kinds={
        "command": Kind(_alias),
        "function_definition": Kind(field_reader("function")),
        "variable_assignment": Kind(value_reader("variable")),
    },
    holders=frozenset(
        {
            "compound_statement",
            "declaration_command",
            "elif_clause",
            "else_clause",
            "if_statement",
            "list",
        }
    ),
)
