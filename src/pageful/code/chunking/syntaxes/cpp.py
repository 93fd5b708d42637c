"""C++."""

from __future__ import annotations

from pageful.code.chunking.naming import Kind, field_reader
from pageful.code.chunking.syntax import Syntax
from pageful.code.chunking.syntaxes import c

SYNTAX = Syntax(
    package="tree_sitter_cpp",
    kinds={
        **c.KINDS,
        "alias_declaration": Kind(field_reader("using")),
        "class_specifier": Kind(field_reader("class", requires="body"), opened=True),
        "concept_definition": Kind(field_reader("concept")),
        "namespace_definition": Kind(field_reader("namespace"), opened=True, wrapper=True),
    },
    holders=c.HOLDERS
    | {
        "field_declaration",
        "field_declaration_list",
        "namespace_definition",
        "template_declaration",
    },
    leading=frozenset({"access_specifier", "template_parameter_list", "requires_clause"}),
)
