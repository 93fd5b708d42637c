"""Sources that a formatter would format otherwise, as its failed goal lists them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from pageful.builds.results import Problem
from pageful.lazy import patterns
from pageful.maven.logs.checkers.checker import FileList
from pageful.maven.logs.checkers.table import CHECKERS
from pageful.maven.logs.failed_goal import FailedGoal
from pageful.maven.projects.source_files import SourceFiles

_LISTS = tuple(checker.files for checker in CHECKERS if checker.files)
# >         @@ -3,14 +3,14 @@
_HUNK = patterns.compile(r" {8}@@ -(?P<line>\d{1,9})(?:,\d+)? \+")
# >         -    private final List<String> articles = new ArrayList<>();
_CHANGED = patterns.compile(r" {8}[-+]")
_MESSAGE = "not formatted as the rules want it"


def formatting_problems(goal: FailedGoal, sources: SourceFiles) -> tuple[Problem, ...]:
    """Return each change that a formatter asks for; empty if the goal failed for another reason."""
    files = _list_in(goal.body)
    return tuple(_problems(goal, files, sources)) if files else ()


def formatting_advice(body: str) -> str:
    """Return the text of a failed goal besides files and differences."""
    files = _list_in(body)
    if not files:
        return body
    return "\n".join(line for line in body.split("\n") if not _is_listed(line, files))


def _list_in(body: str) -> FileList | None:
    return next((files for files in _LISTS if body.startswith(files.headings)), None)


def _is_listed(line: str, files: FileList) -> bool:
    return line.startswith(files.headings) or files.details.match(line) is not None


def _problems(goal: FailedGoal, files: FileList, sources: SourceFiles) -> Iterator[Problem]:
    lines = goal.body.split("\n")
    matches = [*map(files.file.match, lines)]
    starts = [number for number, match in enumerate(matches) if match]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        match = matches[start]
        file = sources.relative(match["file"] if match else "", goal.module)
        changes: list[int | None] = [*_changes(lines[start + 1 : end])]
        for line in changes or [None]:
            yield Problem(_MESSAGE, file, line)


def _changes(lines: Sequence[str]) -> Iterator[int]:
    """Yield the number of the first changed line of each hunk."""
    number: int | None = None
    for line in lines:
        if hunk := _HUNK.match(line):
            number = int(hunk["line"])
        elif number is not None and _CHANGED.match(line):
            yield number
            number = None
        elif number is not None:
            number += 1
