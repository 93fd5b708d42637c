"""JavaScript, and what TypeScript shares with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, define, field_reader, text_of
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = {
    "arrow_function",
    "class",
    "function_expression",
    "generator_function",
}
_LONGEST_CHAIN = 5  # of `a = b = function …`
_EXPORTS = ("exports.", "module.exports.")


def _is_function(value: Node | None) -> bool:
    return value is not None and value.type in _FUNCTIONS


def _declaration(node: Node) -> DefinitionNames | None:
    """Read `const foo = …`, minor unless it is a function; a destructured value has no name."""
    declarators = [child for child in node.named_children if child.type == "variable_declarator"]
    given = [(one.child_by_field_name("name"), one) for one in declarators]
    names = [text_of(name) for name, _ in given if name and name.type == "identifier"]
    minor = not any(_is_function(one.child_by_field_name("value")) for one in declarators)
    return define(text_of(node.children[0]), names, minor=minor)


def _assignment(node: Node) -> DefinitionNames | None:
    """Read `exports.foo = …`, and functions given to a member: `Foo.prototype.bar = function …`."""
    target = node.child_by_field_name("left")
    if target is None or target.type != "member_expression":
        return None
    value = node.child_by_field_name("right")
    for _ in range(_LONGEST_CHAIN):
        if value is not None and value.type == "assignment_expression":
            value = value.child_by_field_name("right")
    name = text_of(target)
    if _is_function(value):
        return define("function", [name]) if name != "module.exports" else None
    return define("", [name], minor=True) if name.startswith(_EXPORTS) else None


def _member(field: str) -> Kind:
    """Make the kind of a class's field or an object's entry: a method if it is a function."""

    def read(node: Node) -> DefinitionNames | None:
        if not _is_function(node.child_by_field_name("value")):
            return None
        return define("method", [text_of(node.child_by_field_name(field))])

    return Kind(read)


KINDS = {
    "assignment_expression": Kind(_assignment),
    "class_declaration": Kind(field_reader("class"), opened=True),
    "field_definition": _member("property"),
    "function_declaration": Kind(field_reader("function")),
    "generator_function_declaration": Kind(field_reader("function")),
    "lexical_declaration": Kind(_declaration, opened=True),
    "method_definition": Kind(field_reader("method")),
    "pair": _member("key"),
    "variable_declaration": Kind(_declaration, opened=True),
}
HOLDERS = frozenset(
    {
        "class_body",
        "export_statement",
        "expression_statement",
        "lexical_declaration",
        "variable_declaration",
        "variable_declarator",
    }
)
TALL = frozenset(
    {
        "arguments",
        "call_expression",
        "if_statement",
        "object",
        "parenthesized_expression",
        "statement_block",
        "try_statement",
        "unary_expression",
    }
)
LEADING = frozenset({"decorator"})

SYNTAX = Syntax(
    package="tree_sitter_javascript",
    kinds=KINDS,
    holders=HOLDERS,
    tall=TALL,
    leading=LEADING,
)
