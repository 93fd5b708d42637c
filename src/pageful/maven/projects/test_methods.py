"""A test's name behind its class: the method in it, and the patterns of Surefire's that select it.

Surefire holds `*` and `?` against a name, part by part between slashes. A comma, a plus and a hash
mean something in its filter, quotes and dollars to launchers' scripts, and letters beyond ASCII get
lost where Maven's JVM has no such locale: `?` stands for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pageful.lazy import patterns

# > adds+divides
# > test*
_PLAIN = patterns.compile(r"[\w$*?/]+(?:\+[\w$*?/]+)*\Z", re.ASCII)
"""Methods in Surefire's own words: `adds`, `adds+divides`, `test*`."""

# > addsItem
_IDENTIFIER = patterns.compile(r"[^\W\d][\w$]*\Z")
# > adds(int, int)[2]
_IDENTIFIER_BEFORE = patterns.compile(r"[^\W\d][\w$]*(?=[(\[{])")

# > is at temperature(String, int)[2]
# > adds(int)[1-3+7]
_INVOCATION = patterns.compile(r"(?P<method>[^\[]*[^\[\s])\([^()#]*\)(?:\[\d[\d+-]{0,300}\])*\Z")
# > isPaid{is paid in yen}
# > sums{int}[2]
_BRACES = patterns.compile(
    r"(?P<method>[^{\[]*[^{\[\s])\{.*\}(?:\[\d[\d+-]{0,300}\])*\Z", re.DOTALL
)
# > reads[a, b](1)
_NUMBERED = patterns.compile(r"(?P<method>[^\[]*[^\[\s])\[.*\]\(\d{1,9}\)\Z", re.DOTALL)
"""A row of TestNG's."""

# > length[1: b c -> 2]
_PARAMETERS = patterns.compile(r"(?P<method>[^\[]*[^\[\s])\[.*\]\Z", re.DOTALL)
_BEHIND_METHOD = (_INVOCATION, _BRACES, _NUMBERED)
"""Endings that no framework has in the name that a filter is held against."""

# > sums(String, Str … 120 more characters … String)[2]
_LEFT_OUT = patterns.compile(r" … \d[\d.,]{0,20} more characters? … ")
# > addsItem
_CARRIED = patterns.compile(r"[\w$*/]", re.ASCII)
_BLANKS = "".join(map(chr, range(0x21)))
"""The characters that Java trims: Surefire trims patterns and names."""


def method_patterns(name: str) -> tuple[str, ...]:
    """Return the patterns that select a test by its name on a page or in Surefire's words.

    Of a name that may be read in two ways, as a method with arguments or as one in prose, every
    reading is among them. There are none for a name of blanks.
    """
    name = name.strip(_BLANKS)
    if _PLAIN.match(name):
        return (name,)
    methods = [match["method"] for each in _BEHIND_METHOD if (match := each.match(name))]
    if any(map(_IDENTIFIER.match, methods)):
        return tuple(dict.fromkeys(escape(each) for each in methods if _IDENTIFIER.match(each)))
    if not _INVOCATION.match(name) and (match := _PARAMETERS.match(name)):
        methods.append(match["method"])
    found = (*map(escape, methods), *_whole(name))
    return tuple(dict.fromkeys(filter(None, found)))


def patterns_of_method(name: str, method: str) -> tuple[str, ...]:
    """Return the patterns that select a test whose name in a report begins with its `method`.

    JUnit 4 has parameters in the names that are held against a filter; other frameworks do not.
    """
    name = name.rstrip(_BLANKS)
    behind = name.removeprefix(method)
    alone = not behind or any(
        match["method"] == method for each in _BEHIND_METHOD if (match := each.match(name))
    )
    found = (escape(method),) if alone else (escape(method), *_whole(name))
    return tuple(dict.fromkeys(found))


def method_among(name: str, methods: Collection[str]) -> str:
    """Return the method of a class that a test's name begins with, or an empty text."""
    if name in methods:
        return name
    begun = (each for each in methods if each and name.startswith(each))
    return max((each for each in begun if name[len(each)] in "([{"), key=len, default="")


def base_method(name: str) -> str:
    """Return a test's name without arguments and parameters, as far as the name alone tells."""
    if match := _IDENTIFIER_BEFORE.match(name):
        return match[0]
    for each in (*_BEHIND_METHOD, _PARAMETERS):
        if match := each.match(name):
            return match["method"]
    return name


def may_run_alone(name: str) -> bool:
    """Return whether a filter can select one row of a method, as it can with JUnit 4.

    Other frameworks hold a filter against their methods.
    """
    behind = name[len(base_method(name)) :]
    return behind[:1] == "[" and not _NUMBERED.match(name)


def escape(text: str) -> str:
    """Return the pattern for a text; `?` stands for a character that can't be passed on."""
    return "".join(_escape_characters(text))


def _escape_characters(text: str) -> Iterator[str]:
    for character in text:
        if _CARRIED.match(character):
            yield character
        else:  # Java counts UTF-16's units
            yield "?" if ord(character) <= 0xFFFF else "??"


def _whole(name: str) -> tuple[str, ...]:
    """Return the patterns for a whole name; the part that a page left out may have slashes."""
    head, *rest = _LEFT_OUT.split(name, maxsplit=1)
    if not rest:
        return (escape(name),)
    first, last = escape(head), escape(rest[0])
    return f"{first}*{last}", f"{first}*/**/*{last}"
