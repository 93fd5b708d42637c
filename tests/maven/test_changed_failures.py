"""The note on failing tests that are new, the same or mended since an earlier build."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.results import Build, Failure, Status
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import pack_request
from pageful.maven.running.changed_failures import changed_failures_note

_REQUEST = BuildRequest("Test", ("test",), (), 60)
_FAILED = Build("Test", Status.FAILURE, 1)


def _cases(failing: str, passing: str = "") -> tuple[Case, ...]:
    thrown = ThrownException("java.lang.Error", "", "")
    return (
        *(Case("a.B", name, thrown) for name in failing),
        *(Case("a.B", name) for name in passing),
    )


def _record(build: str, cases: Sequence[Case], request: BuildRequest = _REQUEST) -> BuildRecord:
    record = SimpleNamespace(
        id=build, has_ended=True, order=pack_request(request), cases=lambda: cases
    )
    return cast(BuildRecord, record)


def _note(cases: Sequence[Case], *records: BuildRecord, build: Build = _FAILED) -> str:
    return "".join(changed_failures_note(build, cases, _REQUEST, records))


def test_new_same_and_mended_tests_are_counted() -> None:
    before = _record("b11", _cases("cdef", "ab"))
    assert _note(_cases("abc", "def"), before) == "Failed tests: 2 new, 1 same, 3 mended since b11."


def test_what_is_none_is_not_said() -> None:
    assert _note(_cases("a"), _record("b2", _cases("a"))) == "Failed tests: 1 same since b2."
    assert _note(_cases("a"), _record("b2", _cases("", "a"))) == "Failed tests: 1 new since b2."


def test_builds_that_ran_no_test_are_passed_over() -> None:
    assert "since b1" in _note(_cases("a"), _record("b2", ()), _record("b1", _cases("a")))


@pytest.mark.parametrize(
    "other",
    [
        replace(_REQUEST, goals=("verify",)),
        replace(_REQUEST, modules=("core",)),
        replace(_REQUEST, test_filter="ATest"),
        replace(_REQUEST, args=("-Dtest=ATest",)),
        replace(_REQUEST, failed_only=True),
    ],
)
def test_builds_of_other_requests_are_not_compared(other: BuildRequest) -> None:
    assert not _note(_cases("a"), _record("b1", _cases("a"), other))


def test_limits_of_the_page_make_no_other_request() -> None:
    other = replace(_REQUEST, seconds=1, trace_lines=3)
    assert _note(_cases("a"), _record("b1", _cases("a"), other))


def test_nothing_is_said_where_a_test_that_failed_did_not_run() -> None:
    assert not _note(_cases("a"), _record("b1", _cases("ab")))


def test_nothing_is_said_of_a_success_or_a_crash() -> None:
    before = _record("b1", _cases("a"))
    assert not _note(_cases("a"), before, build=replace(_FAILED, status=Status.SUCCESS))
    crash = (Failure(("BTest",), "died", crashed=True),)
    assert not _note(_cases("a"), before, build=replace(_FAILED, failures=crash))
