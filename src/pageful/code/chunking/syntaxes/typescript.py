"""TypeScript, plain and with JSX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.code.chunking.naming import (
    DefinitionNames,
    Kind,
    bare_name,
    define,
    field_reader,
    text_of,
)
from pageful.code.chunking.syntax import Syntax
from pageful.code.chunking.syntaxes import javascript
from pageful.lazy.dataclasses import replace

if TYPE_CHECKING:
    from tree_sitter import Node


def _field(node: Node) -> DefinitionNames | None:
    value = node.child_by_field_name("value")
    if value is None or value.type not in {"arrow_function", "function_expression"}:
        return None
    return define("method", [text_of(node.child_by_field_name("name"))])


def _module(node: Node) -> DefinitionNames | None:
    name = text_of(node.child_by_field_name("name"))
    return DefinitionNames(f"namespace {name}", (bare_name(name.strip("'\"")),)) if name else None


_KINDS = {
    **javascript.KINDS,
    "abstract_class_declaration": Kind(field_reader("class"), opened=True),
    "abstract_method_signature": Kind(field_reader("method")),
    "enum_declaration": Kind(field_reader("enum")),
    "function_signature": Kind(field_reader("function")),
    "interface_declaration": Kind(field_reader("interface"), opened=True),
    "internal_module": Kind(_module, opened=True, wrapper=True),
    "method_signature": Kind(field_reader("method")),
    "module": Kind(_module, opened=True, wrapper=True),
    "public_field_definition": Kind(_field),
    "type_alias_declaration": Kind(field_reader("type")),
}

TYPESCRIPT = Syntax(
    package="tree_sitter_typescript",
    function="language_typescript",
    kinds=_KINDS,
    holders=javascript.HOLDERS | {"ambient_declaration", "interface_body"},
    tall=javascript.TALL | {"as_expression", "satisfies_expression"},
    leading=javascript.LEADING,
)
TSX = replace(TYPESCRIPT, function="language_tsx")
