"""Surefire's filter as its 3.x reads it: which tests of which classes `-Dtest` selects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_BLANKS = "".join(map(chr, range(0x21)))


def selects(filter_: str, class_name: str, method: str) -> bool:
    """Whether a filter selects a method, as a framework calls it, of a class."""
    assert "%regex[" not in filter_
    assert "${" not in filter_
    requests = [request.strip(_BLANKS) for request in filter_.split(",")]
    wanted = [request for request in requests if request and request[0] != "!"]
    unwanted = [request[1:] for request in requests if request[:1] == "!"]
    return (not wanted or _any(wanted, class_name, method)) and not _any(
        unwanted, class_name, method
    )


def _any(requests: Sequence[str], class_name: str, method: str) -> bool:
    return any(_selects(request, class_name, method) for request in requests)


def _selects(request: str, class_name: str, method: str) -> bool:
    pattern, hash_, methods = request.partition("#")
    if not _is_class(pattern.strip(_BLANKS), f"{class_name.replace('.', '/')}.class"):
        return False
    patterns = [each.strip(_BLANKS) for each in methods.split("+")]
    name = method.strip(_BLANKS)
    return not hash_ or any(each and _is_path(each, name) for each in patterns)


def _is_class(pattern: str, file: str) -> bool:
    pattern = re.sub(r"\.java\Z", ".class", pattern)
    stem = pattern.removesuffix(".class")
    if "/" not in stem:
        stem = stem.replace(".", "/")
    below = stem if stem.startswith("**/") else f"**/{stem}"
    return any(_is_path(each, file) for each in (f"{below}.class", below))


def _is_path(pattern: str, text: str) -> bool:
    """Whether a pattern is a path's, part by part; `**` is for any number of parts."""
    if pattern.startswith("/") != text.startswith("/"):
        return False
    return _are_parts([*filter(None, pattern.split("/"))], [*filter(None, text.split("/"))])


def _are_parts(patterns: Sequence[str], parts: Sequence[str]) -> bool:
    if not patterns:
        return not parts
    if patterns[0] == "**":
        return any(_are_parts(patterns[1:], parts[n:]) for n in range(len(parts) + 1))
    return bool(parts) and _is_part(patterns[0], parts[0]) and _are_parts(patterns[1:], parts[1:])


def _is_part(pattern: str, part: str) -> bool:
    return _expression(_units(pattern)).match(_units(part)) is not None


def _units(text: str) -> str:
    """A character for each of UTF-16's units."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[n] | data[n + 1] << 8) for n in range(0, len(data), 2))


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    wild = {"*": ".*", "?": "."}
    parts = (wild.get(each) or re.escape(each) for each in pattern)
    return re.compile("".join(parts) + r"\Z", re.DOTALL)
