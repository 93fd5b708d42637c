"""Kotlin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import (
    DefinitionNames,
    Kind,
    bare_name,
    define,
    field_reader,
    inner_reader,
    label_reader,
    text_of,
)
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _class(node: Node) -> DefinitionNames | None:
    name = text_of(node.child_by_field_name("name"))
    interface = any(child.type == "interface" for child in node.children)
    return define("interface" if interface else "class", [name])


def _companion(node: Node) -> DefinitionNames:
    name = text_of(node.child_by_field_name("name"))
    return DefinitionNames(f"companion object {name}".strip(), (name,) if name else ())


def _function(node: Node) -> DefinitionNames | None:
    """Read a function, an extension's with its receiver: `fun String.ext`."""
    name = node.child_by_field_name("name")
    receiver = ""
    for child in node.children:
        if child == name:
            break
        if child.type.endswith("_type"):
            receiver = text_of(child)
    written = text_of(name)
    if not written:
        return None
    label = f"fun {receiver}.{written}" if receiver else f"fun {written}"
    return DefinitionNames(
        label, (bare_name(written.strip("`")) if "`" not in written else written.strip("`"),)
    )


SYNTAX = Syntax(
    package="tree_sitter_kotlin",
    kinds={
        "anonymous_initializer": Kind(label_reader("init")),
        "class_declaration": Kind(_class, opened=True),
        "companion_object": Kind(_companion, opened=True),
        "function_declaration": Kind(_function),
        "object_declaration": Kind(field_reader("object"), opened=True),
        "property_declaration": Kind(inner_reader("val", "variable_declaration", "identifier")),
        "secondary_constructor": Kind(label_reader("constructor")),
        "type_alias": Kind(field_reader("typealias", "type")),
    },
    holders=frozenset({"class_body", "enum_class_body", "enum_entry"}),
    comments=frozenset({"block_comment", "line_comment"}),
    leading=frozenset({"annotation"}),
)
