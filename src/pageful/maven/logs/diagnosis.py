"""The diagnosis of a build by its log alone: compilers, checkers, and Maven's own reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pageful.builds.results import Problem
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven import notes
from pageful.maven.logs.build_errors import last_output, listed_failures
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.checkers.checker_log import read_checker_log
from pageful.maven.logs.compiler_log import read_compiler_log
from pageful.maven.logs.crash import Crash
from pageful.maven.logs.dependency_errors import has_cached_failure, parent_pom_message
from pageful.maven.logs.failed_goal import FailedGoal, failed_goals
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.maven_errors import read_maven_errors
from pageful.maven.logs.phrases import REACTOR_ORDER, REACTOR_SUMMARY
from pageful.maven.projects.module import Module
from pageful.maven.projects.source_files import SourceFiles

_SEVERAL = (REACTOR_ORDER, REACTOR_SUMMARY)
# > -----------------------< com.example:calculator >-----------------------
_MODULE = patterns.compile(r"-+< [^:\s<>]{1,300}:(?P<artifact>[^:\s<>]{1,300}) >-+\Z")
# >   from core/pom.xml
_FROM = patterns.compile(r" {2}from (?P<directory>.{1,4000})[/\\][^/\\]{1,300}\Z")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The problems in a log. `goals` failed; those `explained` are covered by other parts.

    `output` are other reasons in Maven's own words, `notes` further help.
    """

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    goals: tuple[FailedGoal, ...]
    explained: frozenset[FailedGoal]
    crashes: tuple[Crash, ...]
    output: tuple[str, ...]
    notes: tuple[str, ...]


def diagnose(log: BuildLog, root: str, members: Sequence[Module] = ()) -> Diagnosis:
    """Read a build's log, module by module; files become relative to the directory `root`.

    `members` are the project's modules by their POMs.
    """
    lines = log.outside_tests
    several = any(line.text.startswith(_SEVERAL) for line in lines)
    goals = failed_goals(log)
    known = {member.artifact: member.directory for member in members}
    directories = {**_directories(lines), **known}
    sources = SourceFiles(root, directories)
    checkers = read_checker_log(lines, goals, sources, several=several)
    compilers = read_compiler_log(checkers.others, root, directories)
    causes = read_maven_errors(goals, log, several=several)
    uncompiled = bool(compilers.errors) and not several
    told = {goal for goal in goals if goal.is_crash or goal.head in compilers.explained}
    told |= {goal for goal in goals if uncompiled and goal.is_compilation}
    return Diagnosis(
        (*map(_with_plain_message, compilers.errors), *checkers.errors, *causes.errors),
        (*compilers.warnings, *checkers.warnings),
        goals,
        frozenset((*told, *checkers.explained, *causes.explained)),
        tuple(_crashes(goals, log)),
        causes.output,
        tuple(dict.fromkeys((*checkers.notes, *_retry_advice(compilers.errors), *causes.notes))),
    )


def _crashes(goals: Sequence[FailedGoal], log: BuildLog) -> Iterator[Crash]:
    for goal in goals:
        others = [each for each in goals if each is not goal]
        elsewhere = frozenset(name for each in others for name in each.crashed_classes)
        yield from goal.crashes(log.lines, elsewhere)


def _retry_advice(errors: Sequence[Problem]) -> Iterator[str]:
    if any(has_cached_failure(error.message) for error in errors):
        yield notes.ASK_REPOSITORIES_AGAIN


def _with_plain_message(problem: Problem) -> Problem:
    return replace(problem, message=parent_pom_message(problem.message))


def unexplained_messages(
    diagnosis: Diagnosis, log: BuildLog, *, tests_failed: bool
) -> Iterator[str]:
    """Yield the messages of failed goals that neither problems nor failing tests cover."""
    goals = [
        goal
        for goal in diagnosis.goals
        if goal not in diagnosis.explained and not (goal.is_test_failure and tests_failed)
    ]
    if any(goal.is_test_failure for goal in goals):
        yield from listed_failures(log)
    before = last_output([goal for goal in goals if not goal.is_test_failure], log)
    for goal in goals:
        yield from before.get(goal, ())
        yield from goal.messages
    yield from diagnosis.output


def _directories(log: Iterable[LogLine]) -> Mapping[str, str]:
    """Return the directories of modules by artifactId, which Maven prints since 3.9."""
    found: dict[str, str] = {}
    modules: dict[str, str] = {}
    for line in log:
        if line.level != "INFO":
            continue
        if module := _MODULE.match(line.text):
            modules[line.thread] = module["artifact"]
        elif (place := _FROM.match(line.text)) and line.thread in modules:
            found[modules[line.thread]] = place["directory"].replace("\\", "/")
    return found
