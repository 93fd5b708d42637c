"""Types of a project by their names in Java: the file of one, and the class above it."""

from __future__ import annotations

import re

from pageful.lazy import patterns
from pageful.maven.sources.java_members import without_literals
from pageful.maven.sources.source_texts import SourceText, SourceTexts

# > import com.example.money.Till;
_IMPORT = patterns.compile(r"^\s*import\s+(?P<name>[\w.]+)\s*;", re.MULTILINE)
# > package com.example.money;
_PACKAGE = patterns.compile(r"^\s*package\s+(?P<name>[\w.]+)\s*;", re.MULTILINE)
# > class Till<T> extends Box<T>
_EXTENDS = patterns.compile(r"\bextends\s+(?P<type>[A-Z]\w*(?:\.[A-Z]\w*)*)")
# > <T extends Price>
_TYPE_ARGUMENTS = patterns.compile(r"<[^<>]*>")

_LONGEST_HEADER = 1000
"""Characters of a class's header that are read: the longest in a JDK has 600."""


def source_of_type(
    type_name: str, seen_from: SourceText, sources: SourceTexts
) -> SourceText | None:
    """Return the source of a type by its name, as another file's imports and package say.

    The name is simple, or that of a nested class within its outer ones: `Line`, `Order.Line`.
    """
    outer, text = type_name.partition(".")[0], seen_from.text
    if any(member.owner == outer for member in seen_from.members):
        return seen_from
    imported = [match["name"] for match in _IMPORT.finditer(text)]
    names = [name for name in imported if name.rpartition(".")[2] == outer]
    if not names:
        package = _PACKAGE.search(text)
        names = [f"{package['name']}.{outer}" if package else outer]
    return sources.of_class(names[0], f"{outer}.java")


def superclass_name(source: SourceText, type_name: str) -> str:
    """Return the class that a class in a file extends, by its name there; empty if it has none."""
    code, name = without_literals(source.text), re.escape(type_name.rpartition(".")[2])
    found = re.search(rf"\bclass\s+{name}\b([^{{;]{{0,{_LONGEST_HEADER}}})", code)
    header = found[1] if found else ""
    while (shorter := _TYPE_ARGUMENTS.sub("", header)) != header:
        header = shorter
    extended = _EXTENDS.search(header)
    return extended["type"] if extended else ""
