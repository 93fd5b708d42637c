"""Sources that Spotless or Spring's formatter would format otherwise, and where if that is told."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from pageful.builds.results import Problem
from pageful.maven.logs.failed_goal import FailedGoal
from pageful.maven.projects.source_files import SourceFiles

_BEGINS = ("The following files had format violations:", "Violations also present in:")
_LISTED = "Formatting violations found in the following files:"
#  * /project/src/main/java/com/example/Foo.java
_LISTED_FILE = re.compile(r" \* (?P<file>\S.*\.\w+)\Z")
# "    src/main/java/com/example/Foo.java", above its differences
_FILE = re.compile(r" {4}(?P<file>[^\s@+-]\S*(?: \S+)*\.\w+)\Z")
_HUNK = re.compile(r" {8}@@ -(?P<line>\d{1,9})(?:,\d+)? \+")
_CHANGED = re.compile(r" {8}[-+]")
_REST = re.compile(r" {4}|\.\.\. \(")
_MESSAGE = "not formatted as the rules want it"


def formatting_problems(goal: FailedGoal, sources: SourceFiles) -> tuple[Problem, ...]:
    """Each place that is formatted against the rules, empty if that is not why the goal failed."""
    if goal.body.startswith(_LISTED):
        listed = filter(None, map(_LISTED_FILE.match, goal.body.split("\n")))
        files = (sources.relative(each["file"], goal.module) for each in listed)
        return tuple(Problem(_MESSAGE, file) for file in files)
    is_about_format = goal.body.startswith(_BEGINS)
    return tuple(_problems(goal, sources)) if is_about_format else ()


def formatting_advice(words: str) -> str:
    """What such a goal says besides files and differences."""
    if words.startswith(_LISTED):
        lines = words.split("\n")[1:]
        return "\n".join(line for line in lines if not _LISTED_FILE.match(line))
    if not words.startswith(_BEGINS):
        return words
    lines = words.split("\n")
    return "\n".join(
        line for line in lines if not line.startswith(_BEGINS) and not _REST.match(line)
    )


def _problems(goal: FailedGoal, sources: SourceFiles) -> Iterator[Problem]:
    lines = goal.body.split("\n")
    starts = [number for number, line in enumerate(lines) if _FILE.match(line)]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        file = sources.relative(lines[start].strip(), goal.module)
        changes: list[int | None] = [*_changes(lines[start + 1 : end])]
        for line in changes or [None]:
            yield Problem(_MESSAGE, file, line)


def _changes(lines: Sequence[str]) -> Iterator[int]:
    """The first changed line of each hunk."""
    number: int | None = None
    for line in lines:
        if hunk := _HUNK.match(line):
            number = int(hunk["line"])
        elif number is not None and _CHANGED.match(line):
            yield number
            number = None
        elif number is not None:
            number += 1
