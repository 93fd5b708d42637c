"""The outcome of a build, judged by its evidence: exit code, this run's reports, and the log."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence

from pageful.builds.junit.class_names import simple_name
from pageful.builds.junit.reports import Reports, count_tests
from pageful.builds.junit.test_case import Case
from pageful.builds.limits import DEFAULT_LIMITS, Limits
from pageful.builds.results import Activity, Artifact, Build, Counts, Failure, Status
from pageful.jvm.shown_output import ShownOutput, show_output
from pageful.jvm.stack_trace import Application, Trace, reduce_trace, shorten_header
from pageful.jvm.test_failures import group_failures
from pageful.jvm.test_names import Names
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven import notes
from pageful.maven.logs.bounded_log import cut_problems
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
from pageful.maven.logs.diagnosis import Diagnosis, diagnose, unexplained_messages
from pageful.maven.logs.reactor import Reactor, reactor
from pageful.maven.logs.test_classes import TestClasses
from pageful.maven.process_run import ProcessRun
from pageful.maven.projects.module import Module
from pageful.maven.reports.dumps import trace_within

_SILENT = "Maven ended"
_SKIPPED = "Tests are skipped."
_NO_TESTS = ("No tests to run.", _SKIPPED)
TESTS_SKIPPED = notes.MAVEN_SAYS.format(_SKIPPED)
"""The note of a build that was told to run no tests."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence by which a build is judged."""

    operation: str
    run: ProcessRun
    reports: Reports
    root: str
    packages: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS
    artifacts: tuple[Artifact, ...] = ()
    modules: tuple[Module, ...] = ()
    dumps: tuple[Trace, ...] = ()


def build_outcome(evidence: Evidence) -> Build:
    """Judge a build. It succeeded only if no part of the evidence speaks against it."""
    log, cases = evidence.run.build_log, evidence.reports.cases
    modules = reactor(log.reactor, evidence.modules, cases)
    diagnosis = diagnose(log, evidence.root, evidence.modules)
    tests = count_tests(cases) if cases else _logged_test_counts(log)
    failures = (
        *(_crash_failure(crash, evidence) for crash in diagnosis.crashes),
        *group_failures(cases, evidence.packages, evidence.limits),
    )
    uncompiled = has_compilation_error(log.outside_tests)
    status = _status(evidence, failed=uncompiled or bool(failures or (tests and tests.failed)))
    if status is Status.SUCCESS:
        # A plugin may call something an error and go on, as a tolerant style check does.
        warnings = (*diagnosis.errors, *diagnosis.warnings)
        diagnosis = replace(diagnosis, errors=(), warnings=warnings)
    warnings = tuple(
        replace(each, message=_relative(each.message, evidence)) for each in diagnosis.warnings
    )
    output = _unexplained_output(evidence, diagnosis, failures) if status is Status.FAILURE else ()
    activity = _activity(evidence)
    ran_none = _ran_no_test(evidence, status) or bool(activity and activity.test_class)
    return Build(
        operation=evidence.operation,
        status=status,
        milliseconds=evidence.run.milliseconds,
        errors=diagnosis.errors,
        warnings=warnings,
        tests=tests or (Counts(0, 0, 0) if ran_none else None),
        failures=failures,
        skipped=_skipped_tests(cases),
        output=output,
        activity=activity,
        notes=(*_unclear_output_note(output), *diagnosis.notes, *_notes(evidence, tests, modules)),
        modules=modules.modules,
        artifacts=evidence.artifacts,
    )


def _status(evidence: Evidence, *, failed: bool) -> Status:
    run = evidence.run
    if run.exit_code is None:
        return Status.CANCELLED if run.cancelled else Status.TIMEOUT
    failed = failed or run.exit_code != 0 or run.build_log.says_failure
    return Status.FAILURE if failed else Status.SUCCESS


def _ran_no_test(evidence: Evidence, status: Status) -> bool:
    return evidence.operation == "Test" and status is Status.SUCCESS


def _activity(evidence: Evidence) -> Activity | None:
    """Return the activity in which the build was stopped, with the output of its running test."""
    activity = evidence.run.activity
    if not activity or not activity.test_class:
        return activity
    output = TestClasses.read(evidence.run.build_log.lines).output_of(activity.test_class)
    shown = _test_output(output.lines, evidence)
    return replace(activity, output=shown.lines, cut=shown.cut or not output.whole)


