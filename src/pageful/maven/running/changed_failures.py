"""The last builds of the same request: their failing tests, and the last one that was green."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice

from pageful.builds.junit.test_case import Case
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.failed_tests import test_key
from pageful.builds.results import Build, Status
from pageful.lazy.dataclasses import replace
from pageful.maven import notes
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import unpack_request
from pageful.maven.sources.changed_lines import GreenBuild
from pageful.maven.sources.source_state import SourceState
from pageful.tool.errors import ToolError

_BUILDS_LOOKED_AT = 5
"""Builds of the same request that are tried: those that failed to compile have no tests."""


def changed_failures_note(
    build: Build, cases: Sequence[Case], request: BuildRequest, records: Iterable[BuildRecord]
) -> tuple[str, ...]:
    """Return the note on the failing tests that are new, the same, or mended since the last build.

    That is the newest of the `records` with the same goals, modules, filter and arguments that ran
    tests. There is no note where a test that failed in it did not run this time.
    """
    crashed = any(failure.crashed for failure in build.failures)
    if build.status is not Status.FAILURE or not cases or crashed or request.failed_only:
        return ()
    alike = (each for each in records if each.has_ended and _is_alike(each, request))
    for record in islice(alike, _BUILDS_LOOKED_AT):
        with suppress(ToolError):  # taken away, or damaged
            if former := record.cases():
                return _note(former, cases, record.id)
    return ()


def _note(former: Iterable[Case], cases: Iterable[Case], build: str) -> tuple[str, ...]:
    before = {test_key(case) for case in former if case.thrown}
    ran = {test_key(case) for case in cases if not case.skipped}
    now = {test_key(case) for case in cases if case.thrown}
    if not before <= ran or not now:
        return ()
    return (notes.failures_changed(len(now - before), len(now & before), len(before - now), build),)


def last_green_build(request: BuildRequest, records: Iterable[BuildRecord]) -> GreenBuild | None:
    """Return the newest of the `records` that succeeded of the same request, with its sources."""
    for record in records:
        if record.has_ended and _is_alike(record, request):
            with suppress(ToolError):  # taken away, or damaged
                if record.build().status is Status.SUCCESS:
                    state = SourceState.unpack(record.sources)
                    return GreenBuild(record.id, state) if state else None
    return None


def _is_alike(record: BuildRecord, request: BuildRequest) -> bool:
    former = unpack_request(record.order)
    return former is not None and _what_runs(former) == _what_runs(request)


def _what_runs(request: BuildRequest) -> BuildRequest:
    """Return a request without what does not change which tests run."""
    return replace(
        request, seconds=0, any_args=False, mvn=None, package=None, trace_lines=0,
        output_characters=0, test_only=False,
    )  # fmt: skip
