"""Fields that a NullPointerException names: where they are declared, and where they are set.

Format: JEP 358, "Helpful NullPointerExceptions".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pageful.lazy import patterns
from pageful.maven.sources.java_members import JavaMember, without_literals
from pageful.maven.sources.source_texts import SourceText, SourceTexts
from pageful.maven.sources.stack_frames import LocatedFrame

# > NullPointerException: Cannot invoke "String.trim()" because "this.name" is null
# > Cannot read field "size" because "com.example.Till.drawer" is null
_FIELD = patterns.compile(
    r"because \"(?P<of>this|(?:\w+\.){0,20}[A-Z]\w*)\.(?P<name>\w+)\" is null"
)
# > because the return value of "com.example.Till.owner(String)" is null
_RETURNED = patterns.compile(
    r"because the return value of \"(?P<class>(?:\w+\.){0,20}[\w$]+)\.(?P<name>\w+)"
    r"\([^\"]{0,2000}\)\" is null"
)
# > return this.owner;
_RETURNS = patterns.compile(r"\breturn\s+(?:this\s*\.\s*)?(?P<name>\w+)\s*;")

_MOST = 4
"""Lines of a field's declaration and settings: classes with more set it from several methods."""


def null_field_lines(
    message: str, frame: LocatedFrame, sources: SourceTexts
) -> tuple[tuple[SourceText, int], ...]:
    """Return the lines (from 1) that declare and set the field that a message says is null.

    `frame` is where that was. Of a method that returned it, its first line is the first of them.
    """
    if match := _FIELD.search(message):
        own = match["of"] == "this"
        source = frame.source if own else _source(match["of"], sources)
        owner = frame.member.owner if own else match["of"].rpartition(".")[2]
        return tuple(_lines(source, owner, match["name"]))[:_MOST] if source else ()
    if match := _RETURNED.search(message):
        source = _source(match["class"], sources)
        return tuple(_lines_of_returned_field(source, match))[:_MOST] if source else ()
    return ()


def _source(class_name: str, sources: SourceTexts) -> SourceText | None:
    outer = class_name.rpartition(".")[2].partition("$")[0]
    return sources.of_class(class_name, f"{outer}.java")


def _lines_of_returned_field(
    source: SourceText, match: re.Match[str]
) -> Iterator[tuple[SourceText, int]]:
    """The lines of the only method of a name, and of the field that is all it returns."""
    owner = match["class"].rpartition(".")[2].rpartition("$")[2]
    members = [each for each in source.members if each.is_method and each.name == match["name"]]
    found = [each for each in members if each.owner == owner]
    if len(found) == 1:
        yield source, found[0].declared
        returned = _RETURNS.findall(_code(source, found[0]))
        if len(returned) == 1:
            yield from _lines(source, owner, returned[0])


def _code(source: SourceText, member: JavaMember) -> str:
    return "\n".join(without_literals(source.text).split("\n")[member.first - 1 : member.last])


def _lines(source: SourceText, owner: str, name: str) -> Iterator[tuple[SourceText, int]]:
    """The lines that declare a field and that set it, in its own class."""
    fields = (each for each in source.members if not each.is_method)
    field = next((each for each in fields if (each.owner, each.name) == (owner, name)), None)
    if not field:
        return
    yield source, field.declared
    sets = re.compile(rf"(?<![\w$.])(?:this\s*\.\s*)?{re.escape(name)}\s*=(?!=)")
    code = without_literals(source.text).split("\n")
    for member in source.members:
        if member.is_method and member.owner == owner:
            for number in range(member.first, member.last + 1):
                if sets.search(code[number - 1]):
                    yield source, number
