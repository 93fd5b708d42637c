"""Haskell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import DefinitionNames, Kind, define, field_reader, text_of
from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node


def _function(node: Node) -> DefinitionNames | None:
    """Read an equation: its name, or the operator that it defines between its operands."""
    name = node.child_by_field_name("name")
    if name is None:
        infix = next((child for child in node.named_children if child.type == "infix"), None)
        name = infix.child_by_field_name("operator") if infix else None
    return define("", [text_of(name)])


def _instance(node: Node) -> DefinitionNames | None:
    written = text_of(node.child_by_field_name("name"))
    patterns = text_of(node.child_by_field_name("patterns"))
    return DefinitionNames(f"instance {written} {patterns}".strip(), ()) if written else None


SYNTAX = Syntax(
    package="tree_sitter_haskell",
    kinds={
        "bind": Kind(_function),
        "class": Kind(field_reader("class"), opened=True),
        "data_family": Kind(field_reader("data")),
        "data_type": Kind(field_reader("data")),
        "function": Kind(_function),
        "instance": Kind(_instance, opened=True),
        "newtype": Kind(field_reader("newtype")),
        "pattern_synonym": Kind(_function),
        "type_family": Kind(field_reader("type family")),
        "type_synonym": Kind(field_reader("type")),
    },
    holders=frozenset({"class_declarations", "declarations", "imports", "instance_declarations"}),
    comments=frozenset({"comment", "haddock"}),
    leading=frozenset({"pragma", "signature"}),
)
