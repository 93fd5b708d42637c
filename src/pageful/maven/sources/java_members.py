"""Members of the classes in a Java file, found by its braces.

A grammar would be a dependency of ten megabytes for what is asked here: where the method around a
line begins and ends, and what it is called. Braces outside comments and literals tell that of any
file that a compiler has read (Java Language Specification 3.7, 3.10 and 8).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field

_LONGEST = 4000
"""Characters of a declaration that are read: the longest in a JDK has 1,100."""

# > String json = "{\"a\": '{'}"; // { open
_LITERAL = patterns.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"?|'
    r"'(?:[^'\\\n]|\\.)*'?|//[^\n]*|/\*.*?(?:\*/|\Z)",
    re.DOTALL,
)
# > public int add(int a, int b) {
_STRUCTURE = patterns.compile(r"[{};()]")
# > public sealed interface Shape permits Circle
_TYPE = patterns.compile(r"(?<![\w.])(?:class|interface|enum|record)\s+(?P<name>[\w$]+)")
# > @SuppressWarnings("unchecked") public int add(int a, int b)
_ANNOTATION = patterns.compile(r"@(?!interface\b)[\w.]+\s*(?P<values>\(?)")
# > (name = "orders", indexes = @Index("id"))
_PARENTHESIS = patterns.compile(r"[()]")
# > PORT = Integer.parseInt("80")
_VALUE = patterns.compile(r"=|(?<=\))\s*default\b")
# > public int add(int a, int b)
_METHOD = patterns.compile(r"(?<![\w$])(?P<name>[\w$]+)\s*\(")
# > private static final Map<String, Integer> CODES
_FIELD = patterns.compile(r"(?<![\w$])(?P<name>[\w$]+)(?:\s*\[\s*\])*\s*\Z")


@dataclass(frozen=True, slots=True)
class JavaMember:
    """A method, constructor, initialiser or field: its lines (from 1) and its declaration.

    `declared` is the line at which the declaration begins, behind the annotations.
    `owner` is the simple name of the class that it is in. An initialiser's name is that of its
    frames, `<clinit>` or `<init>`; a constructor's is its class's.
    """

    owner: str
    name: str
    first: int
    last: int
    declaration: str
    is_method: bool
    declared: int

    @property
    def is_static(self) -> bool:
        """Return whether it belongs to the class itself."""
        return bool(re.search(r"\bstatic\b", self.declaration))


def java_members(text: str) -> tuple[JavaMember, ...]:
    """Return the members of all named classes in a file, in their order."""
    return tuple(_Scanner(text).members())


@dataclass
class _Scanner:
    text: str
    scopes: list[_Scope] = field(default_factory=list)

    def members(self) -> Iterator[JavaMember]:
        self._blank = without_literals(self.text)
        self._line_starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))]
        start, parentheses = 0, 0
        for match in _STRUCTURE.finditer(self._blank):
            sign, at = match[0], match.start()
            if sign in "()":
                parentheses = max(0, parentheses + (1 if sign == "(" else -1))
            elif sign == "{":
                self.scopes.append(self._scope(start, at, parentheses))
                start, parentheses = at + 1, 0
            elif sign == "}" and self.scopes:
                scope = self.scopes.pop()
                parentheses = scope.parentheses
                start = scope.start if scope.is_value else at + 1
                if scope.is_member and self._in_type():
                    yield self._member(scope.start, scope.opened, at)
            elif sign == ";" and not parentheses:
                if self._in_type():
                    yield from self._declared_members(start, at)
                start = at + 1

    def _in_type(self) -> bool:
        return bool(self.scopes and self.scopes[-1].type)

    def _scope(self, start: int, at: int, parentheses: int) -> _Scope:
        header = _without_annotations(self._blank[start : min(at, start + _LONGEST)])
        within = not parentheses and (not self.scopes or bool(self.scopes[-1].type))
        named = _TYPE.search(header)
        if within and named and "=" not in header[: named.start()]:
            return _Scope(start, at, type=named["name"])
        is_value = bool(parentheses) or "=" in header
        member = within and not is_value
        return _Scope(start, at, is_member=member, is_value=is_value, parentheses=parentheses)

    def _declared_members(self, start: int, end: int) -> Iterator[JavaMember]:
        """A field, or a method without a body."""
        header = _without_annotations(self._blank[start : min(end, start + _LONGEST)])
        if header.strip() and not _TYPE.search(header.partition("=")[0]):
            yield self._member(start, end, end)

    def _member(self, start: int, opened: int, end: int) -> JavaMember:
        is_block = end != opened
        blank = self._blank[start : min(opened, start + _LONGEST)]
        begin = start + len(blank) - len(blank.lstrip())
        unannotated = _without_annotations(blank)
        declared = start + len(unannotated) - len(unannotated.lstrip())
        value = _VALUE.search(unannotated)
        header = unannotated[: value.start()] if value else unannotated
        method, owner = _METHOD.search(header), self.scopes[-1].type
        named = method or _FIELD.search(header)
        name = named["name"] if named else "<init>"
        if not method and is_block:
            name = "<clinit>" if name == "static" else "<init>"
        first, at, last = (bisect_right(self._line_starts, at) for at in (begin, declared, end))
        declaration = " ".join(header.split())
        return JavaMember(owner, name, first, last, declaration, bool(method), min(at, last))


@dataclass(frozen=True, slots=True)
class _Scope:
    """A pair of braces: the beginning of the text before them, and their opening.

    `type` is the class whose body they are; `is_value` says that they are within a declaration, as
    of an array or a lambda.
    """

    start: int
    opened: int
    type: str = ""
    is_member: bool = False
    is_value: bool = False
    parentheses: int = 0


def without_literals(text: str) -> str:
    """Return Java with blanks in place of comments and literals: every place stays where it is."""
    return _LITERAL.sub(_without_content, text)


def _without_annotations(blank: str) -> str:
    """Return a header with blanks in place of annotations, with those within their values."""
    kept, end = [], 0
    for match in _ANNOTATION.finditer(blank):
        if match.start() < end:
            continue
        kept.append(blank[end : match.start()])
        end = closing_parenthesis(blank, match.end() - 1) + 1 if match["values"] else match.end()
        kept.append(" " * (end - match.start()))
    return "".join((*kept, blank[end:]))


def closing_parenthesis(blank: str, opening: int) -> int:
    """Return the index of the parenthesis that closes the one at `opening`, or the last index."""
    depth = 0
    for match in _PARENTHESIS.finditer(blank, opening):
        depth += 1 if match[0] == "(" else -1
        if not depth:
            return match.start()
    return len(blank) - 1


def _without_content(match: re.Match[str]) -> str:
    """Return blanks in place of a comment or literal; its line ends stay."""
    return "".join("\n" if character == "\n" else " " for character in match[0])


def member_of_frame(
    members: tuple[JavaMember, ...], class_name: str, method: str, line: int
) -> JavaMember | None:
    """Return the member that a stack frame's line lies in, if it is the frame's method.

    Frames have compilers' names for some: `lambda$total$0`, `<init>`, `<clinit>`, and `Order$1` for
    an anonymous class in a member of `Order`.
    """
    names = [part for part in class_name.rpartition(".")[2].split("$") if part]
    named = [part for part in names if not part.isdigit()]
    anonymous = len(named) < len(names)
    inside = (
        each
        for each in members
        if each.first <= line <= each.last
        and each.owner in named[-1:]
        and (anonymous or _is_called(each, method))
    )
    return min(inside, key=lambda each: each.last - each.first, default=None)


def _is_called(member: JavaMember, method: str) -> bool:
    if method.startswith("lambda$"):
        method = method.split("$")[1]
        method = {"new": "<init>", "static": "<clinit>"}.get(method, method)
    if method == "<clinit>":
        return member.name == method or (member.is_static and not member.is_method)
    if method == "<init>":
        return member.name in (method, member.owner) or not member.is_method
    return member.is_method and member.name == method
