"""Patterns of paths as Ant and Maven's POMs write them: `**` any directories, `*` within a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

_ANY = "**"


def matches(pattern: str, path: Sequence[str]) -> bool:
    """Return whether a pattern matches a path, given as the names of its parts."""
    text = pattern.replace("\\", "/")
    names = [name for name in f"{text}{_ANY if text.endswith('/') else ''}".split("/") if name]
    reached = {0}
    for name in names:
        reached = _after(name, path, reached)
    return len(path) in reached


def _after(name: str, path: Sequence[str], reached: Iterable[int]) -> set[int]:
    """Return the lengths of the path that may be matched once a name of the pattern is, too."""
    if name == _ANY:
        return set(range(min(reached, default=len(path) + 1), len(path) + 1))
    literal = name.replace("[", "[[]")  # Ant has no classes of characters
    return {at + 1 for at in reached if at < len(path) and fnmatchcase(path[at], literal)}
