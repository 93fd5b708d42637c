"""What can be asked of a recorded build, page by page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pageful.builds.drilldown.failure_pages import read_failures
from pageful.builds.drilldown.log_excerpt import read_log
from pageful.builds.drilldown.module_page import read_modules
from pageful.builds.drilldown.paging import PartRequest
from pageful.builds.drilldown.patterns import Pattern
from pageful.builds.drilldown.test_times import read_tests
from pageful.builds.drilldown.warning_page import read_warnings
from pageful.builds.drilldown.whole_failure import read_failure
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.builds.results import Build, Counts, Failure, Module, Outcome, Problem, Status
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.views.found import found_page
from pageful.page.presentation import present
from pageful.tool.errors import ToolError

ROOM = 4000
TRACE = "java.lang.AssertionError: no\n" + "".join(
    f"\tat com.example.Foo.m{number}(Foo.java:{number})\n" for number in range(300)
)


def failed(number: int) -> Case:
    thrown = ThrownException("java.lang.AssertionError", f"no {number}", TRACE)
    output = f"output {number}\n" * 5
    name = f"fails{number:03}"
    return Case(f"com.example.Foo{number // 10:02}Test", name, thrown, output=output)


FAILED = tuple(map(failed, range(205)))
OTHERS = (
    Case("com.example.FastTest", "runs", milliseconds=1),
    Case("com.example.SlowTest", "runs", milliseconds=9000, module="api"),
    Case("com.example.SlowTest", "waits", skipped=True, skip_reason="needs a network"),
    Case("com.example.SlowTest", "shakes", flaky=True, milliseconds=70),
)
FAILURES = tuple(
    Failure((f"{case.class_name[12:]}#{case.name}",), f"no {n}", ("at Foo.m(Foo.java:1)",))
    for n, case in enumerate(FAILED)
)
MODULES = tuple(
    Module(f"module-{n}", Outcome.SUCCESS, f"modules/{n}", f"module-{n}", 1000 * n, Counts(n, 0, 0))
    for n in range(150)
)
LOG = b"".join(
    b"[WARNING] /project/src/A%d.java:[%d,1] old %d\n[INFO] x\n" % (n % 7, n, n % 3)
    for n in range(400)
)
RED = Build(
    "Test",
    Status.FAILURE,
    9000,
    errors=tuple(Problem(f"no {n}", f"src/A{n // 9}.java", n) for n in range(30)),
    tests=Counts(209, 205, 1),
    failures=FAILURES,
    modules=MODULES,
)


@pytest.fixture
def records(tmp_path: Path) -> BuildStore:
    return BuildStore(tmp_path / "cache", tmp_path / "project", MAVEN)


@pytest.fixture
def record(records: BuildStore) -> BuildRecord:
    return recorded(records, RED, (*FAILED, *OTHERS), LOG)


def recorded(
    records: BuildStore, build: Build, cases: tuple[Case, ...], log: bytes = b""
) -> BuildRecord:
    with records.begin(build.operation) as recording:
        recording.write(log)
        recording.end(build, cases)
    return records.find()


def every_page(
    read: Callable[[BuildRecord, PartRequest], Any],
    record: BuildRecord,
    room: int = ROOM,
    **narrowing: Any,
) -> list[Any]:
    """All pages of a part; each has room as it is rendered, and nothing of it is cut."""

    def ask(number: int) -> Any:
        return read(record, PartRequest(number, room, **narrowing))

    first = ask(1)
    pages = [first, *(ask(number) for number in range(2, first.pages + 1))]
    for page in pages:
        rendered = present(page, found_page, budget=ROOM)
        assert not rendered.cuts
        assert len(rendered.text) <= ROOM
    with pytest.raises(ToolError, match=f"There is no page {len(pages) + 1}"):
        ask(len(pages) + 1)
    return pages


def test_every_failure_is_on_some_page(record: BuildRecord) -> None:
    pages = every_page(read_failures, record)
    assert len(pages) > 3
    assert [each for page in pages for each in page.build.failures] == [*FAILURES]
    assert [each for page in pages for each in page.build.errors] == [*RED.errors]
    assert {(page.total, page.errors_total) for page in pages} == {(205, 30)}


def test_one_failure_is_whole_over_its_pages(record: BuildRecord) -> None:
    pages = every_page(read_failure, record, test="Foo20Test#fails204")
    lines = [line for page in pages for line in page.lines]
    assert lines == [*TRACE.rstrip().split("\n"), "Test output:", *["output 204"] * 5]
    assert {(page.test, page.message, page.build) for page in pages} == {
        ("Foo20Test#fails204", "no 204", "b1")
    }


def test_a_test_that_failed_twice_is_one_in_the_list_and_whole_by_its_name(
    records: BuildStore,
) -> None:
    body, after = (ThrownException("a.E", word, f"a.E: {word}") for word in ("no", "still open"))
    cases = (
        Case("a.FooTest", "m", body, milliseconds=40),
        Case("a.FooTest", "m", after, milliseconds=2),
        Case("a.FooTest", "n", milliseconds=1),
    )
    record = recorded(records, RED, cases)
    times = read_tests(record, PartRequest(1, ROOM))
    assert [(each.name, each.milliseconds) for each in times.tests] == [
        ("FooTest#m", 42),
        ("FooTest#n", 1),
    ]
    assert read_failure(record, PartRequest(1, ROOM, "FooTest#m")).lines == (
        "1 of 2:",
        "a.E: no",
        "2 of 2:",
        "a.E: still open",
    )


def test_a_line_larger_than_a_page_is_shown_in_pieces(records: BuildStore) -> None:
    case = Case("a.FooTest", "m", ThrownException("a.E", "x", "a.E: x"), output="0123456789" * 2000)
    record = recorded(records, RED, (case,))
    pages = every_page(read_failure, record, test="FooTest#m")
    lines = [line for page in pages for line in page.lines]
    assert "".join(line.removeprefix("… ") for line in lines[2:]) == "0123456789" * 2000


def test_tests_stand_by_their_time(record: BuildRecord) -> None:
    pages = every_page(read_tests, record)
    tests = [test for page in pages for test in page.tests]
    assert len(tests) == 209
    assert [test.milliseconds for test in tests[:3]] == [9000, 70, 1]
    assert (tests[0].name, tests[0].module, tests[0].outcome) == (
        "SlowTest#runs",
        "api",
        Outcome.SUCCESS,
    )
    assert tests[1].outcome is Outcome.FLAKY
    assert {page.milliseconds for page in pages} == {9071}


def test_a_pattern_picks_tests_by_name(record: BuildRecord) -> None:
    (page,) = every_page(read_tests, record, pattern=Pattern("SlowTest#(runs|waits)"))
    assert [(test.name, test.note) for test in page.tests] == [
        ("SlowTest#runs", ""),
        ("SlowTest#waits", "needs a network"),
    ]
    assert (page.total, page.milliseconds) == (2, 9000)


def test_no_test_of_that_name_is_an_empty_page(record: BuildRecord) -> None:
    (page,) = every_page(read_tests, record, pattern=Pattern("nothing"))
    assert (page.tests, page.total) == ((), 0)


def test_a_test_that_passes_again_says_where_it_failed(records: BuildStore) -> None:
    recorded(records, RED, FAILED)
    record = recorded(records, RED, (Case("com.example.Foo00Test", "fails003"),))
    (test,) = read_tests(record, PartRequest(1, ROOM)).tests
    assert (test.name, test.note) == ("Foo00Test#fails003", "failed in b1")


def test_the_log_is_shown_from_its_end(record: BuildRecord) -> None:
    pages = every_page(read_log, record)
    lines = [line for page in reversed(pages) for each in page.passages for line in each.lines]
    assert lines == LOG.decode().splitlines()
    assert pages[0].build == "b1"


def test_the_log_is_searched(record: BuildRecord) -> None:
    pages = every_page(read_log, record, pattern=Pattern(r"A3\.java"))
    assert {page.matches for page in pages} == {57}
    assert sum(len(each.matches) for page in pages for each in page.passages) == 57


def test_warnings_are_grouped(record: BuildRecord) -> None:
    pages = every_page(read_warnings, record, 40_000)
    groups = [group for page in pages for group in page.groups]
    assert {group.message: group.count for group in groups} == {
        "old 0": 134,
        "old 1": 133,
        "old 2": 133,
    }
    assert groups[0].places[:2] == ("/project/src/A0.java:0", "/project/src/A3.java:3")
    assert {(page.total, page.groups_total) for page in pages} == {(400, 3)}


def test_modules_stand_in_their_order(record: BuildRecord) -> None:
    pages = every_page(read_modules, record)
    assert [module for page in pages for module in page.modules] == [*MODULES]


def test_an_empty_build_has_empty_pages(records: BuildStore) -> None:
    record = recorded(records, Build("Clean", Status.SUCCESS, 1), ())
    for read in (read_failures, read_warnings, read_modules, read_tests, read_log):
        every_page(read, record)
    for search in (read_tests, read_log):
        every_page(search, record, pattern=Pattern("x"))
    with pytest.raises(ToolError, match="No test failed"):
        read_failure(record, PartRequest(1, ROOM, "FooTest"))


def test_a_running_build_can_be_asked(records: BuildStore) -> None:
    with records.begin("Test") as recording:
        recording.write_baseline({})
        recording.write(b"[INFO] one\n[WARNING] two\n")
        record = records.find()
        assert read_log(record, PartRequest(1, ROOM, pattern=Pattern("one"))).matches == 1
        assert read_warnings(record, PartRequest(1, ROOM)).total == 1
        assert read_tests(record, PartRequest(1, ROOM)).total == 0
        assert read_failures(record, PartRequest(1, ROOM)).build.operation == "Test so far"
        assert read_modules(record, PartRequest(1, ROOM)).total == 0
