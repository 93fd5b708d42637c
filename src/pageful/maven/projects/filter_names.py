"""Names of tests in a text that a caller gives, as pages show them or in Surefire's own words."""

from __future__ import annotations

import re
from functools import lru_cache

from pageful.lazy import patterns
from pageful.maven.projects.test_methods import escape, method_patterns

# > com.example.CartTest
# > !*IT
_CLASS = patterns.compile(r"!?[\w$.*?/]+\Z")
# > OvenTest$when it is cold
_PHRASED_CLASS = patterns.compile(r"(?P<outer>!?[\w.*?/]+\$)(?P<phrase>[^#]+)\Z", re.DOTALL)
# > CartTest#adds(int, int)[2]
# > OvenTest#isPaid{in yen}
# > TableTest#reads[a, b](1)
_CLOSED = patterns.compile(
    r" *!?[\w$.*?/]+(?:#[\w$*?+/]+"
    r"(?:\([^()#]*\)(?:\[\d{1,9}\])*|\{[^{}#]*\}|\[[^\[\]#]*\]\(\d{1,9}\))?)? *\Z"
)
"""A name that ends where a comma is: a class, a method, or one with closed arguments."""

# > CartTest
# > !SlowTest
_SURELY_CLASS = patterns.compile(r"!|.*[*?./$]|[^a-z]")
# > CartTest#adds(int)[2]
# > OrderTest#adds[1]
_PLAIN = patterns.compile(r"(?P<class>[\w$.]+)(?:#(?P<method>[\w$]+)(?:[(\[{].*)?)?", re.DOTALL)


def plain_name(name: str) -> tuple[str, str]:
    """Return the class and the method of a name, each empty where it is missing or in prose."""
    class_name = name.partition("#")[0]
    match = _PLAIN.fullmatch(name)
    return class_name if _PLAIN.fullmatch(class_name) else "", (match and match["method"]) or ""


def readings_of_names(test_filter: str) -> list[list[str]]:
    """Return the names in a text; a comma may belong to one: then it is read in both ways.

    Names that may be one together are a list, whose last is that one.
    """
    first, *others = test_filter.split(",")
    runs = [[first]]
    for piece in others:
        run = runs[-1]
        begins = _begins_name(run, piece)
        if begins:
            runs.append([piece])
        elif begins is None:
            if "#" not in run[0] and len(runs) > 1:  # the name before was part of a longer one
                runs[-2:] = [[*runs[-2], *run]]
            runs[-1][-1] += f",{piece}"
        else:
            run.append(piece)
    return [_readings(run) if len(run) > 1 else run for run in runs]


def _readings(run: list[str]) -> list[str]:
    """Return names that may be one, each by itself unless it leaves tests out, and as one."""
    first, *others = run
    return [first, *(name for name in others if name.lstrip()[:1] != "!"), ",".join(run)]


def _begins_name(run: list[str], piece: str) -> bool | None:
    """Return whether a piece behind a comma is a name: None if not, false if both are possible."""
    class_name, hash_, method = piece.partition("#")
    is_named = class_pattern(class_name) is not None and bool(method) == bool(hash_)
    if not is_named or (piece[:1] == " " and not hash_ and "#" in run[0]):
        return None
    if "#" not in run[0]:
        return _CLASS.match(run[0].strip(" ")) is not None
    if not (_is_closed(run[0]) and _is_closed(run[-1])):
        return False
    if len(run) > 1:
        return bool(hash_)
    return bool(hash_ or _SURELY_CLASS.match(class_name))


@lru_cache(maxsize=8)
def _is_closed(name: str) -> bool:
    """Return whether nothing behind a comma can belong to a name; one is looked at many times."""
    return _CLOSED.match(name) is not None


def name_pattern(name: str) -> str | None:
    """Return the pattern for a name in Surefire's words, None if it is no name of a test."""
    class_name, hash_, method = name.partition("#")
    pattern = class_pattern(class_name)
    methods = method_patterns(method)
    if pattern is None or (hash_ and not methods):
        return None
    return f"{pattern}#{'+'.join(methods)}" if hash_ else pattern


def class_pattern(name: str) -> str | None:
    """Return the pattern for a class, None if no class has such a name; Kotlin allows prose."""
    name = name.lstrip(" ") if "$" in name else name.strip(" ")
    if _CLASS.match(name):
        return name
    match = _PHRASED_CLASS.match(name)
    return f"{match['outer']}{escape(match['phrase'])}" if match else None