def _logged_test_counts(log: BuildLog) -> Counts | None:
    counts = logged_counts(log)
    return Counts(*counts) if counts and counts[0] else None


def _skipped_tests(cases: Sequence[Case]) -> tuple[str, ...]:
    skipped = [case for case in cases if case.skipped]
    names = Names.of(skipped)
    reasons = (f": {case.skip_reason}" if case.skip_reason else "" for case in skipped)
    return tuple(
        f"{names.test(case)}{reason}" for case, reason in zip(skipped, reasons, strict=True)
    )


def _crash_failure(crash: Crash, evidence: Evidence) -> Failure:
    classes = tuple(simple_name(name) for name in crash.classes)
    output = _test_output(crash.output, evidence)
    trace = trace_within(evidence.dumps, crash.classes)
    lines = _with_error(crash.said, shorten_header(trace[0].header)) if trace else crash.said
    application = Application(evidence.packages)
    return Failure(
        classes or ("forked JVM",),
        "\n".join(lines),
        trace=reduce_trace(trace, application, evidence.limits.trace_lines) if trace else (),
        output=output.lines,
        crashed=True,
        cut=output.cut or not crash.whole,
    )


def _with_error(lines: Sequence[str], thrown: str) -> Iterator[str]:
    """Yield the lines on a crash, last the error, once and with its type."""
    for line in lines:
        if not (thrown.endswith(f": {line}") or line.endswith(thrown)):
            yield line
    yield thrown


def _test_output(lines: Sequence[str], evidence: Evidence) -> ShownOutput:
    """Return the output of tests that have no report, as far as the call asks for output."""
    application = Application(evidence.packages)
    return show_output("\n".join(lines), evidence.limits.output_characters, application)


def _unexplained_output(
    evidence: Evidence, diagnosis: Diagnosis, failures: Sequence[Failure]
) -> tuple[str, ...]:
    """Return the lines that neither errors nor failing tests explain, their paths made relative."""
    log = evidence.run.build_log
    lines = tuple(unexplained_messages(diagnosis, log, tests_failed=bool(failures)))
    if not (lines or diagnosis.errors or failures):
        ignored = () if evidence.run.exit_code else listed_failures(log)
        lines = ignored or useful_tail(log)
        lines = lines or (f"{_SILENT} with {evidence.run.exit_code}, saying nothing.",)
    return tuple(_relative(line, evidence) for line in lines)


def _relative(text: str, evidence: Evidence) -> str:
    """Make the paths in a text relative to the project."""
    return text.replace(f"{evidence.root}/", "") if evidence.root.strip("/") else text


def _unclear_output_note(output: Sequence[str]) -> Iterator[str]:
    """Yield the note that the output is only the log's end, without a line marked as an error."""
    if output and not names_error(output) and not output[0].startswith(_SILENT):
        yield notes.NO_ERROR_NAMED


def _signal_note(exit_code: int | None) -> Iterator[str]:
    """Yield the note on the signal that ended Maven, by its exit code or that of its shell."""
    number = 0 if exit_code is None else -exit_code if exit_code < 0 else exit_code - 128
    with contextlib.suppress(ValueError):
        yield notes.ended_by_signal(signal.Signals(number).name)


def _notes(evidence: Evidence, tests: Counts | None, modules: Reactor) -> Iterator[str]:
    cases = evidence.reports.cases
    yield from _signal_note(evidence.run.exit_code)
    flaky = [case for case in cases if case.flaky]
    if flaky:
        yield notes.FLAKY.format(", ".join(map(Names.of(flaky).test, flaky)))
    yield from unmet_requests(evidence.run.build_log.lines)
    yield from cut_problems(evidence.run.log)
    yield from modules.notes()
    if evidence.reports.unreadable:
        yield notes.UNREADABLE_REPORTS.format(", ".join(evidence.reports.unreadable))
    if not cases and tests:
        yield notes.NO_XML_REPORTS
    elif evidence.operation == "Test" and not (cases or evidence.run.exit_code):
        lines = evidence.run.build_log.lines
        text = next((line.text for line in lines if line.text in _NO_TESTS), None)
        if text:
            yield notes.MAVEN_SAYS.format(text)
