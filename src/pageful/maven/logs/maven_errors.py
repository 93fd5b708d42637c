"""Errors of Maven itself: artifacts that it can't resolve, calls that it refuses, its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pageful.builds.results import Problem
from pageful.lazy.dataclasses import dataclass
from pageful.maven import notes
from pageful.maven.logs.build_errors import other_reasons
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.dependency_errors import has_cached_failure, unresolved_artifacts
from pageful.maven.logs.failed_goal import FailedGoal
from pageful.maven.logs.launch_errors import java_versions_note, launch_error

_LONGEST = 600


@dataclass(frozen=True, slots=True)
class MavenErrors:
    """The errors, each once; `explained` are the failed goals that have no other reason.

    `output` are Maven's longer texts, `notes` advice.
    """

    errors: tuple[Problem, ...] = ()
    explained: frozenset[FailedGoal] = frozenset()
    output: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_maven_errors(
    goals: Sequence[FailedGoal], log: BuildLog, *, several: bool = False
) -> MavenErrors:
    """Read the causes in the failed goals, and in the rest of a log's end.

    If `several` modules are built, the cause of each failed goal names its module.
    """
    of_goals = {goal: tuple(_of_goal(goal, several=several)) for goal in goals}
    reasons = other_reasons(log)
    of_others = {reason: tuple(_of_reason(reason)) for reason in reasons}
    problems = [each for found in (*of_goals.values(), *of_others.values()) for each in found]
    told = [reason for reason in reasons if not of_others[reason]]
    return MavenErrors(
        tuple(dict.fromkeys(problems)),
        frozenset(goal for goal, found in of_goals.items() if found),
        tuple(line for reason in told for line in f"[ERROR] {reason}".split("\n")),
        tuple(_notes([*(goal.body for goal in goals), *reasons])),
    )


def _of_goal(goal: FailedGoal, *, several: bool) -> Iterator[Problem]:
    for each in unresolved_artifacts("\n".join(goal.messages)):
        yield Problem(str(each), module=goal.module if several else None)


def _of_reason(reason: str) -> Iterator[Problem]:
    found = unresolved_artifacts(reason)
    if found:
        yield from (Problem(str(each)) for each in found)
    elif plain := launch_error(reason):
        yield Problem(plain)
    elif "\n" not in reason and len(reason) <= _LONGEST:
        yield Problem(reason)


def _notes(texts: Iterable[str]) -> Iterator[str]:
    texts = tuple(texts)
    if any(map(has_cached_failure, texts)):
        yield notes.ASK_REPOSITORIES_AGAIN
    yield from dict.fromkeys(filter(None, map(java_versions_note, texts)))
