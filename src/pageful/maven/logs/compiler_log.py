"""Errors and warnings of compilers, and of Maven about POMs, read from a log in one pass.

Maven prints most of them twice: as the compiler does, and under the failed goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pageful.builds.results import Problem
from pageful.jvm.compilers.locations import relative
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven.logs.compiler_reader import CompilerReader
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.pom_problems import with_named_poms

__all__ = ["CompilerLog", "read_compiler_log", "relative"]

_Place = tuple[str | None, int | None, int | None]

_UNKNOWN = "An unknown compilation problem occurred"


@dataclass(frozen=True, slots=True)
class CompilerLog:
    """The problems that compilers reported in one build, each once, in the log's order.

    `explained` are the lines `Failed to execute goal …` that add nothing to the errors, so that a
    page can omit them.
    """

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    explained: frozenset[str] = frozenset()


def read_compiler_log(
    lines: Iterable[LogLine], root: str, directories: Mapping[str, str] | None = None
) -> CompilerLog:
    """Find the problems in a log; their files become relative to the directory `root`.

    `directories` are those of modules below the root, by artifactId. They locate files that a
    compiler names relative to their module, and POMs that Maven names by artifact alone.
    """
    reader = CompilerReader(root, directories or {})
    for line in lines:
        reader.read(line)
    reader.end()
    errors = tuple(_without_echoes(_final_problems(reader, "ERROR")))
    known = tuple(error for error in errors if error.message != _UNKNOWN)
    return CompilerLog(
        known or errors, tuple(_final_problems(reader, "WARNING")), frozenset(reader.explained)
    )


def _final_problems(reader: CompilerReader, severity: str) -> Sequence[Problem]:
    """Return the problems of one severity, each once, under its file or else its module."""
    problems = with_named_poms(
        tuple(reader.found[severity]), reader.pom_files, reader.root, several=reader.several
    )
    if reader.several:
        return tuple(dict.fromkeys(_in_failed_modules(problems, reader.failed_modules)))
    return tuple(dict.fromkeys(map(_without_module, problems)))


def _without_module(problem: Problem) -> Problem:
    return replace(problem, module=None) if problem.module else problem


def _in_failed_modules(
    problems: Iterable[Problem], failed: Mapping[str, set[str | None]]
) -> Iterator[Problem]:
    """Omit problems whose module was a guess, if a failed goal names another by the message."""
    for problem in problems:
        if problem.file is not None or problem.module in failed.get(
            problem.message, (problem.module,)
        ):
            yield problem


def _without_echoes(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Omit problems that only repeat the start of another message at the same place."""
    places: dict[_Place, list[str]] = {}
    for problem in problems:
        if problem.file is not None and problem.line is not None:
            places.setdefault(_place(problem), []).append(problem.message)
    echoes = {place: _beginnings(messages) for place, messages in places.items()}
    for problem in problems:
        if problem.message not in echoes.get(_place(problem), ()):
            yield problem


def _place(problem: Problem) -> _Place:
    return problem.file, problem.line, problem.column


def _beginnings(messages: Iterable[str]) -> frozenset[str]:
    """Return the messages that another one begins with: the next one in sorted order."""
    return frozenset(
        message for message, after in pairwise(sorted(messages)) if after.startswith(message)
    )
