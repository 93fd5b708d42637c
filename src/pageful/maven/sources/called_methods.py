"""The project's method that a line of Java calls, as far as declared types tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pageful.maven.sources.java_members import JavaMember
from pageful.maven.sources.source_texts import SourceText, SourceTexts

# > assertEquals(2 * n, till.add(n, n));
_CALL = re.compile(r"(?:\b(?P<receiver>\w+)\s*|(?P<chain>\)\s*))\.\s*(?P<name>[a-z]\w*)\s*\(")
# > int subtotal = subtotal(order);
_OWN_CALL = re.compile(r"(?<![\w.])(?P<name>[a-z]\w*)\s*\(")
# > import com.example.money.Till;
_IMPORT = re.compile(r"^\s*import\s+(?P<name>[\w.]+)\s*;", re.MULTILINE)
# > package com.example.money;
_PACKAGE = re.compile(r"^\s*package\s+(?P<name>[\w.]+)\s*;", re.MULTILINE)
# > till
_WORD = re.compile(r"\b[a-z]\w*\b")

_LONGEST_STATEMENT = 6
"""Lines of a statement that are read from a line on: assertions are seldom longer."""

_ACCESSOR_LINES = 3
"""Lines of a method that hands out or takes in a field; it shows nothing that its name does not."""


@dataclass(frozen=True, slots=True)
class CalledMethod:
    """A method of the project's main code, and the source that it is in."""

    source: SourceText
    member: JavaMember


def called_method(
    source: SourceText, member: JavaMember, line: int, sources: SourceTexts
) -> CalledMethod | None:
    """Return the method of main code that a test's line (from 1) calls, or its variables come from.

    Absent where declared types leave it open, as with an overload.
    """
    scope = _Scope(source, member, sources)
    for statement in scope.statements(line):
        for called in scope.calls(statement):
            if called:
                return called
    return None


def called_declarations(
    source: SourceText, line: int, sources: SourceTexts
) -> tuple[CalledMethod, ...]:
    """Return the methods of the project that a line (from 1) calls, of the same class or by type.

    An overloaded one is left out: the line does not tell which is meant.
    """
    around = (each for each in source.members if each.first <= line <= each.last)
    member = min(around, key=lambda each: each.last - each.first, default=None)
    if not member:
        return ()
    scope, text = _Scope(source, member, sources), source.lines[line - 1]
    own = (scope.declared(member.owner, match["name"]) for match in _OWN_CALL.finditer(text))
    others = (
        scope.declared(type_name, match["name"])
        for match in _CALL.finditer(text)
        if match["receiver"] and (type_name := scope.type_of(match["receiver"]))
    )
    found = (each for each in (*own, *others) if each and each.member is not member)
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class _Scope:
    """A method of a test, whose declarations tell the types of its variables."""

    source: SourceText
    member: JavaMember
    sources: SourceTexts

    def statements(self, line: int) -> Iterator[str]:
        """The statement at a line, then those before it that set variables of it, nearest first."""
        lines = self.source.lines
        statement = _statement(
            lines[line - 1 : min(line - 1 + _LONGEST_STATEMENT, self.member.last)]
        )
        yield statement
        words = set(_WORD.findall(statement))
        for number in range(line - 1, self.member.first, -1):
            assigned = re.match(r"[^=(]*\b(\w+)\s*=[^=]", lines[number - 1])
            if assigned and assigned[1] in words:
                yield _statement(lines[number - 1 : line])

    def calls(self, statement: str) -> Iterator[CalledMethod | None]:
        for match in _CALL.finditer(statement):
            types = [self.type_of(match["receiver"])] if match["receiver"] else []
            for name in (*types, self._tested_class) if match["chain"] else types:
                if name:
                    yield self._method(name, match["name"])

    @property
    def _tested_class(self) -> str:
        """The class that a test is named after, as `Till` of `TillTest`; empty if it is no test."""
        stem = self.source.path.rpartition("/")[2].removesuffix(".java")
        name = re.sub(r"(?:Tests?|TestCase|IT)$|^Test", "", stem)
        return name if name != stem else ""

    def type_of(self, receiver: str) -> str:
        """The declared type of a variable, or a class itself."""
        if receiver[:1].isupper():
            return receiver
        declared = re.compile(
            rf"\b(?P<type>[A-Z]\w*)(?:<[^<>;=]{{0,200}}>)?\s+{re.escape(receiver)}\b"
            rf"|\bvar\s+{re.escape(receiver)}\s*=\s*new\s+(?P<new>[A-Z]\w*)"
        )
        inside = "\n".join(self.source.lines[self.member.first - 1 : self.member.last])
        match = declared.search(inside) or declared.search(self.source.text)
        return (match["type"] or match["new"]) if match else ""

    def _method(self, type_name: str, method: str) -> CalledMethod | None:
        """The only method of that name in a class of main code that does more than hand out."""
        called = self.declared(type_name, method)
        if not called or called.source.is_test:
            return None
        lines = called.member.last - called.member.first + 1
        is_accessor = method.startswith(("get", "is", "set")) and lines <= _ACCESSOR_LINES
        return None if is_accessor or lines == 1 else called

    def declared(self, type_name: str, method: str) -> CalledMethod | None:
        """The only method of that name in a class of the project."""
        own = type_name == self.member.owner
        source = self.source if own else source_of_type(type_name, self.source, self.sources)
        named = [
            member
            for member in (source.members if source else ())
            if member.is_method and member.name == method and member.owner == type_name
        ]
        return CalledMethod(source, named[0]) if source and len(named) == 1 else None


def source_of_type(
    type_name: str, seen_from: SourceText, sources: SourceTexts
) -> SourceText | None:
    """Return the source of a type by its simple name, as another file's imports and package say."""
    text = seen_from.text
    imported = [match["name"] for match in _IMPORT.finditer(text)]
    names = [name for name in imported if name.rpartition(".")[2] == type_name]
    if not names:
        package = _PACKAGE.search(text)
        names = [f"{package['name']}.{type_name}" if package else type_name]
    return sources.of_class(names[0], f"{type_name}.java")


def _statement(lines: Sequence[str]) -> str:
    """The lines up to the first that ends a statement."""
    taken: list[str] = []
    for line in lines:
        taken.append(line.strip())
        if line.rstrip().endswith((";", "{", "}")):
            break
    return " ".join(taken)
