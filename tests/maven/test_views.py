"""Pages of builds beyond the specification's ten scenarios."""

from __future__ import annotations

from dataclasses import replace

from pageful import Detail, present
from pageful.builds.results import Activity, Build, Counts, Failure, FailurePage, Problem, Status
from pageful.maven.projects.test_filter import surefire_filter
from pageful.maven.views import build_page, found_page


def _page(build: Build, detail: Detail = "concise", budget: int = 40_000) -> str:
    return present(build, build_page, detail=detail, budget=budget).text


def test_a_timeout_says_what_was_running_and_where_it_was_stuck() -> None:
    activity = Activity(
        "jobs", "surefire:test", "com.example.QueueTest", ("at Queue.drain(Queue.java:7)",)
    )
    assert _page(Build("Test", Status.TIMEOUT, 10_000, activity=activity)) == (
        "Test TIMEOUT (10.0s)\n\n"
        "Stopped while running surefire:test @ jobs, in com.example.QueueTest\n"
        "  at Queue.drain(Queue.java:7)"
    )


def test_a_timeout_has_what_was_counted_and_printed_by_then() -> None:
    activity = Activity("jobs", "surefire:test", "a.QueueTest", output=("waiting for the queue",))
    build = Build("Test", Status.TIMEOUT, 900, tests=Counts(3, 1, 0), activity=activity)
    assert _page(build) == (
        "Test TIMEOUT (0.9s) — 3 run, 1 failed so far\n\n"
        "Stopped while running surefire:test @ jobs, in a.QueueTest\n"
        "  Test output:\n"
        "  waiting for the queue"
    )


def test_a_timeout_says_no_more_than_is_known() -> None:
    build = Build("Compile", Status.TIMEOUT, 900, activity=Activity(module="jobs"))
    assert _page(build) == "Compile TIMEOUT (0.9s)\n\nStopped while running jobs"


def test_problems_without_a_file_stand_under_build() -> None:
    build = Build("Compile", Status.FAILURE, 900, errors=(Problem("invalid target release: 99"),))
    assert _page(build) == (
        "Compile FAILURE (0.9s) — 1 error\n\n### build\n- invalid target release: 99"
    )


def test_warnings_are_listed_where_they_are_why_the_build_failed() -> None:
    error = Problem("warnings found and -Werror specified", "A.java")
    build = Build(
        "Compile",
        Status.FAILURE,
        900,
        errors=(error,),
        warnings=(Problem("raw type", "A.java", 3),),
    )
    assert _page(build).endswith(
        "### A.java\n- warnings found and -Werror specified\n- L3 — warning: raw type"
    )


def test_detailed_lists_warnings_and_skipped_tests() -> None:
    build = Build(
        "Test",
        Status.SUCCESS,
        900,
        warnings=(Problem("raw type", "A.java", 3, 7),),
        tests=Counts(2, 0, 1),
        skipped=("ATest#later: not yet",),
    )
    assert _page(build) == "Test SUCCESS (0.9s) — 2 run, 0 failed, 1 skipped"
    assert _page(build, "detailed") == (
        "Test SUCCESS (0.9s) — 2 run, 0 failed, 1 skipped\n\n"
        "### A.java\n- L3:7 — warning: raw type\n\n"
        "### Skipped\n- ATest#later: not yet"
    )


def test_a_crash_has_its_own_word() -> None:
    failure = Failure(("ATest",), "The forked VM terminated", crashed=True)
    build = Build("Test", Status.FAILURE, 900, failures=(failure,))
    assert _page(build) == (
        "Test FAILURE (0.9s) — 1 crashed\n\n### CRASHED: ATest\nThe forked VM terminated"
    )


def test_many_tests_of_one_failure_are_listed_by_class_as_a_filter_takes_them() -> None:
    tests = ("ATest#t0", "BTest", "ATest#t1(int)[2]", "ATest#t2", "a scenario", "ATest#t3")
    build = Build("Test", Status.FAILURE, 900, failures=(Failure(tests, "boom"),))
    assert _page(build).endswith(
        "### FAILED: 6 tests\n- ATest#t0+t2+t3, ATest#t1(int)[2]\n- BTest\n- a scenario\n\nboom"
    )
    assert surefire_filter("ATest#t0+t2+t3") == "ATest#t0+t2+t3"


def test_failures_beyond_the_budget_are_counted_and_named() -> None:
    failures = tuple(Failure((f"ATest#t{n}",), "boom " * 20) for n in range(30))
    build = Build("Test", Status.FAILURE, 900, tests=Counts(30, 30, 0), failures=failures)
    page = _page(build, budget=2000)
    assert len(page) <= 2000
    shown = page.count("### FAILED")
    assert f"… {30 - shown} more failures:\n\n- ATest#t{shown}\n" in page


def test_the_innermost_cause_survives_a_small_budget() -> None:
    trace = (*(f"at A.frame{n}(A.java:{n})" for n in range(400)), "Caused by: IOException: full")
    build = Build("Test", Status.FAILURE, 900, failures=(Failure(("A#t",), "boom", trace),))
    page = _page(build, budget=700)
    assert len(page) <= 700
    assert page.endswith("  Caused by: IOException: full")


def test_every_page_of_failures_counts_the_crashes_of_all() -> None:
    died = Failure(("ATest",), "The forked VM terminated", crashed=True)
    failed = Failure(("BTest#sums",), "no")
    build = Build("Test", Status.FAILURE, 900, tests=Counts(1, 1, 0), failures=(failed,))
    page = FailurePage(build, 2, 2, 2, 2, crashed=1)
    assert present(page, found_page).text.startswith(
        "Test FAILURE (0.9s) — 1 run, 1 failed, 1 crashed; failures 2 of 2"
    )
    alone = replace(build, tests=None, failures=(died,))
    assert present(FailurePage(alone, 1, 1, 1, 1, crashed=1), found_page).text.startswith(
        "Test FAILURE (0.9s) — 1 crashed; failures 1 of 1"
    )
