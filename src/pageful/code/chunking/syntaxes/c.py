"""C, and what C++ shares with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, define, field_reader, text_of
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_DEEPEST = 20  # pointers and brackets around a name: more than anyone writes, and an end to noise


def find_declared_name(node: Node) -> Node | None:
    """Find the declared name inside pointers, parameters and brackets, or `None`."""
    found: Node | None = node
    for _ in range(_DEEPEST):
        inner = _inner(found) if found else None
        if inner is None:
            return found if found != node else None
        found = inner
    return None


def _inner(node: Node) -> Node | None:
    if node.type == "operator_cast":
        return None
    inner = node.child_by_field_name("declarator")
    if inner is None and node.type.endswith("_declarator"):
        inner = next(iter(node.named_children), None)
    return inner


def _function(node: Node) -> DefinitionNames | None:
    return define("function", [text_of(find_declared_name(node)).partition("() ")[0]])


def _typedef(node: Node) -> DefinitionNames | None:
    return define("typedef", [text_of(find_declared_name(node))])


def _values(node: Node) -> DefinitionNames | None:
    """Read variables that are given a value; declared functions and extern variables are not."""
    declarators = node.children_by_field_name("declarator")
    given = [one for one in declarators if one.type == "init_declarator"]
    return define("variable", [text_of(find_declared_name(one)) for one in given], minor=True)


def _macro(node: Node) -> DefinitionNames | None:
    return define("#define", [text_of(node.child_by_field_name("name"))], minor=True)


KINDS = {
    "declaration": Kind(_values),
    "enum_specifier": Kind(field_reader("enum", requires="body")),
    "function_definition": Kind(_function),
    "preproc_def": Kind(_macro),
    "preproc_function_def": Kind(field_reader("#define")),
    "struct_specifier": Kind(field_reader("struct", requires="body"), opened=True),
    "type_definition": Kind(_typedef, opened=True),
    "union_specifier": Kind(field_reader("union", requires="body"), opened=True),
}
HOLDERS = frozenset(
    {
        "declaration_list",
        "linkage_specification",
        "preproc_elif",
        "preproc_else",
        "preproc_if",
        "preproc_ifdef",
    }
)

SYNTAX = Syntax(package="tree_sitter_c", kinds=KINDS, holders=HOLDERS)
