"""Declarations that a compiler's error speaks of, or that it may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from pageful.maven.sources.called_methods import called_declarations, source_of_type
from pageful.maven.sources.java_members import JavaMember
from pageful.maven.sources.source_texts import SourceText, SourceTexts

# > cannot find symbol: method multiply(int,int) in variable calculator of type Calculator
_MISSING = re.compile(
    r"cannot find symbol: (?P<kind>method|variable) (?P<name>\w{1,200})(?:\([^()]{0,2000}\))?"
    r"(?: in (?:(?:variable \w+ of type|class|interface|record|enum) )?(?P<type>[A-Z]\w*))?"
)
# > method divide in class Calculator cannot be applied to given types (required: int,int)
_APPLIED = re.compile(
    r"(?P<kind>method|constructor) (?P<name>\w{1,200}) in (?:class|interface|record|enum) "
    r"(?P<type>[A-Z]\w*)\b[^\n]{0,200} cannot be applied"
)
_TYPES = ("incompatible types:", "unreported exception ")
"""Beginnings of errors about the result of a called method, or what it throws."""

# > multiplyExactly
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")

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
    match = _APPLIED.match(message) or _MISSING.match(message)
    if not match:
        return ()
    own = at.path.rpartition("/")[2].removesuffix(".java")
    type_name = match["type"] or own
    source = at if type_name == own else source_of_type(type_name, at, sources)
    if not source:
        return ()
    members = [each for each in source.members if each.owner == type_name]
    chosen = list(_chosen(members, match["name"], match["kind"]))
    return tuple((source, each) for each in chosen[:_MOST])


def _chosen(members: list[JavaMember], name: str, kind: str) -> Iterator[JavaMember]:
    """Members of that name, else those most like it, with as much as a word in common."""
    same = [each for each in members if each.name == name]
    if same:
        yield from same
        return
    likeness = {each: _likeness(each.name, name) for each in members}
    methods = [each for each in members if each.is_method == (kind == "method")]
    near = [each for each in methods if likeness[each] >= _ALIKE]
    yield from sorted(near, key=lambda each: -likeness[each])


def _likeness(one: str, other: str) -> float:
    words, others = ({word.lower() for word in _WORDS.findall(each)} for each in (one, other))
    shared = any(len(word) > len("get") for word in words & others)
    return max(SequenceMatcher(None, one, other).ratio(), _ALIKE if shared else 0.0)
