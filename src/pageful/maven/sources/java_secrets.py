"""Values of secret-like names in Java: what is assigned to one, passed to it, or returned by it.

A word for a secret in an identifier makes a value of what belongs to that identifier, not of every
literal beside it: `login("bob", password)` has no secret, `login.password("hunter2")` has.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

_BEHIND_WORD = 80
"""Characters behind a word in a comment within which it ends, if it is about what comes next."""

_FAR = 4000
"""Characters of a statement that are looked at, as of a declaration: what is longer is cut."""

# > Map.of("password", "hunter2");
_SIGN = patterns.compile(r"[(){}\[\];,]")
# > setPassword
_BEGIN = patterns.compile(r"[\w$]*\Z")
# > setPassword
_END = patterns.compile(r"[\w$]*")
# > InvalidPasswordException
_THROWN = patterns.compile(r"(?:Exception|Error)\Z")
# > .equals(
_CHAINED = patterns.compile(r"\s*\.\s*\w+\s*(?=\()")
# > private static final String
_TYPE_BEFORE = patterns.compile(r"(?P<type>[\w$>\]]+)\s*\Z")
_NO_TYPES = frozenset(("return", "throw", "new", "case", "else", "assert", "yield", "instanceof"))
# > assertEquals
_CALLEE = patterns.compile(r"(?P<name>\w+)\s*\Z")
# > assertThat
_COMPARES = patterns.compile(
    r"(?:assert|verify|check|expect|equals?|same|is|has|contains|matches|compare|when|given|that)"
    r"(?![a-z])|assert|\w*Equal|contentEquals",
)
# > password=hunter2
# > Authorization: Basic hunter2
_SAYS_VALUE = patterns.compile(
    r"[\w.\-\])]{0,60}[\"'\\]{0,2}\s{0,9}(?:[=:]|['\"]|\bby\b)|(?<=[Bb]earer)\s"
)
# > login --db-
_OPTION = patterns.compile(r"(?<!\w)-{1,2}[\w-]{0,40}\Z")
# > INSERT INTO users (name, password) VALUES ('till', 'hunter2')
_SQL = patterns.compile(
    r"\b(?:insert\s+into|update\s|alter\s|create\s|values\s*\(|set\s.*=)|'[^']+'", re.IGNORECASE
)
# > db.password
_KEY = patterns.compile(r"[A-Za-z_.\-/\[\]]*")


@dataclass(frozen=True, slots=True)
class JavaText:
    """Java, the same without comments and literals, and the bounds of its literals in order."""

    text: str
    blank: str
    literals: Sequence[tuple[int, int]]


def value_spans(java: JavaText, words: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text in which a literal is the value of one of the words for secrets."""
    starts = [start for start, _ in java.literals]
    for word in words:
        at = bisect_right(starts, word.start()) - 1
        if at >= 0 and java.literals[at][1] > word.start():
            yield from _spans_of_literal(java, *java.literals[at], word)
        elif java.blank[word.start() : word.end()].strip():
            yield from _spans_of_name(java.blank, word)
        elif java.text.find("*/", word.end(), word.end() + _BEHIND_WORD) >= 0:
            yield word.end(), _end(java.blank, word.end(), ",;")  # login(/* password */ "hunter2")


def _spans_of_literal(
    java: JavaText, start: int, end: int, word: re.Match[str]
) -> Iterator[tuple[int, int]]:
    """The literal itself if it has a value; what comes behind it, if it is a key."""
    content = java.text[start:end].strip("\"'\\")
    says_value = _SAYS_VALUE.match(java.text, word.end(), end - 1)
    is_option = _OPTION.search(java.text, start, word.start()) and " " in content
    if says_value or is_option or _SQL.search(content):
        yield start, _end(java.blank, end, ",;")
    elif _KEY.fullmatch(content):
        behind = java.blank[end : end + _FAR].lstrip()
        yield end, _end(java.blank, end, ";" if behind.startswith((",", "=", ":", "-")) else ",;")
        closed = _end(java.blank, end, "")
        yield from _spans_of_chained_calls(java.blank, closed + 1)
        opening = _opening(java.blank, start)
        if opening >= 0:
            yield from _spans_of_argument(java.blank, opening, closed + 1, keyed=False)
    elif " " not in content:
        yield start, end


