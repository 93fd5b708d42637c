"""Errors and warnings of checkers (style, bugs, copies, coverage, licences), read from the log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pageful.builds.results import Problem
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.checkers.checker import Violation, ViolationLocation
from pageful.maven.logs.checkers.formatting import formatting_advice, formatting_problems
from pageful.maven.logs.checkers.table import CHECKERS
from pageful.maven.logs.checkers.violation_reader import ViolationReader
from pageful.maven.logs.failed_goal import FailedGoal
from pageful.maven.logs.log import LogLine
from pageful.maven.projects.source_files import SourceFiles

_TOTALS = tuple(checker.totals for checker in CHECKERS if checker.totals)


@dataclass(frozen=True, slots=True)
class CheckerLog:
    """The violations that checkers printed in one build, each once.

    `others` are the lines of no checker, `explained` the failed goals whose reason the errors are,
    and `notes` the other messages of these goals.
    """

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    others: tuple[LogLine, ...]
    explained: frozenset[FailedGoal] = frozenset()
    notes: tuple[str, ...] = ()


def read_checker_log(
    lines: Iterable[LogLine],
    failed: Sequence[FailedGoal],
    sources: SourceFiles,
    *,
    several: bool = False,
) -> CheckerLog:
    """Read the violations in a log whose end names the goals `failed`.

    `several` says that more than one module is built.
    """
    reader = ViolationReader()
    others = tuple(line for line in lines if not reader.take(line))
    found = _by_problem(reader.violations, sources)
    verdict = _Verdict(tuple(found.values()), failed)
    errors = {problem: each for problem, each in found.items() if verdict.is_error(each)}
    unformatted = {goal: formatting_problems(goal, sources) for goal in failed}
    errors_of = Counter(map(verdict.goal_of, errors.values()))
    errors_of.update({goal: len(unformatted[goal]) for goal in failed})
    explained = [goal for goal in failed if _explains(errors_of[goal], goal)]
    return CheckerLog(
        (*errors, *(problem for problems in unformatted.values() for problem in problems)),
        tuple(problem for problem in found if problem not in errors),
        others,
        frozenset(explained),
        tuple(_note(goal, several=several) for goal in explained),
    )


class _Verdict:
    """A judge of the violations that made a build fail: those of a failed goal."""

    def __init__(self, violations: Sequence[Violation], failed: Sequence[FailedGoal]) -> None:
        self._failed: dict[str, list[FailedGoal]] = {}
        for goal in failed:
            if goal.goal:
                self._failed.setdefault(goal.goal.plugin, []).append(goal)
        severe = Counter(self.goal_of(each) for each in violations if each.severe)
        self._strict = {goal for goal in failed if (_count(goal) or 0) > severe[goal]}

    def goal_of(self, violation: Violation) -> FailedGoal | None:
        """Return the failed goal of a violation, None if its goal did not fail."""
        goal, plugins = violation.goal, violation.checker.plugins
        if goal and goal.plugin in plugins:
            failed = self._failed.get(goal.plugin, ())
            return next((each for each in failed if each.goal == goal), None)
        return next((each for plugin in plugins for each in self._failed.get(plugin, ())), None)

    def is_error(self, violation: Violation) -> bool:
        """Return whether the violation made the build fail.

        A warning of the checker did, too, if the goal counts more than errors.
        """
        goal = self.goal_of(violation)
        return goal is not None and (
            violation.severe or (violation.undecided and goal in self._strict)
        )


def _by_problem(
    violations: Iterable[Violation], sources: SourceFiles
) -> Mapping[Problem, Violation]:
    """Return the violations, each message and place once: some are printed twice."""
    found: dict[Problem, Violation] = {}
    for violation in violations:
        first = found.setdefault(_problem(violation, sources), violation)
        first.severe = first.severe or violation.severe
    return found


def _problem(violation: Violation, sources: SourceFiles) -> Problem:
    module = violation.goal.module if violation.goal else ""
    first, *others = violation.locations or [ViolationLocation()]
    also = ", ".join(f"{_file(each, module, sources)}:{each.line}" for each in others)
    message = f"{violation.message}{', also in ' if also else ''}{also}"
    message += f" [{violation.rule}]" if violation.rule else ""
    file = _file(first, module, sources)
    return Problem(message, file or None, first.line, first.column)


def _file(location: ViolationLocation, module: str, sources: SourceFiles) -> str:
    if location.class_name:
        return sources.of_class(location.class_name, location.file_name, module)
    return sources.relative(location.path, module) if location.path else ""


def _totals(goal: FailedGoal) -> re.Match[str] | None:
    """Return the match of a message that says no more than the violations do."""
    return next(filter(None, (totals.match(goal.body) for totals in _TOTALS)), None)


def _count(goal: FailedGoal) -> int | None:
    """Return the number of violations that a failed goal counts, None without one."""
    totals = _totals(goal)
    return int(totals["count"]) if totals and "count" in totals.groupdict() else None


def _explains(violations: int, goal: FailedGoal) -> bool:
    """Return whether a number of violations is all that made a goal fail."""
    return violations > 0 and violations >= (_count(goal) or 0)


def _note(goal: FailedGoal, *, several: bool) -> str:
    """Return the failed goal's name, with its message if that says more than the violations."""
    module = f" @ {goal.module}" if several else ""
    advice = "" if _totals(goal) else formatting_advice(goal.body)
    message = f": {' '.join(advice.split())}" if advice else "."
    return f"Failed: {goal.goal}{module}{message}"
