"""A build tool that says no more of itself than it must."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.builds.build_tool import BuildTool, UnfinishedBuild
from pageful.builds.drilldown.test_times import TestTimes
from pageful.builds.drilldown.warning_page import WarningPage
from pageful.builds.drilldown.whole_failure import WholeFailure
from pageful.builds.junit.reports import ReportLayout, count_tests
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.query import BuildQuery, answer_query
from pageful.builds.records.build_store import BuildStore
from pageful.builds.results import Build, BuildFound, Problem, Status
from pageful.builds.shows import ShowName
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

REPORT = '<testsuite><testcase classname="sums" name="adds[1-2]"/></testsuite>'
FAILED = Case("sums", "adds[1-2]", ThrownException("", "no", "line\nother"))
PASSED = Case("sums", "adds[2-2]")


def _judge(unfinished: UnfinishedBuild) -> Build:
    tests = count_tests(unfinished.reports.cases)
    output = tuple(unfinished.log)
    return Build(unfinished.operation, Status.CANCELLED, 1, tests=tests, output=output)


TOOL = BuildTool(
    "sums", ReportLayout(lambda root: [root / "reports"], lambda _: lambda _: "."), Path, _judge
)


@pytest.fixture
def store(tmp_path: Path) -> BuildStore:
    return BuildStore.of(tmp_path, TOOL)


def shown(store: BuildStore, show: ShowName, test: str | None = None) -> BuildFound:
    return answer_query(BuildQuery(show=show, test=test), TOOL, store.root, 2000, Caller())


def test_its_builds_are_shown_part_by_part(store: BuildStore) -> None:
    warnings = tuple(Problem("old", "sums.py", line) for line in (3, 7))
    with store.begin("Test") as recording:
        build = Build("Test", Status.FAILURE, 5, warnings=warnings)
        recording.end(build, (FAILED, PASSED))
    failure = shown(store, "failure", "sums#adds[1-2]")
    assert isinstance(failure, WholeFailure)
    assert (failure.message, failure.lines) == ("no", ("line", "other"))
    times = shown(store, "tests")
    assert isinstance(times, TestTimes)
    assert [each.name for each in times.tests] == ["sums#adds[1-2]", "sums#adds[2-2]"]
    page = shown(store, "warnings")
    assert isinstance(page, WarningPage)
    assert [each.message for each in page.groups] == ["old", "old"]


@pytest.mark.parametrize("show", ["log", "tests"])
def test_what_is_no_pattern_is_refused(store: BuildStore, show: ShowName) -> None:
    with store.begin("Test") as recording:
        recording.end(Build("Test", Status.SUCCESS, 5), (PASSED,))
    with pytest.raises(ToolError, match="no regular expression"):
        answer_query(BuildQuery(show=show, pattern="("), TOOL, store.root, 2000, Caller())


def test_a_row_that_fails_does_not_hide_that_another_still_does(store: BuildStore) -> None:
    with store.begin("Test") as recording:
        recording.end(Build("Test", Status.FAILURE, 5), (FAILED,))
    with store.begin("Test") as recording:
        recording.end(Build("Test", Status.SUCCESS, 5), (PASSED,), some_rows=True)
    assert [case.name for case in store.failed_tests] == ["adds[1-2]"]


def test_what_a_killed_build_left_is_judged(store: BuildStore, tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    reports.mkdir()
    with store.begin("Test") as recording:
        recording.write_baseline(TOOL.reports.stamps(tmp_path))
        recording.write(b"adding\n")
        (reports / "TEST-sums.xml").write_text(REPORT, encoding="utf-8")
    build = store.find().build()
    assert (build.status, build.output) == (Status.CANCELLED, ("adding",))
    assert build.tests
    assert build.tests.run == 1