def _spans_of_name(blank: str, word: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The parts that belong to the identifier that a word is in, by the sign behind it."""
    name_start = _last(_BEGIN, blank, word.start())
    name_end = word.start() + len(word[0].rstrip(" \t\n=:(\"'"))
    ended = _END.match(blank, name_end)
    name_end = ended.end() if ended else name_end
    if _THROWN.search(blank[name_start:name_end]):
        return
    behind = blank[name_end : name_end + 80].lstrip()
    sign = name_end + len(blank[name_end : name_end + 80]) - len(behind)
    if behind.startswith("("):
        yield from _spans_of_call(blank, name_start, sign)
    elif behind.startswith("."):
        yield from _spans_of_chained_calls(blank, name_end)
    elif re.match(r"\+?=(?!=)|[:]|->|[=!]=", behind):
        yield sign, _end(blank, sign + 2, ",;")
    elif _is_declared(blank, name_start):
        yield _start(blank, name_start), name_start
    else:
        yield from _spans_of_argument(blank, name_start, name_end, keyed=behind.startswith(","))


def _spans_of_call(blank: str, name_start: int, opening: int) -> Iterator[tuple[int, int]]:
    """The arguments of a call, and of those behind it; of a declared method what it returns."""
    closed = _end(blank, opening + 1, "")
    yield opening, closed
    if _is_declared(blank, name_start):
        yield _start(blank, name_start), name_start
    behind = blank[closed + 1 : closed + 200].lstrip()
    if not behind.startswith(("{", "throws ", "default ")):
        yield from _spans_of_chained_calls(blank, closed + 1)
        if behind.startswith((")", ",")):
            yield from _spans_of_argument(blank, name_start, closed + 1, keyed=False)
    elif not re.search(r"\bvoid\s+\Z", blank[max(0, name_start - 80) : name_start]):
        body = blank.find("{", closed) if not behind.startswith("default ") else closed
        yield closed, _end(blank, body + 1, ";")


def _spans_of_chained_calls(blank: str, at: int) -> Iterator[tuple[int, int]]:
    """The arguments of calls on a value: `.equals("hunter2")`."""
    while match := _CHAINED.match(blank, at):
        at = _end(blank, match.end() + 1, "") + 1
        yield match.end(), at


def _spans_of_argument(
    blank: str, name_start: int, name_end: int, *, keyed: bool
) -> Iterator[tuple[int, int]]:
    """The parts that an argument is compared with, or is the key of."""
    opening = _opening(blank, name_start)
    callee = _CALLEE.search(blank, max(0, opening - 80), opening) if opening >= 0 else None
    if callee and _COMPARES.match(callee["name"]):
        closed = _end(blank, opening + 1, "")
        yield from _arguments(blank, opening, closed)
        yield from _spans_of_chained_calls(blank, closed + 1)
        yield _receiver(blank, callee.start()), callee.start()
    elif keyed:
        comma = blank.find(",", name_end)
        yield comma, _end(blank, comma + 1, ",;")


def _arguments(blank: str, opening: int, closed: int) -> Iterator[tuple[int, int]]:
    """The parts of an argument list that are in no parentheses of their own."""
    at = opening + 1
    for sign in _SIGN.finditer(blank, opening + 1, closed):
        if sign.start() >= at and sign[0] in "([{":
            yield at, sign.start()
            at = _end(blank, sign.end(), "") + 1
    yield at, closed


def _receiver(blank: str, at: int) -> int:
    """Return where the value before a call's dot begins: a literal has left blanks there."""
    before = blank[max(0, at - _FAR) : at]
    kept = before.rstrip().rstrip(".").rstrip()
    return at - (len(before) - len(kept)) if before.rstrip().endswith(".") else at


def _is_declared(blank: str, name_start: int) -> bool:
    """Return whether a name has a type before it."""
    before = _TYPE_BEFORE.search(blank, max(0, name_start - 200), name_start)
    return bool(before) and before["type"] not in _NO_TYPES if before else False


def _end(blank: str, at: int, stops: str) -> int:
    """Return where brackets around a place close, or the first of some signs between them is."""
    depth = 0
    for sign in _SIGN.finditer(blank, at, at + _FAR):
        if sign[0] in "([{":
            depth += 1
        elif sign[0] in ")]}":
            depth -= 1
            if depth < 0:
                return sign.start()
        elif not depth and sign[0] in stops:
            return sign.start()
    return min(len(blank), at + _FAR)


def _start(blank: str, at: int) -> int:
    """Return where the statement or the parameter begins that a place is in."""
    depth = 0
    for n in range(at - 1, max(-1, at - _FAR), -1):
        if blank[n] in ")]":
            depth += 1
        elif blank[n] in "([":
            depth -= 1
        if depth < 0 or (not depth and blank[n] in ";{},"):
            return n + 1
    return max(0, at - _FAR)


def _opening(blank: str, at: int) -> int:
    """Return the parenthesis that is open at a place; -1 if there is none in its statement."""
    depth = 0
    for n in range(at - 1, max(-1, at - _FAR), -1):
        if blank[n] in ";{}":
            return -1
        depth += {")": 1, "(": -1}.get(blank[n], 0)
        if depth < 0:
            return n
    return -1


def _last(pattern: re.Pattern[str], text: str, end: int) -> int:
    match = pattern.search(text, max(0, end - 200), end)
    return match.start() if match else end
