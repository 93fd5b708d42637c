"""Which tests are outstanding after a build."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records.failed_tests import (
    FailedTest,
    FailedTestsUpdate,
    fixed_test_names,
    update_failed_tests,
)
from pageful.builds.results import Build, Failure, Status
from pageful.maven.running.maven_tool import MAVEN

THROWN = ThrownException(
    "java.lang.AssertionError", "no", "java.lang.AssertionError: no\n\tat a.B.c(B.java)"
)


def case(
    name: str, *, fails: bool = False, class_name: str = "a.FooTest", module: str = "."
) -> Case:
    return Case(class_name, name, THROWN if fails else None, output="much", module=module)


def after(
    before: FailedTestsUpdate | None, *cases: Case, crashed: tuple[str, ...] = (), build: str = "b2"
) -> FailedTestsUpdate:
    failures = (Failure(crashed, "died", crashed=True),) if crashed else ()
    ended = Build("Test", Status.FAILURE, 1, failures=failures, id=build)
    return update_failed_tests(before.failed if before else (), ended, cases, MAVEN)


def names(entries: tuple[FailedTest, ...]) -> list[str]:
    return [f"{entry.case.class_name}#{entry.case.name}" for entry in entries]


def failing(*names: str, build: str = "b1") -> FailedTestsUpdate:
    return after(None, *(case(name, fails=True) for name in names), build=build)


def test_what_fails_is_outstanding_without_its_trace_and_output() -> None:
    ledger = after(None, case("adds", fails=True), case("divides"))
    bare = Case("a.FooTest", "adds", ThrownException("java.lang.AssertionError", "", ""))
    assert ledger == FailedTestsUpdate((FailedTest(bare, "b2"),), ())


def test_what_passes_again_is_fixed() -> None:
    ledger = after(failing("adds", "divides"), case("adds"), case("divides", fails=True))
    assert names(ledger.fixed) == ["a.FooTest#adds"]
    assert ledger.fixed[0].since == "b1"
    assert names(ledger.failed) == ["a.FooTest#divides"]


def test_what_did_not_run_stays_with_the_build_that_it_failed_in() -> None:
    ledger = after(failing("adds"), case("divides"))
    assert [(entry.since, *names((entry,))) for entry in ledger.failed] == [
        ("b1", "a.FooTest#adds")
    ]
    assert not ledger.fixed


def test_what_fails_again_failed_in_the_later_build() -> None:
    ledger = after(failing("adds"), case("adds", fails=True))
    assert [entry.since for entry in ledger.failed] == ["b2"]


def test_a_skipped_test_did_not_run() -> None:
    ledger = after(failing("adds"), Case("a.FooTest", "adds", skipped=True))
    assert names(ledger.failed) == ["a.FooTest#adds"]


def test_a_flaky_test_passed() -> None:
    ledger = after(failing("adds"), Case("a.FooTest", "adds", flaky=True))
    assert names(ledger.fixed) == ["a.FooTest#adds"]


def test_tests_of_the_same_name_in_other_modules_are_others() -> None:
    before = after(None, case("adds", fails=True, module="api"), build="b1")
    ledger = after(before, case("adds", module="core"))
    assert names(ledger.failed) == ["a.FooTest#adds"]


def in_suite(suite: str, *, fails: bool = False) -> Case:
    return replace(case("adds", fails=fails), suite=suite)


def test_a_test_of_a_suite_passes_when_it_does_in_that_suite_or_alone() -> None:
    before = after(None, in_suite("a.One", fails=True), build="b1")
    assert names(after(before, in_suite("a.Two")).failed) == ["a.FooTest#adds"]
    for now in (in_suite("a.One"), case("adds")):
        assert names(after(before, now).fixed) == ["a.FooTest#adds"]
    both = after(before, in_suite("a.Two"), in_suite("a.One", fails=True))
    assert names(both.failed) == ["a.FooTest#adds"]


def test_a_test_that_failed_alone_passes_in_any_suite() -> None:
    assert names(after(failing("adds"), in_suite("a.One")).fixed) == ["a.FooTest#adds"]
    assert not after(failing("adds"), in_suite("a.One"), in_suite("a.Two", fails=True)).fixed


def test_arguments_that_are_no_more_are_not_outstanding() -> None:
    ledger = after(failing("sums(int)[3]"), case("sums(int)[1]"), case("sums(int)[2]"))
    assert ledger == FailedTestsUpdate()


def test_a_row_that_a_filter_left_out_stays_outstanding() -> None:
    before = failing("length[1: b c -> 2]", "length[2: d -> 9]", "sums(int)[3]", "reads[a, b](2)")
    ran = (case("length[1: b c -> 2]"), case("sums(int)[1]"), case("reads[a](1)"))
    build = Build("Test", Status.SUCCESS, 1, id="b2")
    filtered = update_failed_tests(before.failed, build, ran, MAVEN, some_rows=True)
    assert names(filtered.failed) == ["a.FooTest#length[2: d -> 9]"]
    assert names(filtered.fixed) == ["a.FooTest#length[1: b c -> 2]"]
    assert not update_failed_tests(before.failed, build, ran, MAVEN).failed


def test_of_several_runs_of_one_name_each_must_pass() -> None:
    ledger = after(failing("adds"), case("adds"), case("adds", fails=True))
    assert names(ledger.failed) == ["a.FooTest#adds"]
    assert not ledger.fixed


class TestWholeClasses:
    def test_a_class_that_failed_as_a_whole_is_outstanding(self) -> None:
        assert names(failing("").failed) == ["a.FooTest#"]
        assert names(failing("FooTest").failed) == ["a.FooTest#"]

    def test_it_is_fixed_when_all_of_it_passes(self) -> None:
        ledger = after(failing(""), case("adds"))
        assert (names(ledger.failed), names(ledger.fixed)) == ([], ["a.FooTest#"])

    def test_it_is_not_fixed_by_one_of_that_name_in_another_module(self) -> None:
        ledger = after(failing(""), case("adds", module="api"))
        assert (names(ledger.failed), names(ledger.fixed)) == (["a.FooTest#"], [])

    def test_when_one_of_its_tests_fails_that_is_outstanding_in_its_place(self) -> None:
        ledger = after(failing(""), case("adds", fails=True), case("divides"))
        assert (names(ledger.failed), names(ledger.fixed)) == (["a.FooTest#adds"], [])

    def test_classes_that_crashed_are_outstanding(self) -> None:
        ledger = after(None, crashed=("FooTest", "BarTest"))
        assert names(ledger.failed) == ["FooTest#", "BarTest#"]

    def test_a_crash_without_a_class_is_not(self) -> None:
        assert after(None, crashed=("forked JVM",)) == FailedTestsUpdate()

    def test_a_class_that_crashed_and_runs_through_is_fixed(self) -> None:
        ledger = after(after(None, crashed=("FooTest",)), case("adds"))
        assert (names(ledger.failed), names(ledger.fixed)) == ([], ["FooTest#"])


def test_what_is_gone_is_not_outstanding() -> None:
    before = failing("adds", "divides")
    gone = before.failed[0].case
    ledger = update_failed_tests(
        before.failed, Build("Test", Status.SUCCESS, 1), (), MAVEN, gone=(gone,)
    )
    assert names(ledger.failed) == ["a.FooTest#divides"]


def test_fixed_tests_are_named_as_the_build_names_tests() -> None:
    now = [case("adds"), case("adds", class_name="b.FooTest")]
    ledger = after(failing("adds"), *now)
    assert fixed_test_names(ledger, now, MAVEN) == ("a.FooTest#adds",)
    assert fixed_test_names(ledger, now[:1], MAVEN) == ("FooTest#adds",)


cases = st.builds(
    case,
    st.sampled_from(["", "adds", "sums(int)[1]", "sums(int)[2]", "prose (1)", "["]),
    fails=st.booleans(),
    class_name=st.sampled_from(["a.FooTest", "b.FooTest", "Some prose.", ""]),
    module=st.sampled_from([".", "api"]),
)


@given(builds=st.lists(st.lists(cases, max_size=8), max_size=5))
def test_after_any_builds_all_failed_tests_of_the_last_are_outstanding(
    builds: list[list[Case]],
) -> None:
    ledger = FailedTestsUpdate()
    for number, ran in enumerate(builds):
        ledger = after(ledger, *ran, build=f"b{number}")
        failed = {(each.module, each.class_name) for each in ran if each.thrown}
        found = {(each.case.module, each.case.class_name) for each in ledger.failed}
        assert failed <= found
        assert not {*ledger.failed} & {*ledger.fixed}
