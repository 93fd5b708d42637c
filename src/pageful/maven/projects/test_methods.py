"""A test's name behind its class: the method in it, and the patterns of Surefire's that select it.

Surefire holds `*` and `?` against a name, part by part between slashes. A comma, a plus and a hash
mean something in its filter, quotes and dollars to launchers' scripts, and letters beyond ASCII get
lost where Maven's JVM has no such locale: `?` stands for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_PLAIN = re.compile(r"[\w$*?/]+(?:\+[\w$*?/]+)*\Z", re.ASCII)
"""Methods in Surefire's own words: `adds`, `adds+divides`, `test*`."""

_IDENTIFIER = re.compile(r"[^\W\d][\w$]*\Z")
_IDENTIFIER_BEFORE = re.compile(r"[^\W\d][\w$]*(?=[(\[{])")

# is at temperature(String, int)[2], adds(int)[1-3+7]
_INVOCATION = re.compile(r"(?P<method>[^\[]*[^\[\s])\([^()#]*\)(?:\[\d[\d+-]{0,300}\])*\Z")
# isPaid{is paid in yen}, sums{int}[2]
_BRACES = re.compile(r"(?P<method>[^{\[]*[^{\[\s])\{.*\}(?:\[\d[\d+-]{0,300}\])*\Z", re.DOTALL)
# reads[a, b](1) of TestNG
_NUMBERED = re.compile(r"(?P<method>[^\[]*[^\[\s])\[.*\]\(\d{1,9}\)\Z", re.DOTALL)
# length[1: b c -> 2]
_PARAMETERS = re.compile(r"(?P<method>[^\[]*[^\[\s])\[.*\]\Z", re.DOTALL)
_BEHIND_METHOD = (_INVOCATION, _BRACES, _NUMBERED)
"""What is no part of the name that a filter is held against, whatever runs the test."""

# sums(String, Str … 120 more characters … String)[2]
_LEFT_OUT = re.compile(r" … \d[\d.,]{0,20} more characters? … ")
_CARRIED = re.compile(r"[\w$*/]", re.ASCII)
_BLANKS = "".join(map(chr, range(0x21)))
"""What Java trims: Surefire trims patterns and names."""


def method_patterns(name: str) -> tuple[str, ...]:
    """What selects a test that is called so on a page, or that Surefire would call so.

    Of a name that may be read in two ways, as a method with arguments or as one in prose, every
    reading is among them. There are none for a name of blanks.
    """
    name = name.strip(_BLANKS)
    if _PLAIN.match(name):
        return (name,)
    methods = [match["method"] for each in _BEHIND_METHOD if (match := each.match(name))]
    if any(map(_IDENTIFIER.match, methods)):
        return tuple(dict.fromkeys(escaped(each) for each in methods if _IDENTIFIER.match(each)))
    if not _INVOCATION.match(name) and (match := _PARAMETERS.match(name)):
        methods.append(match["method"])
    found = (*map(escaped, methods), *_whole(name))
    return tuple(dict.fromkeys(filter(None, found)))


def patterns_of_method(name: str, method: str) -> tuple[str, ...]:
    """What selects a test whose name in a report begins with its `method`.

    JUnit 4 has parameters in the names that are held against a filter; other frameworks do not.
    """
    name = name.rstrip(_BLANKS)
    behind = name.removeprefix(method)
    alone = not behind or any(
        match["method"] == method for each in _BEHIND_METHOD if (match := each.match(name))
    )
    found = (escaped(method),) if alone else (escaped(method), *_whole(name))
    return tuple(dict.fromkeys(found))


def method_among(name: str, methods: Collection[str]) -> str:
    """The one of a class's methods that a test of it is, empty where it is none of them."""
    if name in methods:
        return name
    begun = (each for each in methods if each and name.startswith(each))
    return max((each for each in begun if name[len(each)] in "([{"), key=len, default="")


def base_method(name: str) -> str:
    """A test's name without arguments and parameters, as far as it tells by itself."""
    if match := _IDENTIFIER_BEFORE.match(name):
        return match[0]
    for each in (*_BEHIND_METHOD, _PARAMETERS):
        if match := each.match(name):
            return match["method"]
    return name


def may_run_alone(name: str) -> bool:
    """Whether a filter can select a test without the others of its method, as a row of JUnit 4's.

    Other frameworks hold a filter against their methods.
    """
    behind = name[len(base_method(name)) :]
    return behind[:1] == "[" and not _NUMBERED.match(name)


def escaped(text: str) -> str:
    """A pattern for this very text: what can't be carried may be any character."""
    return "".join(_escaped(text))


def _escaped(text: str) -> Iterator[str]:
    for character in text:
        if _CARRIED.match(character):
            yield character
        else:  # Java counts UTF-16's units
            yield "?" if ord(character) <= 0xFFFF else "??"


def _whole(name: str) -> tuple[str, ...]:
    """Patterns for the whole name; what a page left out of it may have slashes or not."""
    head, *rest = _LEFT_OUT.split(name, maxsplit=1)
    if not rest:
        return (escaped(name),)
    first, last = escaped(head), escaped(rest[0])
    return f"{first}*{last}", f"{first}*/**/*{last}"
