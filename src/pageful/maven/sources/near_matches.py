"""Declarations that a compiler's error speaks of, or that it may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from pageful.lazy import patterns
from pageful.maven.sources.called_methods import called_declarations, type_of_variable
from pageful.maven.sources.java_members import JavaMember, without_literals
from pageful.maven.sources.java_types import source_of_type
from pageful.maven.sources.source_texts import SourceText, SourceTexts

# > cannot find symbol: method multiply(int,int) in variable calculator of type Calculator
_MISSING = patterns.compile(
    r"cannot find symbol: (?P<kind>method|variable) (?P<name>\w{1,200})(?:\([^()]{0,2000}\))?"
    r"(?: in (?:(?:variable (?P<variable>\w{1,200}) of type|class|interface|record|enum) )?"
    r"(?P<type>[A-Z]\w*(?:\.[A-Z]\w*)*))?"
)
# > method divide in class Calculator cannot be applied to given types (required: int,int)
_APPLIED = patterns.compile(
    r"(?P<kind>method|constructor) (?P<name>\w{1,200}) in (?:class|interface|record|enum) "
    r"(?P<type>[A-Z]\w*(?:\.[A-Z]\w*)*)\b[^\n]{0,200} cannot be applied"
    r"[^\n(]{0,100}(?:\(required: (?P<required>[^;()\n]{1,500}))?"
)
_TYPES = ("incompatible types:", "unreported exception ")
"""Beginnings of errors about the result of a called method, or what it throws."""

# > int divide(final Map<String, Integer> dividends, int... divisors)
_PARAMETERS = patterns.compile(r"\((?P<parameters>[^()]*)\)")
# > Map<String, Integer>
_TYPE_ARGUMENTS = patterns.compile(r"<[^<>]*>")
# > multiplyExactly
_WORDS = patterns.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")

_ALIKE = 0.6
"""The least likeness of two names (0 to 1, as difflib has it): with it 7 of 7 renamed methods were
found, with .5 also unrelated ones."""

_MOST = 2
"""Declarations shown for an error: a third was never the one that was meant."""


def related_members(
    message: str, at: SourceText, line: int, sources: SourceTexts
) -> tuple[tuple[SourceText, JavaMember], ...]:
    """Return what an error at a place in a file calls, or what is called almost as it calls it."""
    if message.startswith(_TYPES):
        called = called_declarations(at, line, sources)[:_MOST]
        return tuple((each.source, each.member) for each in called)
    applied = _APPLIED.match(message)
    match = applied or _MISSING.match(message)
    if not match:
        return ()
    own = at.path.rpartition("/")[2].removesuffix(".java")
    type_name = match["type"] or own
    if type_name != own:
        variable = "" if applied else match["variable"]
        type_name = _as_written(type_name, variable, at, line, sources)
    source = at if type_name == own else source_of_type(type_name, at, sources)
    if not source or not type_name:
        return ()
    owner = type_name.rpartition(".")[2]
    members = [each for each in source.members if each.owner == owner]
    if applied:
        chosen = [each for each in members if _is_applied(each, applied)]
    else:
        chosen = list(_closest_members(members, match["name"], match["kind"]))
    return tuple((source, each) for each in chosen[:_MOST])


def _as_written(
    type_name: str, variable: str | None, at: SourceText, line: int, sources: SourceTexts
) -> str:
    """Return a type's name with its outer classes, as the file has it; empty if that is open.

    A compiler calls a static nested class by its simple name, which another class may have too.
    """
    declared = type_of_variable(at, line, variable, sources) if variable else ""
    if declared.rpartition(".")[2] == type_name:
        return declared
    if any(member.owner == type_name for member in at.members):
        return type_name
    code = without_literals(at.text)
    found = re.findall(rf"(?<![\w$])((?:\w+\s*\.\s*)*){re.escape(type_name)}\b", code)
    outer = {re.sub(r"\s", "", each) for each in found if not each[:1].islower()}
    return f"{outer.pop() if outer else ''}{type_name}" if len(outer) <= 1 else ""


def _is_applied(member: JavaMember, applied: re.Match[str]) -> bool:
    """Return whether a member is the method or constructor with the required parameters."""
    parameters = _PARAMETERS.search(member.declaration)
    if not member.is_method or member.name != applied["name"] or not parameters:
        return False
    required = (applied["required"] or "").removesuffix("no arguments")
    declared = [
        each.removeprefix("final ").rpartition(" ")[0]
        for each in _separate(parameters["parameters"])
    ]
    return not applied["required"] or [_plain(each) for each in declared] == [
        _plain(each) for each in _separate(required)
    ]


def _separate(types: str) -> list[str]:
    """Return the parts between commas, without type arguments."""
    while (shorter := _TYPE_ARGUMENTS.sub("", types)) != types:
        types = shorter
    return [each.strip() for each in types.split(",")] if types.strip() else []


def _plain(type_name: str) -> str:
    """Return a type's simple name, as `String...` of `java.lang.String ...`."""
    name = type_name.replace(" ", "")
    return f"{name.removesuffix('...').rpartition('.')[2]}{'...' * name.endswith('...')}"


def _closest_members(members: list[JavaMember], name: str, kind: str) -> Iterator[JavaMember]:
    """Members of another kind with that name, else those most like it with a word in common.

    Where there is one of that name and kind, the compiler spoke of another class.
    """
    same = [each for each in members if each.name == name]
    if same:
        if not any(each.is_method == (kind == "method") for each in same):
            yield from same
        return
    likeness = {each: _similarity(each.name, name) for each in members}
    methods = [each for each in members if each.is_method == (kind == "method")]
    near = [each for each in methods if likeness[each] >= _ALIKE]
    yield from sorted(near, key=lambda each: -likeness[each])


def _similarity(one: str, other: str) -> float:
    words, others = ({word.lower() for word in _WORDS.findall(each)} for each in (one, other))
    shared = any(len(word) > len("get") for word in words & others)
    return max(SequenceMatcher(None, one, other).ratio(), _ALIKE if shared else 0.0)
