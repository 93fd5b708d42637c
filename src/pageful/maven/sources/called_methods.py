"""The project's method that a line of Java calls, as far as declared types tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.sources.java_members import JavaMember, closing_parenthesis, without_literals
from pageful.maven.sources.java_types import source_of_type, superclass_name
from pageful.maven.sources.source_texts import SourceText, SourceTexts

# > assertEquals(2 * n, till.add(n, n));
_CALL = patterns.compile(r"(?:\b(?P<receiver>\w+)\s*|(?P<chain>\)\s*))\.\s*(?P<name>[a-z]\w*)\s*\(")
# > int subtotal = subtotal(order);
_OWN_CALL = patterns.compile(r"(?<![\w.])(?P<name>[a-z]\w*)\s*\(")
# > new Till
_NEW = patterns.compile(r"(?<![\w.$])new\s+(?P<type>[A-Z]\w*)\s*\Z")
# > new Till<>(7)
_CREATED = patterns.compile(r"new\s+(?P<type>[A-Z]\w*(?:\.[A-Z]\w*)*)\s*(?:<[^()]{0,200}>\s*)?\(")
# > till.add
_CALLEE = patterns.compile(r"(?:\b(?P<receiver>\w+)\s*\.\s*)?(?<!\w)(?P<name>[a-z]\w*)\s*\Z")
# > till
_WORD = patterns.compile(r"\b[a-z]\w*\b")

_NO_TYPES = frozenset(
    ("return", "throw", "new", "assert", "case", "yield", "else", "do", "instanceof", "goto")
)
"""Words before an expression that may be taken for the type of a variable (JLS 3.9)."""

_LONGEST_CHAIN = 3
"""Variables and calls that the type of an expression is followed through."""

_LONGEST_STATEMENT = 6
"""Lines of a statement that are read from a line on: assertions are seldom longer."""

_LONGEST_TEXT = 1000
"""Characters of a statement that are read: its lines at the width that most styles allow, and half
as much again."""

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
    scope = _Scope(source, member, sources)
    text = scope.code[line - 1][:_LONGEST_TEXT]
    own = (
        scope.declared_method(member.owner, match["name"])
        for match in _OWN_CALL.finditer(text)
        if not text[: match.start()].rstrip().endswith((".", "new"))
    )
    others = (
        scope.declared_method(type_name, match["name"])
        for match in _CALL.finditer(text)
        if (type_name := scope.called_type(text, match))
    )
    found = (each for each in (*own, *others) if each and each.member is not member)
    return tuple(dict.fromkeys(found))


def type_of_variable(source: SourceText, line: int, name: str, sources: SourceTexts) -> str:
    """Return the declared type of a variable at a line (from 1); empty if that is left open."""
    around = (each for each in source.members if each.first <= line <= each.last)
    member = min(around, key=lambda each: each.last - each.first, default=None)
    return _Scope(source, member, sources).type_of(name) if member else ""


@dataclass(frozen=True)
class _Scope:
    """A method of a test, whose declarations tell the types of its variables."""

    source: SourceText
    member: JavaMember
    sources: SourceTexts

    @cached_property
    def code(self) -> list[str]:
        """The lines of the source without comments and literals."""
        return without_literals(self.source.text).split("\n")

    def statements(self, line: int) -> Iterator[str]:
        """The statement at a line, then those before it that set variables of it, nearest first."""
        lines = self.code
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
        """The methods that a statement calls on variables, classes and results, in its order."""
        for match in _CALL.finditer(statement):
            if name := self.called_type(statement, match):
                own = self._runtime_type(match["receiver"], name) if match["receiver"] else name
                yield self._method(own, match["name"]) if own else None

    def _runtime_type(self, receiver: str, declared: str) -> str:
        """The class that a variable of a declared type is set to; empty for an anonymous one."""
        if receiver == declared:
            return declared
        inside = "\n".join(self.code[self.member.first - 1 : self.member.last])
        local = re.search(rf"[\w>\]]\s+{re.escape(receiver)}\s*[=;:,)]", inside)
        text = inside if local else "\n".join(self.code)
        values = re.findall(rf"(?<![\w$]){re.escape(receiver)}\s*=(?!=)\s*([^;]*)", text)
        created = _CREATED.match(values[0]) if len(values) == 1 else None
        if not created:
            return declared
        behind = values[0][closing_parenthesis(values[0], created.end() - 1) + 1 :].strip()
        if behind.startswith("{"):
            return ""
        return declared if behind else created["type"]

    def called_type(self, text: str, call: re.Match[str]) -> str:
        """The type that a call in a text is of; empty if it is left open."""
        if call["chain"]:
            return self._type_of_result(text[: call.start("chain") + 1])
        before = text[: call.start()].rstrip()
        return "" if before.endswith((".", "::")) else self.type_of(call["receiver"])

    def _type_of_result(self, text: str, depth: int = 0) -> str:
        """The type of the call or creation that ends a text, by its declarations."""
        opening = _opening(text)
        if opening < 0:
            return ""
        before = text[:opening]
        if created := _NEW.search(before):
            return created["type"]
        callee = _CALLEE.search(before)
        if not callee or depth > _LONGEST_CHAIN:
            return ""
        ahead, owner = before[: callee.start()].rstrip(), self.member.owner
        if callee["receiver"]:
            owner = self.type_of(callee["receiver"], depth + 1)
        elif ahead.endswith("."):
            owner = self._type_of_result(ahead[:-1].rstrip(), depth + 1)
        if ahead.endswith((".", "new", "::")) and (callee["receiver"] or ahead[-1] != "."):
            return ""
        return self._returned_type(owner, callee["name"]) if owner else ""

    def _returned_type(self, type_name: str, method: str) -> str:
        """The type that all methods of a name return, if it is the same class seen from here."""
        source, named = self._methods_named(type_name, method)
        pattern = re.compile(rf"(?<![\w.<,?])([A-Z]\w*)\s+{re.escape(method)}\s*\(")
        found = [pattern.search(each.declaration) for each in named]
        types = {match[1] if match else "" for match in found}
        name = types.pop() if len(types) == 1 else ""
        if not source or not name:
            return ""
        there = source_of_type(name, source, self.sources)
        here = source_of_type(name, self.source, self.sources)
        return name if there and here and there.path == here.path else ""

    def type_of(self, receiver: str, depth: int = 0) -> str:
        """The declared type of a variable, or a class itself; empty if that is left open."""
        if receiver[:1].isupper():
            return receiver
        if depth > _LONGEST_CHAIN:
            return ""
        declared = re.compile(
            r"(?<![\w.$])(?P<type>[\w.$]+)(?:<(?:[^<>;=()]|<(?:[^<>;=()]|<[^<>;=()]*>)*>)*>)?"
            rf"(?P<array>(?:\s*\[\s*\])*)\s*(?<=[\s>\]]){re.escape(receiver)}\b(?!\s*\()"
        )
        inside = "\n".join(self.code[self.member.first - 1 : self.member.last])
        found = [each for each in declared.finditer(inside) if each["type"] not in _NO_TYPES]
        types = {self._type_of_declared(inside, each, depth) for each in found}
        untyped = re.search(rf"\b{re.escape(receiver)}\b(?:[\w\s,]{{0,200}}\))?\s*->", inside)
        if untyped or len(types) > 1:
            return ""
        return types.pop() if types else self._type_of_field(receiver)

    def _type_of_declared(self, inside: str, declared: re.Match[str], depth: int) -> str:
        """The class of a variable by its declaration; empty for an array or a primitive type."""
        if declared["type"] == "var":
            end = inside.find(";", declared.end())
            value = inside[declared.end() : end].strip() if end >= 0 else ""
            single = value.startswith("=") and value.endswith(")")
            return self._type_of_result(value, depth + 1) if single else ""
        if declared["array"] or not re.fullmatch(r"[A-Z]\w*(?:\.[A-Z]\w*)*", declared["type"]):
            return ""
        return declared["type"]

    def _type_of_field(self, name: str) -> str:
        """The class of the only field of that name in the file."""
        fields = [each for each in self.source.members if each.name == name and not each.is_method]
        if len(fields) != 1:
            return ""
        typed = re.search(
            rf"(?<![\w.<,?])([A-Z]\w*(?:\.[A-Z]\w*)*)(?:<.*>)?\s+{re.escape(name)}\Z",
            fields[0].declaration,
        )
        return typed[1] if typed else ""

    def _method(self, type_name: str, method: str) -> CalledMethod | None:
        """The only method of that name in a class of main code that does more than hand out."""
        called = self.declared_method(type_name, method)
        if not called or called.source.is_test:
            return None
        lines = called.member.last - called.member.first + 1
        is_accessor = method.startswith(("get", "is", "set")) and lines <= _ACCESSOR_LINES
        return None if is_accessor or lines == 1 else called

    def declared_method(self, type_name: str, method: str) -> CalledMethod | None:
        """The only method of that name in a class of the project, or in the nearest above it."""
        seen_from = self.source
        for _ in range(_LONGEST_CHAIN):
            source, named = self._methods_named(type_name, method, seen_from)
            if not source or named:
                return CalledMethod(source, named[0]) if source and len(named) == 1 else None
            type_name, seen_from = superclass_name(source, type_name), source
            if not type_name:
                break
        return None

    def _methods_named(
        self, type_name: str, method: str, seen_from: SourceText | None = None
    ) -> tuple[SourceText | None, list[JavaMember]]:
        """The source of a class, and its methods of a name."""
        seen_from = seen_from or self.source
        own = type_name == self.member.owner and seen_from is self.source
        source = self.source if own else source_of_type(type_name, seen_from, self.sources)
        owner = type_name.rpartition(".")[2]
        return source, [
            member
            for member in (source.members if source else ())
            if member.is_method and member.name == method and member.owner == owner
        ]


def _opening(text: str) -> int:
    """Return the index of the parenthesis that the last character closes, or -1."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if not depth:
            return at if text[at] == "(" else -1
    return -1


def _statement(lines: Sequence[str]) -> str:
    """The lines up to the first that ends a statement."""
    taken: list[str] = []
    for line in lines:
        taken.append(line.strip())
        if line.rstrip().endswith((";", "{", "}")):
            break
    return " ".join(taken)[:_LONGEST_TEXT]
