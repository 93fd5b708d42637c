"""A build's outcome, completed by its request: the evidence does not tell what was asked for."""

from __future__ import annotations

from collections.abc import Iterable

from pageful.builds.junit.test_case import Case
from pageful.builds.results import Build, Status
from pageful.lazy.dataclasses import replace
from pageful.maven import notes
from pageful.maven.outcome import TESTS_SKIPPED
from pageful.maven.projects.closest_tests import closest_tests
from pageful.maven.projects.layout import Layout
from pageful.maven.running.not_run import NotRun
from pageful.maven.running.prepared_build import PreparedBuild

_TESTNG = "org.testng."


def complete_outcome(
    build: Build, prepared: PreparedBuild, not_run: NotRun, cases: Iterable[Case]
) -> Build:
    """Add the notes on what was asked for; a success fails if none of the tests asked for ran."""
    gone = () if prepared.project.root.is_dir() else (notes.PROJECT_GONE,)
    build = _with_notes(build, *prepared.failed_only.notes, *prepared.plan.notes, *gone)
    is_limited = prepared.failed_only.tests or prepared.request.test_filter is not None
    if build.tests and build.tests.run:
        build = _with_notes(build, *not_run.notes)
    elif is_limited and build.status is Status.SUCCESS:
        build = _judge_without_tests(build, prepared, not_run)
    return _with_notes(build, *rerun_unsupported_note(prepared.request.reruns, cases))


def _with_notes(build: Build, *more: str) -> Build:
    return replace(build, notes=(*build.notes, *more))


def _judge_without_tests(build: Build, prepared: PreparedBuild, not_run: NotRun) -> Build:
    """Judge a success in which no test matched the filter."""
    if TESTS_SKIPPED in build.notes:
        return _fail(build, notes.SKIPPING_TESTS)
    if not_run.missing and prepared.request.has_limiting_args:
        return _fail(build, notes.ARGS_LEFT_OUT_TESTS)
    if not_run.missing:
        return _fail(build, notes.FAILED_TESTS_NOT_RUN.format(notes.first_tests(not_run.names)))
    if prepared.failed_only.tests:
        return _with_notes(build, notes.ALL_FAILED_TESTS_GONE)
    test_filter = prepared.request.test_filter or ""
    closest = closest_tests(map(Layout.of, prepared.project.poms), test_filter)
    return _fail(build, *notes.no_test_matches(test_filter, closest))


def _fail(build: Build, *output: str) -> Build:
    return replace(build, status=Status.FAILURE, output=output)


def rerun_unsupported_note(reruns: int, cases: Iterable[Case]) -> tuple[str, ...]:
    """Return the note on tests that were to have another chance and got none, if there are any."""
    traces = (case.thrown.trace for case in cases if case.thrown)
    return (notes.RERUN_UNSUPPORTED,) if reruns and any(_TESTNG in each for each in traces) else ()
