"""From the three witnesses of a build (exit code, this run's reports, log) to what it came to."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pageful.builds.junit.reports import Case, Reports, counted
from pageful.builds.results import Activity, Artifact, Build, Counts, Failure, Status
from pageful.jvm.shown_output import ShownOutput, shown_output
from pageful.jvm.stack_trace import Application, Trace, reduced, summary
from pageful.jvm.test_failures import DEFAULT_LIMITS, Limits, failures_of
from pageful.jvm.test_names import Names, simple_name
from pageful.maven.logs.build_errors import (
    has_compilation_error,
    listed_failures,
    logged_counts,
    names_error,
    unmet_requests,
    useful_tail,
)
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.crash import Crash
from pageful.maven.logs.diagnosis import Diagnosis, diagnose, unexplained
from pageful.maven.logs.log_keeper import cut_problems
from pageful.maven.logs.reactor import Reactor, reactor
from pageful.maven.logs.test_classes import TestClasses
from pageful.maven.projects.module import Member
from pageful.maven.reports.dumps import trace_within
from pageful.maven.running.runner import Run

_SILENT = "Maven ended"
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
    members: tuple[Member, ...] = ()
    cancelled: bool = False
    dumps: tuple[Trace, ...] = ()


def judged(witnesses: Witnesses) -> Build:
    """What the build came to. It succeeded only if no witness speaks against it."""
    log, cases = witnesses.run.build_log, witnesses.reports.cases
    modules = reactor(log.reactor, witnesses.members, cases)
    diagnosis = diagnose(log, witnesses.root, witnesses.members)
    tests = counted(cases) if cases else _logged(log)
    failures = (
        *(_crashed(crash, witnesses) for crash in diagnosis.crashes),
        *failures_of(cases, witnesses.packages, witnesses.limits),
    )
    uncompiled = has_compilation_error(log.outside_tests)
    status = _status(witnesses, failed=uncompiled or bool(failures or (tests and tests.failed)))
    if status is Status.SUCCESS:
        # What a plugin calls an error and goes on, as a tolerant style check does.
        warnings = (*diagnosis.errors, *diagnosis.warnings)
        diagnosis = replace(diagnosis, errors=(), warnings=warnings)
    warnings = tuple(
        replace(each, message=_relative(each.message, witnesses)) for each in diagnosis.warnings
    )
    output = _output(witnesses, diagnosis, failures) if status is Status.FAILURE else ()
    activity = _activity(witnesses)
    ran_none = _ran_no_test(witnesses, status) or bool(activity and activity.test_class)
    return Build(
        operation=witnesses.operation,
        status=status,
        milliseconds=witnesses.run.milliseconds,
        errors=diagnosis.errors,
        warnings=warnings,
        tests=tests or (Counts(0, 0, 0) if ran_none else None),
        failures=failures,
        skipped=_skipped(cases),
        output=output,
        activity=activity,
        notes=(*_unclear(output), *diagnosis.notes, *_notes(witnesses, tests, modules)),
        modules=modules.modules,
        artifacts=witnesses.artifacts,
    )


def _status(witnesses: Witnesses, *, failed: bool) -> Status:
    run = witnesses.run
    if run.exit_code is None:
        return Status.CANCELLED if witnesses.cancelled else Status.TIMEOUT
    failed = failed or run.exit_code != 0 or run.build_log.says_failure
    return Status.FAILURE if failed else Status.SUCCESS


def _ran_no_test(witnesses: Witnesses, status: Status) -> bool:
    return witnesses.operation == "Test" and status is Status.SUCCESS


def _activity(witnesses: Witnesses) -> Activity | None:
    """What went on when the build was stopped, with what the test that ran had printed."""
    activity = witnesses.run.activity
    if not activity or not activity.test_class:
        return activity
    output = TestClasses.read(witnesses.run.build_log.lines).output_of(activity.test_class)
    shown = _printed(output.lines, witnesses)
    return replace(activity, output=shown.lines, cut=shown.cut or not output.whole)


def _logged(log: BuildLog) -> Counts | None:
    counts = logged_counts(log)
    return Counts(*counts) if counts and counts[0] else None


def _skipped(cases: Sequence[Case]) -> tuple[str, ...]:
    skipped = [case for case in cases if case.skipped]
    names = Names.of(skipped)
    reasons = (f": {case.skip_reason}" if case.skip_reason else "" for case in skipped)
    return tuple(
        f"{names.test(case)}{reason}" for case, reason in zip(skipped, reasons, strict=True)
    )


def _crashed(crash: Crash, witnesses: Witnesses) -> Failure:
    classes = tuple(simple_name(name) for name in crash.classes)
    output = _printed(crash.output, witnesses)
    trace = trace_within(witnesses.dumps, crash.classes)
    said = _with_error(crash.said, summary(trace[0].header)) if trace else crash.said
    application = Application(witnesses.packages)
    return Failure(
        classes or ("forked JVM",),
        "\n".join(said),
        trace=reduced(trace, application, witnesses.limits.trace_lines) if trace else (),
        output=output.lines,
        crashed=True,
        cut=output.cut or not crash.whole,
    )


def _with_error(said: Sequence[str], thrown: str) -> Iterator[str]:
    """What was said of a crash, last the error, once and with its type."""
    for line in said:
        if not (thrown.endswith(f": {line}") or line.endswith(thrown)):
            yield line
    yield thrown


def _printed(lines: Sequence[str], witnesses: Witnesses) -> ShownOutput:
    """What tests printed that have no report, as far as the call asks for output."""
    application = Application(witnesses.packages)
    return shown_output("\n".join(lines), witnesses.limits.output_characters, application)


def _output(
    witnesses: Witnesses, diagnosis: Diagnosis, failures: Sequence[Failure]
) -> tuple[str, ...]:
    """What neither errors nor failing tests explain, its paths relative to the project."""
    log = witnesses.run.build_log
    lines = tuple(unexplained(diagnosis, log, tests_failed=bool(failures)))
    if not (lines or diagnosis.errors or failures):
        ignored = () if witnesses.run.exit_code else listed_failures(log)
        lines = ignored or useful_tail(log)
        lines = lines or (f"{_SILENT} with {witnesses.run.exit_code}, saying nothing.",)
    return tuple(_relative(line, witnesses) for line in lines)


def _relative(text: str, witnesses: Witnesses) -> str:
    """A text with the paths in it relative to the project."""
    return text.replace(f"{witnesses.root}/", "") if witnesses.root.strip("/") else text


def _unclear(output: Sequence[str]) -> Iterator[str]:
    """What to say of output that is all there was, though no line of it calls itself an error."""
    if output and not names_error(output) and not output[0].startswith(_SILENT):
        yield "Maven names no error: these are the last lines of its log."


def _killed(exit_code: int | None) -> Iterator[str]:
    """Say that Maven did not end by itself: the process, or the shell around it, tells how."""
    number = 0 if exit_code is None else -exit_code if exit_code < 0 else exit_code - 128
    with contextlib.suppress(ValueError):
        name = signal.Signals(number).name
        hint = ", as the system does where memory is short" if name == "SIGKILL" else ""
        yield f"Maven was ended by {name}{hint}."


def _notes(witnesses: Witnesses, tests: Counts | None, modules: Reactor) -> Iterator[str]:
    cases = witnesses.reports.cases
    yield from _killed(witnesses.run.exit_code)
    flaky = [case for case in cases if case.flaky]
    if flaky:
        names = Names.of(flaky)
        yield f"Flaky, passed on a rerun: {', '.join(map(names.test, flaky))}."
    yield from unmet_requests(witnesses.run.build_log.lines)
    yield from cut_problems(witnesses.run.log)
    yield from modules.told()
    if witnesses.reports.unreadable:
        files = ", ".join(witnesses.reports.unreadable)
        yield f"Unreadable reports, their tests not counted: {files}."
    if not cases and tests:
        yield "There are no XML reports in target/surefire-reports: the counts are the log's."
    elif witnesses.operation == "Test" and not (cases or witnesses.run.exit_code):
        said = next(
            (line.text for line in witnesses.run.build_log.lines if line.text in _NO_TESTS), None
        )
        if said:
            yield f"Maven says: {said}"
