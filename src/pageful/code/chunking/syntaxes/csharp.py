"""C#."""

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
    """Read fields that are `const` or `static readonly`; others define nothing worth finding."""
    modifiers = {text_of(child) for child in node.named_children if child.type == "modifier"}
    if not ("const" in modifiers or {"static", "readonly"} <= modifiers):
        return None
    declarations = [one for one in node.named_children if one.type == "variable_declaration"]
    declarators = [one for declaration in declarations for one in declaration.named_children]
    names = [text_of(one.child_by_field_name("name")) for one in declarators]
    return define("field", names, minor=True)


SYNTAX = Syntax(
    package="tree_sitter_c_sharp",
    kinds={
        "class_declaration": Kind(field_reader("class"), opened=True),
        "constructor_declaration": Kind(field_reader("constructor")),
        "delegate_declaration": Kind(field_reader("delegate")),
        "destructor_declaration": Kind(field_reader("destructor")),
        "enum_declaration": Kind(field_reader("enum")),
        "event_declaration": Kind(field_reader("event")),
        "field_declaration": Kind(_constants),
        "indexer_declaration": Kind(label_reader("indexer")),
        "interface_declaration": Kind(field_reader("interface"), opened=True),
        "local_function_statement": Kind(field_reader("method")),
        "method_declaration": Kind(field_reader("method")),
        "namespace_declaration": Kind(field_reader("namespace"), opened=True, wrapper=True),
        "operator_declaration": Kind(field_reader("operator", "operator")),
        "property_declaration": Kind(field_reader("property")),
        "record_declaration": Kind(field_reader("record"), opened=True),
        "struct_declaration": Kind(field_reader("struct"), opened=True),
    },
    holders=frozenset(
        {
            "declaration_list",
            "global_statement",
            "preproc_elif",
            "preproc_else",
            "preproc_if",
        }
    ),
    leading=frozenset({"attribute_list", "preproc_if_in_attribute_list"}),
)
