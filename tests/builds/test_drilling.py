"""What can be asked of a recorded build, page by page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pageful.builds.drilldown import sides as drilling
from pageful.builds.junit.test_case import Case, Thrown
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.builds.results import Build, Counts, Failure, Module, Outcome, Problem, Status
from pageful.maven.results import Found
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.views.found import found_page
from pageful.page.presentation import present
from pageful.tool.errors import ToolError

ROOM = 4000
TRACE = "java.lang.AssertionError: no\n" + "".join(
    f"\tat com.example.Foo.m{number}(Foo.java:{number})\n" for number in range(300)
)


def failed(number: int) -> Case:
    thrown = Thrown("java.lang.AssertionError", f"no {number}", TRACE)
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


def every_page(ask: Callable[[int], Any], detail: Any = "concise") -> list[Any]:
    """All pages of an answer; each has room as it is rendered, and nothing of it is cut."""
    first = ask(1)
    pages = [first, *(ask(number) for number in range(2, first.pages + 1))]
    for page in pages:
        rendered = present(page, found_page, budget=ROOM, detail=detail)
        assert not rendered.cuts
        assert len(rendered.text) <= ROOM
    with pytest.raises(ToolError, match=f"There is no page {len(pages) + 1}"):
        ask(len(pages) + 1)
    return pages


def test_every_failure_is_on_some_page(record: BuildRecord) -> None:
    pages = every_page(lambda page: drilling.failures(record, page, ROOM))
    assert len(pages) > 3
    assert [each for page in pages for each in page.build.failures] == [*FAILURES]
    assert [each for page in pages for each in page.build.errors] == [*RED.errors]
    assert {(page.total, page.errors_total) for page in pages} == {(205, 30)}


def test_one_failure_is_whole_over_its_pages(record: BuildRecord) -> None:
    pages = every_page(lambda page: drilling.failure(record, "Foo20Test#fails204", page, ROOM))
    lines = [line for page in pages for line in page.lines]
    assert lines == [*TRACE.rstrip().split("\n"), "Test output:", *["output 204"] * 5]
    assert {(page.test, page.message, page.build) for page in pages} == {
        ("Foo20Test#fails204", "no 204", "b1")
    }


def test_a_test_that_failed_twice_is_one_in_the_list_and_whole_by_its_name(
    records: BuildStore,
) -> None:
    body, after = (Thrown("a.E", word, f"a.E: {word}") for word in ("no", "still open"))
    cases = (
        Case("a.FooTest", "m", body, milliseconds=40),
        Case("a.FooTest", "m", after, milliseconds=2),
        Case("a.FooTest", "n", milliseconds=1),
    )
    record = recorded(records, RED, cases)
    times = drilling.tests(record, None, 1, ROOM)
    assert [(each.name, each.milliseconds) for each in times.tests] == [
        ("FooTest#m", 42),
        ("FooTest#n", 1),
    ]
    assert drilling.failure(record, "FooTest#m", 1, ROOM).lines == (
        "1 of 2:",
        "a.E: no",
        "2 of 2:",
        "a.E: still open",
    )


def test_a_line_larger_than_a_page_is_shown_in_pieces(records: BuildStore) -> None:
    case = Case("a.FooTest", "m", Thrown("a.E", "x", "a.E: x"), output="0123456789" * 2000)
    record = recorded(records, RED, (case,))
    pages = every_page(lambda page: drilling.failure(record, "FooTest#m", page, ROOM))
    lines = [line for page in pages for line in page.lines]
    assert "".join(line.removeprefix("… ") for line in lines[2:]) == "0123456789" * 2000


def test_tests_stand_by_their_time(record: BuildRecord) -> None:
    pages = every_page(lambda page: drilling.tests(record, None, page, ROOM))
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
    (page,) = every_page(lambda page: drilling.tests(record, "SlowTest#(runs|waits)", page, ROOM))
    assert [(test.name, test.note) for test in page.tests] == [
        ("SlowTest#runs", ""),
        ("SlowTest#waits", "needs a network"),
    ]
    assert (page.total, page.milliseconds) == (2, 9000)


def test_no_test_of_that_name_is_an_empty_page(record: BuildRecord) -> None:
    (page,) = every_page(lambda page: drilling.tests(record, "nothing", page, ROOM))
    assert (page.tests, page.total) == ((), 0)


def test_a_test_that_passes_again_says_where_it_failed(records: BuildStore) -> None:
    recorded(records, RED, FAILED)
    record = recorded(records, RED, (Case("com.example.Foo00Test", "fails003"),))
    (test,) = drilling.tests(record, None, 1, ROOM).tests
    assert (test.name, test.note) == ("Foo00Test#fails003", "failed in b1")


def test_the_log_is_shown_from_its_end(record: BuildRecord) -> None:
    pages = every_page(lambda page: drilling.log(record, None, page, ROOM))
    lines = [line for page in reversed(pages) for each in page.passages for line in each.lines]
    assert lines == LOG.decode().splitlines()
    assert pages[0].build == "b1"


def test_the_log_is_searched(record: BuildRecord) -> None:
    pages = every_page(lambda page: drilling.log(record, r"A3\.java", page, ROOM))
    assert {page.matches for page in pages} == {57}
    assert sum(len(each.matches) for page in pages for each in page.passages) == 57


@pytest.mark.parametrize("ask", [drilling.log, drilling.tests])
def test_what_is_no_pattern_is_refused(record: BuildRecord, ask: Callable[..., Found]) -> None:
    with pytest.raises(ToolError, match="no regular expression"):
        ask(record, "(", 1, ROOM)


def test_warnings_are_grouped(record: BuildRecord) -> None:
    pages = every_page(lambda page: drilling.warnings(record, page, 40_000), "concise")
    groups = [group for page in pages for group in page.groups]
    assert {group.message: group.count for group in groups} == {
        "old 0": 134,
        "old 1": 133,
        "old 2": 133,
    }
    assert groups[0].places[:2] == ("/project/src/A0.java:0", "/project/src/A3.java:3")
    assert {(page.total, page.groups_total) for page in pages} == {(400, 3)}


def test_modules_stand_in_their_order(record: BuildRecord) -> None:
    pages = every_page(lambda page: drilling.modules(record, page, ROOM))
    assert [module for page in pages for module in page.modules] == [*MODULES]


def test_an_empty_build_has_empty_pages(records: BuildStore) -> None:
    record = recorded(records, Build("Clean", Status.SUCCESS, 1), ())
    for ask in (drilling.failures, drilling.warnings, drilling.modules):
        every_page(lambda page, ask=ask: ask(record, page, ROOM))  # type: ignore[misc]
    for search in (drilling.tests, drilling.log):
        every_page(lambda page, search=search: search(record, None, page, ROOM))  # type: ignore[misc]
        every_page(lambda page, search=search: search(record, "x", page, ROOM))  # type: ignore[misc]
    with pytest.raises(ToolError, match="No test failed"):
        drilling.failure(record, "FooTest", 1, ROOM)


def test_a_running_build_can_be_asked(records: BuildStore) -> None:
    with records.begin("Test") as recording:
        recording.write_baseline({})
        recording.write(b"[INFO] one\n[WARNING] two\n")
        record = records.find()
        assert drilling.log(record, "one", 1, ROOM).matches == 1
        assert drilling.warnings(record, 1, ROOM).total == 1
        assert drilling.tests(record, None, 1, ROOM).total == 0
        assert drilling.failures(record, 1, ROOM).build.operation == "Test so far"
        assert drilling.modules(record, 1, ROOM).total == 0
