"""Failures that follow from a class whose static initialiser has failed in another test."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.jvm.failure_causes import INITIALIZER, FailedCase, uninitialized_class
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Follower:
    """The position of the group that others follow from, and the class that failed in it."""

    root: int
    initialised: str


def find_followers(groups: Sequence[Sequence[FailedCase]]) -> dict[int, Follower]:
    """Return the groups, by position, that only say that a class could not be initialised.

    A class fails for good with the first attempt to initialise it. Tests that need it later say no
    more than its name; the first one's trace has its initialiser (`<clinit>`, JVM specification
    2.9.2) in the frames of any of its exceptions.
    """
    attempts = _attempts(groups)
    followers: dict[int, Follower] = {}
    for position, group in enumerate(groups):
        name = uninitialized_class(group[0])
        root = attempts.get(name, position)
        if name and root != position:
            followers[position] = Follower(root, name)
    return {n: each for n, each in followers.items() if each.root not in followers}


def _attempts(groups: Sequence[Sequence[FailedCase]]) -> dict[str, int]:
    """Return the first group in which the initialiser of a class ran and failed, by its name."""
    found: dict[str, int] = {}
    for position, group in enumerate(groups):
        for thrown in (thrown for failed in group for thrown in failed.trace):
            for match in filter(None, map(INITIALIZER.match, thrown.frames)):
                found.setdefault(match["name"], position)
    return found
