"""Errors and warnings of checkers (style, bugs, copies, coverage, licences), read from the log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pageful.builds.results import Problem
from pageful.maven.logs.failed_goal import FailedGoal
from pageful.maven.logs.finding import Finding, FindingReader, Place
from pageful.maven.logs.formatting import formatting_advice, formatting_problems
from pageful.maven.logs.log import LogLine
from pageful.maven.projects.source_files import SourceFiles

_COUNTED = re.compile(
    r"You have (?P<style>\d{1,9}) Checkstyle violations?\.\Z"
    r"|PMD \S+ has found (?P<pmd>\d{1,9}) violations?\b.*"
    r"|CPD \S+ has found (?P<cpd>\d{1,9}) duplications?\b.*"
    r"|failed with (?P<bugs>\d{1,9}) bugs? and 0 errors\s*\Z"
    r"|Coverage checks have not been met\. See log for details\.\Z"
    r"|Check for forbidden API calls failed, see log\.\Z"
)
"""What failed goals say that their findings say better; some count them."""


@dataclass(frozen=True, slots=True)
class CheckerLog:
    """What checkers said in one build, each thing once; `others` are the lines that they left.

    `explained` are the failed goals that the errors are of, `notes` what else these said.
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
    """Find what checkers said in a log whose end names these goals as failed.

    `several` says that more than one module is built.
    """
    reader = FindingReader()
    others = tuple(line for line in lines if not reader.take(line))
    found = _once(reader.found, sources)
    verdict = _Verdict(tuple(found.values()), failed)
    errors = {problem: of for problem, of in found.items() if verdict.condemns(of)}
    unformatted = {goal: formatting_problems(goal, sources) for goal in failed}
    counted = Counter(map(verdict.goal_of, errors.values()))
    counted.update({goal: len(unformatted[goal]) for goal in failed})
    explained = [goal for goal in failed if _explains(counted[goal], goal)]
    return CheckerLog(
        (*errors, *(problem for problems in unformatted.values() for problem in problems)),
        tuple(problem for problem in found if problem not in errors),
        others,
        frozenset(explained),
        tuple(_note(goal, several=several) for goal in explained),
    )


class _Verdict:
    """Which findings are why the build failed: those of a goal that did."""

    def __init__(self, found: Sequence[Finding], failed: Sequence[FailedGoal]) -> None:
        self._failed: dict[str, list[FailedGoal]] = {}
        for goal in failed:
            if goal.goal:
                self._failed.setdefault(goal.goal.plugin, []).append(goal)
        severe = Counter(self.goal_of(finding) for finding in found if finding.severe)
        self._strict = {goal for goal in failed if (_count(goal) or 0) > severe[goal]}

    def goal_of(self, finding: Finding) -> FailedGoal | None:
        """The failed goal that a finding is of, absent if that did not fail."""
        goals = self._failed.get(finding.checker, ())
        if finding.goal and finding.goal.plugin == finding.checker:
            return next((goal for goal in goals if goal.goal == finding.goal), None)
        return goals[0] if goals else None

    def condemns(self, finding: Finding) -> bool:
        """Whether the build failed of it: of a warning too if its goal counts more than errors."""
        goal = self.goal_of(finding)
        return goal is not None and (finding.severe or (finding.undecided and goal in self._strict))


def _once(found: Iterable[Finding], sources: SourceFiles) -> dict[Problem, Finding]:
    """The findings by what is said of them: some checkers print each of theirs twice."""
    problems: dict[Problem, Finding] = {}
    for finding in found:
        problem = _problem(finding, sources)
        first = problems.setdefault(problem, finding)
        first.severe = first.severe or finding.severe
    return problems


def _problem(finding: Finding, sources: SourceFiles) -> Problem:
    module = finding.goal.module if finding.goal else ""
    first, *others = finding.places or [Place()]
    also = ", ".join(f"{_file(place, module, sources)}:{place.line}" for place in others)
    message = f"{finding.message}{', also in ' if also else ''}{also}"
    message += f" [{finding.rule}]" if finding.rule else ""
    file = _file(first, module, sources)
    return Problem(message, file or None, first.line, first.column)


def _file(place: Place, module: str, sources: SourceFiles) -> str:
    if place.class_name:
        return sources.of_class(place.class_name, place.file_name, module)
    return sources.relative(place.path, module) if place.path else ""


def _count(goal: FailedGoal) -> int | None:
    """How many findings a failed goal counts, absent where it does not."""
    match = _COUNTED.match(goal.body)
    return int(match[match.lastgroup]) if match and match.lastgroup else None


def _explains(findings: int, goal: FailedGoal) -> bool:
    """Whether so many findings are all that a goal failed of."""
    return findings > 0 and findings >= (_count(goal) or 0)


def _note(goal: FailedGoal, *, several: bool) -> str:
    """The failed goal in a few words, and in its own where they say more than its findings."""
    place = f" @ {goal.module}" if several else ""
    words = "" if _COUNTED.match(goal.body) else formatting_advice(goal.body)
    said = f": {' '.join(words.split())}" if words else "."
    return f"Failed: {goal.goal}{place}{said}"
