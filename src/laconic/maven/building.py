"""From the three witnesses of a build (exit code, this run's reports, log) to what it came to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laconic.maven.build_errors import (
    Crash,
    FailedGoal,
    Reactor,
    failed_goals,
    reactor,
    useful_tail,
)
from laconic.maven.compiler_log import CompilerLog, read_compiler_log
from laconic.maven.results import Build, Status, TestFailure, Tests
from laconic.maven.runner import Run
from laconic.maven.surefire import Case, Reports
from laconic.maven.test_failures import DEFAULT_LIMITS, Limits, Names, test_failures

_NO_TESTS = ("No tests to run.", "Tests are skipped.")


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Everything that a build left to judge it by."""

    operation: str
    run: Run
    reports: Reports
    root: str
    packages: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS


def judged(witnesses: Witnesses) -> Build:
    """What the build came to. It succeeded only if no witness speaks against it."""
    log, cases = witnesses.run.log, witnesses.reports.cases
    compiler = read_compiler_log(log, witnesses.root)
    goals = failed_goals(log)
    crashes = tuple(crash for goal in goals if (crash := goal.crash(log)))
    failures = (
        *map(_crashed, crashes),
        *test_failures(cases, witnesses.packages, witnesses.limits),
    )
    status = _status(witnesses.run, compiler, failures)
    told = bool(compiler.errors or failures)
    return Build(
        operation=witnesses.operation,
        status=status,
        milliseconds=witnesses.run.milliseconds,
        errors=compiler.errors,
        warnings=compiler.warnings,
        tests=_tests(cases) if cases or _ran_no_test(witnesses, status) else None,
        failures=failures,
        skipped=_skipped(cases),
        output=_output(witnesses, goals, told) if status is Status.FAILURE else (),
        activity=witnesses.run.activity,
        notes=tuple(_notes(witnesses, reactor(log))),
    )


def _status(run: Run, compiler: CompilerLog, failures: Sequence[TestFailure]) -> Status:
    if run.exit_code is None:
        return Status.TIMEOUT
    failed = run.exit_code != 0 or compiler.errors or failures
    return Status.FAILURE if failed else Status.SUCCESS


def _ran_no_test(witnesses: Witnesses, status: Status) -> bool:
    return witnesses.operation == "Test" and status is Status.SUCCESS


def _tests(cases: Sequence[Case]) -> Tests:
    return Tests(
        run=len(cases),
        failed=sum(case.thrown is not None for case in cases),
        skipped=sum(case.skipped for case in cases),
    )


def _skipped(cases: Sequence[Case]) -> tuple[str, ...]:
    skipped = [case for case in cases if case.skipped]
    names = Names.of(skipped)
    reasons = (f": {case.skip_reason}" if case.skip_reason else "" for case in skipped)
    return tuple(
        f"{names.test(case)}{reason}" for case, reason in zip(skipped, reasons, strict=True)
    )


def _crashed(crash: Crash) -> TestFailure:
    classes = tuple(name.rpartition(".")[2] for name in crash.classes)
    return TestFailure(classes or ("forked JVM",), "\n".join(crash.said), crashed=True)


def _output(witnesses: Witnesses, goals: Sequence[FailedGoal], told: bool) -> tuple[str, ...]:
    """What neither errors nor failing tests explain, its paths relative to the project."""
    log = witnesses.run.log
    unexplained = [
        line
        for goal in goals
        if not (goal.is_test_failure or goal.crash(log) or (goal.is_compilation and told))
        for line in goal.told
    ]
    lines = unexplained if unexplained or told else useful_tail(log)
    return tuple(line.replace(f"{witnesses.root}/", "") for line in lines)


def _notes(witnesses: Witnesses, modules: Reactor) -> Iterator[str]:
    cases = witnesses.reports.cases
    flaky = [case for case in cases if case.flaky]
    if flaky:
        names = Names.of(flaky)
        yield f"Flaky, passed on a rerun: {', '.join(map(names.test, flaky))}."
    if modules.skipped:
        yield f"Modules skipped because of the failure: {', '.join(modules.skipped)}."
    if modules.resume:
        yield f"To resume once it is mended: args={json.dumps(modules.resume)}."
    if witnesses.reports.unreadable:
        files = ", ".join(witnesses.reports.unreadable)
        yield f"Unreadable reports, their tests not counted: {files}."
    if witnesses.operation == "Test" and not cases:
        said = next((line.text for line in witnesses.run.log if line.text in _NO_TESTS), None)
        if said:
            yield f"Maven says: {said}"
