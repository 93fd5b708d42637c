"""C#."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import Kind, Named, fixed, named, of, text_of
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _constants(node: Node) -> Named | None:
    """Read fields that are `const` or `static readonly`; others define nothing worth finding."""
    modifiers = {text_of(child) for child in node.named_children if child.type == "modifier"}
    if not ("const" in modifiers or {"static", "readonly"} <= modifiers):
        return None
    declarations = [one for one in node.named_children if one.type == "variable_declaration"]
    declarators = [one for declaration in declarations for one in declaration.named_children]
    names = [text_of(one.child_by_field_name("name")) for one in declarators]
    return of("field", names, minor=True)


SYNTAX = Syntax(
    package="tree_sitter_c_sharp",
    kinds={
        "class_declaration": Kind(named("class"), opened=True),
        "constructor_declaration": Kind(named("constructor")),
        "delegate_declaration": Kind(named("delegate")),
        "destructor_declaration": Kind(named("destructor")),
        "enum_declaration": Kind(named("enum")),
        "event_declaration": Kind(named("event")),
        "field_declaration": Kind(_constants),
        "indexer_declaration": Kind(fixed("indexer")),
        "interface_declaration": Kind(named("interface"), opened=True),
        "local_function_statement": Kind(named("method")),
        "method_declaration": Kind(named("method")),
        "namespace_declaration": Kind(named("namespace"), opened=True, wrapper=True),
        "operator_declaration": Kind(named("operator", "operator")),
        "property_declaration": Kind(named("property")),
        "record_declaration": Kind(named("record"), opened=True),
        "struct_declaration": Kind(named("struct"), opened=True),
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
