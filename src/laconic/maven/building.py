"""From the three witnesses of a build (exit code, this run's reports, log) to what it came to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laconic.maven.build_errors import (
    Crash,
    FailedGoal,
    failed_goals,
    listed_failures,
    logged_counts,
    says_compilation_error,
    says_failure,
    useful_tail,
    warned,
)
from laconic.maven.compiler_log import CompilerLog, read_compiler_log
from laconic.maven.log import LogLine, outside_tests
from laconic.maven.reactor import Reactor, reactor
from laconic.maven.results import Artifact, Build, Counts, Failure, Status
from laconic.maven.runner import Run
from laconic.maven.surefire import Case, Reports
from laconic.maven.test_failures import DEFAULT_LIMITS, Limits, Names, failures_of

_SKIPPED = "Tests are skipped."
_NO_TESTS = ("No tests to run.", _SKIPPED)
TESTS_SKIPPED = f"Maven says: {_SKIPPED}"
"""The note of a build that was told to run no tests."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Everything that a build left to judge it by."""

    operation: str
    run: Run
    reports: Reports
    root: str
    packages: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS
    artifacts: tuple[Artifact, ...] = ()
    cancelled: bool = False


def judged(witnesses: Witnesses) -> Build:
    """What the build came to. It succeeded only if no witness speaks against it."""
    log, cases = witnesses.run.log, witnesses.reports.cases
    builders = tuple(outside_tests(log))
    compiler = read_compiler_log(builders, witnesses.root)
    tests = _tests(cases) if cases else _logged(log)
    goals = failed_goals(log)
    failures = (
        *(_crashed(crash) for goal in goals if (crash := goal.crash(log))),
        *failures_of(cases, witnesses.packages, witnesses.limits),
    )
    spoken_against = says_compilation_error(builders) or bool(failures or (tests and tests.failed))
    status = _status(witnesses, failed=spoken_against)
    if status is Status.SUCCESS:
        # What a plugin calls an error and goes on, as a tolerant style check does.
        compiler = CompilerLog((), (*compiler.errors, *compiler.warnings))
    return Build(
        operation=witnesses.operation,
        status=status,
        milliseconds=witnesses.run.milliseconds,
        errors=compiler.errors,
        warnings=compiler.warnings,
        tests=tests or (Counts(0, 0, 0) if _ran_no_test(witnesses, status) else None),
        failures=failures,
        skipped=_skipped(cases),
        output=_output(witnesses, goals, compiler, failures) if status is Status.FAILURE else (),
        activity=witnesses.run.activity,
        notes=tuple(_notes(witnesses, tests, reactor(log))),
        artifacts=witnesses.artifacts,
    )


def _status(witnesses: Witnesses, *, failed: bool) -> Status:
    run = witnesses.run
    if run.exit_code is None:
        return Status.CANCELLED if witnesses.cancelled else Status.TIMEOUT
    failed = failed or run.exit_code != 0 or says_failure(run.log)
    return Status.FAILURE if failed else Status.SUCCESS


def _ran_no_test(witnesses: Witnesses, status: Status) -> bool:
    return witnesses.operation == "Test" and status is Status.SUCCESS


def _tests(cases: Sequence[Case]) -> Counts:
    return Counts(
        run=len(cases),
        failed=sum(case.thrown is not None for case in cases),
        skipped=sum(case.skipped for case in cases),
    )


def _logged(log: Sequence[LogLine]) -> Counts | None:
    counts = logged_counts(log)
    return Counts(*counts) if counts and counts[0] else None


def _skipped(cases: Sequence[Case]) -> tuple[str, ...]:
    skipped = [case for case in cases if case.skipped]
    names = Names.of(skipped)
    reasons = (f": {case.skip_reason}" if case.skip_reason else "" for case in skipped)
    return tuple(
        f"{names.test(case)}{reason}" for case, reason in zip(skipped, reasons, strict=True)
    )


def _crashed(crash: Crash) -> Failure:
    classes = tuple(name.rpartition(".")[2] for name in crash.classes)
    return Failure(classes or ("forked JVM",), "\n".join(crash.said), crashed=True)


def _output(
    witnesses: Witnesses,
    goals: Sequence[FailedGoal],
    compiler: CompilerLog,
    failures: Sequence[Failure],
) -> tuple[str, ...]:
    """What neither errors nor failing tests explain, its paths relative to the project."""
    log = witnesses.run.log
    unexplained = [goal for goal in goals if not _explained(goal, compiler, failures)]
    lines = [line for goal in unexplained for line in goal.told]
    if any(goal.is_test_failure for goal in unexplained):
        lines = [*listed_failures(log), *lines]
    if not (lines or compiler.errors or failures):
        lines = [*useful_tail(log)] or [
            f"Maven ended with {witnesses.run.exit_code}, saying nothing."
        ]
    return tuple(line.replace(f"{witnesses.root}/", "") for line in lines)


def _explained(goal: FailedGoal, compiler: CompilerLog, failures: Sequence[Failure]) -> bool:
    if goal.is_test_failure:
        return bool(failures)
    return goal.is_crash or (goal.is_compilation and bool(compiler.errors))


def _notes(witnesses: Witnesses, tests: Counts | None, modules: Reactor) -> Iterator[str]:
    cases = witnesses.reports.cases
    flaky = [case for case in cases if case.flaky]
    if flaky:
        names = Names.of(flaky)
        yield f"Flaky, passed on a rerun: {', '.join(map(names.test, flaky))}."
    yield from warned(witnesses.run.log)
    if modules.skipped:
        yield f"Modules skipped because of the failure: {', '.join(modules.skipped)}."
    if modules.resume:
        yield f"To resume once it is mended: args={json.dumps(modules.resume)}."
    if witnesses.reports.unreadable:
        files = ", ".join(witnesses.reports.unreadable)
        yield f"Unreadable reports, their tests not counted: {files}."
    if not cases and tests:
        yield "There are no XML reports in target/surefire-reports: the counts are the log's."
    elif witnesses.operation == "Test" and not cases:
        said = next((line.text for line in witnesses.run.log if line.text in _NO_TESTS), None)
        if said:
            yield f"Maven says: {said}"
