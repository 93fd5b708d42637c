"""Running again what failed: which tests that are, and how Surefire is told of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from class_files import class_file, write_class
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records.build_store import BuildStore
from pageful.builds.results import Build, Counts, Status
from pageful.maven.outcome import TESTS_SKIPPED
from pageful.maven.projects.project import Project
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.running.completion import rerun_unsupported_note
from pageful.maven.running.failed_only import (
    FailedOnly,
    restrict_to_failed,
)
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.running.not_run import find_not_run
from pageful.maven.running.run_build import run_build
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pretended_maven import pretended
from scenarios import SCENARIOS

Gone = Callable[..., set[str]]
FAILED = BuildRequest("Test", ("test",), (), 60.0, failed_only=True)
POM = """\
<project><build><plugins><plugin>
<artifactId>maven-failsafe-plugin</artifactId>
</plugin></plugins></build></project>"""
NEW = b"[INFO] --- maven-surefire-plugin:3.2.5:test (default-test) @ shop ---"
OLD = b"[INFO] --- maven-surefire-plugin:2.12.4:test (default-test) @ shop ---"


@dataclass
class Recorded:
    """As much of a record as is looked at."""

    lines: tuple[bytes, ...] = (NEW,)
    id: str = "b3"
    operation: str = "Test"
    has_ended: bool = True

    def log(self) -> Iterator[bytes]:
        return iter(self.lines)

    def build(self) -> Build:
        return Build("Test", Status.SUCCESS, 1)


@dataclass
class Kept:
    """As much of the records as is looked at."""

    failed_tests: tuple[Case, ...]
    recorded: tuple[Recorded, ...] = (Recorded(),)

    def every(self) -> tuple[Recorded, ...]:
        return self.recorded


def failed(class_name: str, name: str = "", *, module: str = ".", suite: str = "") -> Case:
    return Case(class_name, name, ThrownException("", "", ""), module=module, suite=suite)


def rerun(root: Path, *cases: Case, request: BuildRequest = FAILED, log: bytes = NEW) -> FailedOnly:
    (root / "pom.xml").write_text(POM, encoding="utf-8")
    records = cast("BuildStore", Kept(cases, (Recorded((log,)),)))
    return restrict_to_failed(request, records, Project(root.resolve()))


def filter_for(root: Path, *cases: Case, log: bytes = NEW) -> str | None:
    return rerun(root, *cases, log=log).request.test_filter


def test_methods_of_a_class_stand_together(tmp_path: Path) -> None:
    write_class(tmp_path, "a.FooTest", "x", "y")
    write_class(tmp_path, "a.FooTest$Inner", "z")
    cases = (failed("a.FooTest", "x"), failed("a.FooTest$Inner", "z"), failed("a.FooTest", "y"))
    assert filter_for(tmp_path, *cases) == "a.FooTest#x+y,a.FooTest$Inner#z"


@pytest.mark.parametrize("name", ["adds(int, int)[2]", "adds{int}[1]", "adds[2, 5](1)"])
def test_a_test_with_arguments_runs_with_all_of_them(tmp_path: Path, name: str) -> None:
    write_class(tmp_path, "a.FooTest", "adds", "addsMore")
    assert filter_for(tmp_path, failed("a.FooTest", name)) == "a.FooTest#adds"


def test_a_test_with_parameters_of_junit_4_runs_with_these_alone(tmp_path: Path) -> None:
    write_class(tmp_path, "a.FooTest", "adds")
    cases = (failed("a.FooTest", "adds[0: 1 + 1 = 2]"), failed("a.FooTest", "adds(1, 2) [3]"))
    assert filter_for(tmp_path, *cases) == ("a.FooTest#adds+adds?0??1???1???2?+adds?1??2???3?")


def test_a_method_in_prose_runs_and_not_the_whole_class(tmp_path: Path) -> None:
    methods = ("parses badly", "refuses (other) currencies", "is hot", "zählt", "adds 👍")
    write_class(tmp_path, "a.MoneyTest", *methods, "refuses", "passes")
    write_class(tmp_path, "a.MoneyTest$when cold, or so", "bakes")
    cases = (
        *(
            failed("a.MoneyTest", name)
            for name in (*methods[:2], "is hot(String)[2]", *methods[3:])
        ),
        failed("a.MoneyTest$when cold, or so", "bakes"),
    )
    found = rerun(tmp_path, *cases)
    assert found.request.test_filter == (
        "a.MoneyTest#parses?badly+refuses??other??currencies+is?hot+z?hlt+adds???,"
        "a.MoneyTest$when?cold??or?so#bakes"
    )
    assert found.by_method == frozenset(cases)
    assert found.classes == 2


@pytest.mark.parametrize("name", ["", "adds two numbers", "works", "inherited", "1 + 1"])
def test_what_is_no_method_of_the_class_is_the_whole_class(tmp_path: Path, name: str) -> None:
    write_class(tmp_path, "a.FooTest", "x")
    cases = (failed("a.FooTest", "x"), failed("a.FooTest", name))
    assert filter_for(tmp_path, *cases) == "a.FooTest"


def failed_at(class_name: str, method: str, name: str = "") -> Case:
    """A failed test whose trace has the frame of its method."""
    trace = f"AssertionError\n\tat {class_name}.{method}(FooTest.java:7)\n"
    return Case(class_name, name or method, ThrownException("AssertionError", "", trace))


def write_source(root: Path, text: str) -> None:
    source = root / "src/test/java/a/FooTest.java"
    source.parent.mkdir(parents=True)
    source.write_text(f"package a;\n{text}", encoding="utf-8")


def test_a_deleted_method_is_named_and_the_others_of_its_class_run(tmp_path: Path) -> None:
    write_class(tmp_path, "a.FooTest", "x", "stale")
    write_source(tmp_path, "class FooTest { @Test void x() {} /* void gone() {} */ }")
    gone = (failed_at("a.FooTest", "gone", "gone(int)[2]"), failed_at("a.FooTest", "stale"))
    found = rerun(tmp_path, failed_at("a.FooTest", "x"), *gone)
    assert found.request.test_filter == "a.FooTest#x"
    assert found.gone == frozenset(gone)
    assert found.notes == (
        "2 tests that failed are gone, as the source is: FooTest#gone(int)[2], FooTest#stale.",
    )


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("class FooTest extends Base { void x() {} }", failed_at("a.FooTest", "y")),
        ("class FooTest implements Base { void x() {} }", failed_at("a.FooTest", "y")),
        ("class FooTest { void x() {} }", failed("a.FooTest", "adds two numbers")),
        ("class FooTest { void x() {} }", failed_at("a.Base", "y")),
        ("class FooTest { void x() {}", failed_at("a.FooTest$Inner", "y")),
        ("class FooTest {", failed_at("a.FooTest", "y")),
    ],
)
def test_a_method_that_may_be_there_still_is_not_gone(
    text: str, test: Case, tmp_path: Path
) -> None:
    write_class(tmp_path, "a.FooTest", "x")
    write_class(tmp_path, "a.FooTest$Inner", "x")
    write_source(tmp_path, text)
    case = replace(test, class_name="a.FooTest") if test.class_name == "a.Base" else test
    assert not rerun(tmp_path, case).gone


def test_in_a_reactor_only_the_modules_with_such_tests_are_built(tmp_path: Path) -> None:
    for name in ("core", "api", "web"):
        (tmp_path / name).mkdir()
        module = f"<project><groupId>g</groupId><artifactId>shop-{name}</artifactId></project>"
        (tmp_path / name / "pom.xml").write_text(module, encoding="utf-8")
    listed = "<modules><module>core</module><module>api</module><module>web</module></modules>"
    (tmp_path / "pom.xml").write_text(f"<project>{listed}</project>", encoding="utf-8")
    write_class(tmp_path / "api", "a.DiedTest", "y")
    write_class(tmp_path / "api", "a.BarTest", "y")

    def modules(*cases: Case, request: BuildRequest = FAILED) -> tuple[str, ...]:
        records = cast("BuildStore", Kept(cases))
        return restrict_to_failed(request, records, Project(tmp_path.resolve())).request.modules

    core, api = failed("a.FooTest", module="core"), failed("a.BarTest", module="api")
    assert modules(core) == ("core",)
    assert modules(core, api) == ("api", "core")
    assert modules(core, failed("DiedTest")) == ("api", "core")
    assert modules(core, failed("a.RootTest")) == ()
    assert modules(core, failed("a.OldTest", module="gone")) == ()
    request = replace(FAILED, modules=("shop-core",))
    assert modules(core, api, request=request) == ("shop-core",)
    with pytest.raises(ToolError, match=r"No test of these modules failed .* did: BarTest\."):
        modules(api, request=request)


def test_prose_has_the_class_whose_report_it_is_in(tmp_path: Path) -> None:
    case = failed("A shop", "sells", suite="a.CucumberTest")
    assert filter_for(tmp_path, case) == "a.CucumberTest"


@pytest.mark.parametrize("name", ["A shop: v1.2", "Shopping", "a b.C"])
def test_what_no_filter_can_name_makes_all_tests_run(tmp_path: Path, name: str) -> None:
    write_class(tmp_path, "a.FooTest", "x")
    found = rerun(tmp_path, failed(name, "x"), failed("a.FooTest", "x"))
    assert found.request.test_filter is None
    assert found.notes == ("Not all tests that failed can be named in a filter: all tests ran.",)


def test_a_class_whose_jvm_died_is_known_by_its_simple_name_alone(tmp_path: Path) -> None:
    write_class(tmp_path, "a.ShutdownTest", "x")
    assert filter_for(tmp_path, failed("ShutdownTest")) == "ShutdownTest"


def test_where_nothing_is_compiled_a_class_is_taken_at_its_word(tmp_path: Path) -> None:
    assert filter_for(tmp_path, failed("FooTest", "x"), failed("a.B", "y")) == "FooTest,a.B"


LIBRARY = "org.lib.MapTester"


def test_a_test_of_a_library_is_run_by_the_suite_that_has_it(tmp_path: Path) -> None:
    write_class(tmp_path, "a.SuiteTest", "suite")
    write_class(tmp_path, "a.FooTest", "x")
    cases = (
        failed(LIBRARY, "puts[several]", suite="a.SuiteTest"),
        failed("a.FooTest", "x"),
        failed(LIBRARY, "gets[one]", suite="a.SuiteTest"),
    )
    found = rerun(tmp_path, *cases)
    assert found.request.test_filter == "a.SuiteTest,a.FooTest#x"
    assert found.classes == 2


def test_a_class_that_is_not_there_is_not_named(tmp_path: Path) -> None:
    write_class(tmp_path, "a.FooTest", "x")
    found = rerun(tmp_path, failed(LIBRARY, "puts"), failed("a.FooTest", "x"))
    assert found.request.test_filter is None
    assert found.notes == ("Not all tests that failed can be named in a filter: all tests ran.",)
    assert filter_for(tmp_path, failed(LIBRARY, "puts", suite="a.GoneTest")) is None


def test_a_suite_that_is_no_class_leaves_the_class_of_the_test(tmp_path: Path) -> None:
    write_class(tmp_path, "a.FooTest", "x")
    assert filter_for(tmp_path, failed("a.FooTest", "x", suite="nightly.all")) == "a.FooTest#x"


@pytest.mark.parametrize("name", ["a.FooTest", "a.FooTest$Inner", "FooTest"])
def test_a_class_that_is_to_be_compiled_yet_is_named(tmp_path: Path, name: str) -> None:
    write_class(tmp_path, "a.OtherTest", "x")
    source = tmp_path / "src" / "test" / "java" / "a" / "FooTest.java"
    source.parent.mkdir(parents=True)
    source.touch()
    assert filter_for(tmp_path, failed(name)) == name


def test_classes_are_looked_for_where_the_pom_has_them_compiled_to(tmp_path: Path) -> None:
    build = "<build><testOutputDirectory>out</testOutputDirectory></build>"
    (tmp_path / "pom.xml").write_text(f"<project>{build}</project>", encoding="utf-8")
    write_class(tmp_path, "a.FooTest", "x")
    (tmp_path / "target" / "test-classes").rename(tmp_path / "out")
    project = Project(tmp_path.resolve())

    def named(case: Case) -> str | None:
        return restrict_to_failed(
            FAILED, cast("BuildStore", Kept((case,))), project
        ).request.test_filter

    assert named(failed("a.FooTest", "x")) == "a.FooTest#x"
    assert named(failed("a.BarTest", "x")) is None


def test_an_old_surefire_is_told_of_classes_where_there_are_several(tmp_path: Path) -> None:
    write_class(tmp_path, "a.FooTest", "x")
    write_class(tmp_path, "a.BarTest", "y")
    cases = (failed("a.FooTest", "x"), failed("a.BarTest", "y"))
    assert filter_for(tmp_path, *cases, log=OLD) == "a.FooTest,a.BarTest"
    assert filter_for(tmp_path, *cases[:1], log=OLD) == "a.FooTest#x"
    assert filter_for(tmp_path, *cases, log=b"?") == "a.FooTest#x,a.BarTest#y"


def test_a_filter_that_is_too_long_names_classes_and_then_nothing(tmp_path: Path) -> None:
    methods = [f"{'x' * 90}{number}" for number in range(1200)]
    write_class(tmp_path, "a.FooTest", *methods)
    many = [failed("a.FooTest", method) for method in methods]
    assert filter_for(tmp_path, *many) == "a.FooTest"
    assert filter_for(tmp_path, *(failed(f"a.{method}Test") for method in methods)) is None


def test_integration_tests_are_left_to_who_runs_them(tmp_path: Path) -> None:
    cases = (failed("a.FooTest"), failed("a.OrderIT", "x"), failed("a.ITCase$Inner"))
    found = rerun(tmp_path, *cases)
    assert found.request.test_filter == "a.FooTest"
    assert found.tests == cases[:1]
    (note,) = found.notes
    assert note.endswith("maven_verify runs them: ITCase$Inner, OrderIT.")
    verify = replace(FAILED, goals=("verify",))
    assert rerun(tmp_path, *cases, request=verify).tests == cases
    with pytest.raises(ToolError, match=r"Only integration tests failed .*: OrderIT\."):
        rerun(tmp_path, cases[1])


def test_where_failsafe_does_not_run_there_are_no_integration_tests(tmp_path: Path) -> None:
    (tmp_path / "pom.xml").write_text("<project/>", encoding="utf-8")
    records = cast("BuildStore", Kept((failed("a.OrderIT"),)))
    assert restrict_to_failed(FAILED, records, Project(tmp_path)).request.test_filter == "a.OrderIT"


def test_nothing_that_failed_is_an_error_that_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"up to b3 tell \(Test SUCCESS\)") as raised:
        rerun(tmp_path)
    assert raised.value.remedy == "Call maven_test without failedOnly to run all tests."
    (tmp_path / "pom.xml").touch()
    with pytest.raises(ToolError, match="no build of this project is recorded"):
        restrict_to_failed(FAILED, cast("BuildStore", Kept((), ())), Project(tmp_path))


def test_a_filter_of_its_own_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="both say which tests to run"):
        rerun(tmp_path, failed("a.FooTest"), request=replace(FAILED, test_filter="FooTest"))


def test_what_is_wrong_with_the_order_is_said_first(tmp_path: Path) -> None:
    request = replace(FAILED, modules=("api",))
    with pytest.raises(ToolError, match="and this one has none"):
        rerun(tmp_path, failed("a.FooTest"), request=request)


def test_an_order_for_all_tests_stays_as_it_is(tmp_path: Path) -> None:
    request = replace(FAILED, failed_only=False)
    assert rerun(tmp_path, failed("a.FooTest"), request=request).request == request


class TestGone:
    """Tests that did not run though they were asked for do not exist any more."""

    CASE, INTEGRATION = failed("a.FooTest", "x"), failed("a.FooIT", "x")
    ALL = BuildRequest("Test", ("test",), ("-o", "-T1C"), 60.0)
    GREEN = Build("Test", Status.SUCCESS, 1, tests=Counts(3, 0, 0))

    @pytest.fixture
    def gone(self, tmp_path: Path) -> Gone:
        (tmp_path / "pom.xml").write_text(POM, encoding="utf-8")

        def found(request: BuildRequest, build: Build, asked: tuple[Case, ...] = ()) -> set[str]:
            failed_tests = (self.CASE, self.INTEGRATION)
            failed_only = FailedOnly(request, asked)
            project = Project(tmp_path.resolve())
            not_run = find_not_run(failed_only, build, failed_tests, (), project)
            return {case.class_name for case in not_run.gone}

        return found

    def test_after_a_rerun_they_are_those_that_were_asked_for(self, gone: Gone) -> None:
        assert gone(FAILED, Build("Test", Status.SUCCESS, 1), (self.CASE,)) == {"a.FooTest"}

    def test_after_all_tests_they_are_those_that_the_goals_run(self, gone: Gone) -> None:
        assert gone(self.ALL, self.GREEN) == {"a.FooTest"}
        verify = replace(self.ALL, goals=("clean", "verify"))
        assert gone(verify, self.GREEN) == {"a.FooTest", "a.FooIT"}

    @pytest.mark.parametrize(
        "build",
        [
            replace(GREEN, status=Status.FAILURE),
            replace(GREEN, status=Status.CANCELLED),
            replace(GREEN, notes=(TESTS_SKIPPED,)),
        ],
    )
    def test_a_build_that_did_not_go_well_tells_nothing(self, gone: Gone, build: Build) -> None:
        assert not gone(self.ALL, build)
        assert not gone(FAILED, build, (self.CASE,))

    @pytest.mark.parametrize(
        "limited",
        [
            replace(ALL, test_filter="BarTest"),
            replace(ALL, modules=("api",)),
            replace(ALL, args=("-Dgroups=fast",)),
            replace(ALL, args=("-rf", ":api")),
            replace(FAILED, args=("-pl", "api")),
        ],
    )
    def test_a_build_of_a_part_tells_nothing(self, gone: Gone, limited: BuildRequest) -> None:
        assert not gone(limited, self.GREEN)

    def test_a_build_of_all_tests_forgets_no_class_that_it_did_not_run(
        self, gone: Gone, tmp_path: Path
    ) -> None:
        write_class(tmp_path, "a.FooTest", "x")
        assert not gone(self.ALL, self.GREEN)

    def test_a_crashed_class_of_which_nothing_is_left_is_gone_whatever_else_failed(
        self, gone: Gone, tmp_path: Path
    ) -> None:
        crashed = failed("ZExitTest")
        red = replace(self.GREEN, status=Status.FAILURE)
        write_class(tmp_path, "a.BarTest", "x")
        assert gone(FAILED, red, (crashed,)) == {"ZExitTest"}
        assert not gone(FAILED, replace(red, tests=None), (crashed,))
        write_class(tmp_path, "a.ZExitTest", "x")
        assert not gone(FAILED, red, (crashed,))

    def test_a_build_without_tests_tells_nothing(self, gone: Gone) -> None:
        assert not gone(self.ALL, Build("Test", Status.SUCCESS, 1, tests=Counts(0, 0, 0)))


@pytest.mark.skipif(os.name == "nt", reason="programs of another system")
@pytest.mark.usefixtures("jdk")
class TestBuilds:
    """Whole builds, of a pretended Maven."""

    def test_what_arguments_leave_out_is_not_forgotten(self, tmp_path: Path) -> None:
        program = """
if not [arg for arg in sys.argv if arg.startswith("-Dtest=")]:
    report("a.FooTest", failed=["x"])
"""
        project = pretended(tmp_path, program)
        run_build(replace(FAILED, failed_only=False), project, Caller())
        build = run_build(replace(FAILED, args=("-pl", "api")), project, Caller())
        assert build.status is Status.FAILURE
        assert build.output[0].startswith("No test ran: what failed before")
        assert len(BuildStore.of(project.resolve(), MAVEN).failed_tests) == 1

    def test_what_failed_runs_again_until_nothing_is_left(self, tmp_path: Path) -> None:
        program = """
asked = [arg for arg in sys.argv if arg.startswith("-Dtest=")]
bad = pathlib.Path("bad").exists()
report("a.FooTest", passed=[] if bad else ["x"], failed=["x"] if bad else [])
if not asked:
    report("a.BarTest", passed=["y"])
elif asked != ["-Dtest=a.FooTest#x"]:
    sys.exit(7)
say("[INFO] BUILD " + ("FAILURE" if bad else "SUCCESS"))
"""
        project = pretended(tmp_path, program)
        write_class(project, "a.FooTest", "x")
        (project / "bad").touch()
        first = run_build(replace(FAILED, failed_only=False), project, Caller())
        assert first.tests == Counts(2, 1, 0)
        assert run_build(FAILED, project, Caller()).tests == Counts(1, 1, 0)
        (project / "bad").unlink()
        mended = run_build(FAILED, project, Caller())
        assert (mended.status, mended.tests) == (Status.SUCCESS, Counts(1, 0, 0))
        assert mended.fixed == ("FooTest#x",)
        with pytest.raises(ToolError, match="No test failed when it last ran"):
            run_build(FAILED, project, Caller())

    def test_a_test_that_was_deleted_is_forgotten(self, tmp_path: Path) -> None:
        program = """
if not [arg for arg in sys.argv if arg.startswith("-Dtest=")]:
    report("a.FooTest", failed=["x"])
"""
        project = pretended(tmp_path, program)
        run_build(replace(FAILED, failed_only=False), project, Caller())
        build = run_build(FAILED, project, Caller())
        assert (build.status, build.tests) == (Status.SUCCESS, Counts(0, 0, 0))
        assert build.notes == ("None of the tests that failed before exists any more.",)
        with pytest.raises(ToolError, match="No test failed when it last ran"):
            run_build(FAILED, project, Caller())

    def test_a_suite_runs_again_as_a_whole_until_all_of_it_passes(self, tmp_path: Path) -> None:
        program = """
asked = [arg for arg in sys.argv if arg.startswith("-Dtest=")]
bad = pathlib.Path("bad").exists()
if asked not in ([], ["-Dtest=a.SuiteTest"]):
    sys.exit(7)
directory = pathlib.Path("target/surefire-reports")
directory.mkdir(parents=True, exist_ok=True)
text = '<testsuite name="a.SuiteTest"><testcase classname="org.lib.MapTester" name="puts[one]">'
text += '<failure type="E" message="wrong">E: wrong</failure>' if bad else ""
(directory / "TEST-a.SuiteTest.xml").write_text(text + "</testcase></testsuite>")
say("[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0 -- in a.SuiteTest")
say("[INFO] BUILD " + ("FAILURE" if bad else "SUCCESS"))
"""
        project = pretended(tmp_path, program)
        write_class(project, "a.SuiteTest", "suite")
        (project / "bad").touch()
        run_build(replace(FAILED, failed_only=False), project, Caller())
        assert run_build(FAILED, project, Caller()).tests == Counts(1, 1, 0)
        (project / "bad").unlink()
        mended = run_build(FAILED, project, Caller())
        assert (mended.status, mended.tests) == (Status.SUCCESS, Counts(1, 0, 0))
        assert mended.fixed == ("MapTester#puts[one]",)
        assert not BuildStore.of(project.resolve(), MAVEN).failed_tests

    def test_what_did_not_run_though_it_is_there_is_said_and_not_forgotten(
        self, tmp_path: Path
    ) -> None:
        program = """
asked = [arg for arg in sys.argv if arg.startswith("-Dtest=")]
report("a.FooTest", passed=["x"] if asked else [], failed=[] if asked else ["x"])
if not asked:
    report("a.BarTest", failed=["y", "z"])
say("[INFO] BUILD " + ("SUCCESS" if asked else "FAILURE"))
"""
        project = pretended(tmp_path, program)
        write_class(project, "a.FooTest", "x")
        write_class(project, "a.BarTest", "y", "z")
        run_build(replace(FAILED, failed_only=False), project, Caller())
        build = run_build(FAILED, project, Caller())
        note = "2 tests that failed before did not run: BarTest#y, BarTest#z."
        assert (build.status, build.notes) == (Status.SUCCESS, (note,))
        left = BuildStore.of(project.resolve(), MAVEN).failed_tests
        assert [case.name for case in left] == ["y", "z"]

    def test_where_none_of_it_ran_that_is_a_failure_without_a_word_of_arguments(
        self, tmp_path: Path
    ) -> None:
        program = """
if not [arg for arg in sys.argv if arg.startswith("-Dtest=")]:
    report("a.FooTest", failed=["x"])
"""
        project = pretended(tmp_path, program)
        write_class(project, "a.FooTest", "x")
        run_build(replace(FAILED, failed_only=False), project, Caller())
        build = run_build(FAILED, project, Caller())
        assert build.status is Status.FAILURE
        assert build.output == ("No test ran, of what failed before: FooTest#x.",)
        assert len(BuildStore.of(project.resolve(), MAVEN).failed_tests) == 1

    def test_a_crashed_class_that_was_deleted_is_forgotten_once_all_tests_ran(
        self, tmp_path: Path
    ) -> None:
        log = Path(__file__).parent / "captured" / "fork_crash" / "build.log"
        project = pretended(tmp_path, f"print(open({str(log)!r}).read())\nsys.exit(1)\n")
        write_class(project, "a.FooTest", "x")
        run_build(replace(FAILED, failed_only=False), project, Caller())
        (left,) = BuildStore.of(project.resolve(), MAVEN).failed_tests
        assert (left.class_name, left.module) == ("ShutdownTest", ".")
        pretended(project, 'report("a.FooTest", passed=["x"])\n')
        build = run_build(FAILED, project, Caller())
        assert (build.status, build.tests) == (Status.SUCCESS, Counts(1, 0, 0))
        assert not BuildStore.of(project.resolve(), MAVEN).failed_tests

    def test_a_method_that_was_deleted_is_forgotten(self, tmp_path: Path) -> None:
        program = f"""
if [arg for arg in sys.argv if arg.startswith("-Dtest=")]:
    pathlib.Path("target/test-classes/a/FooTest.class").write_bytes({class_file("y")!r})
    say("[INFO] BUILD SUCCESS")
else:
    report("a.FooTest", passed=["y"], failed=["x"])
"""
        project = pretended(tmp_path, program)
        write_class(project, "a.FooTest", "x", "y")
        run_build(replace(FAILED, failed_only=False), project, Caller())
        build = run_build(FAILED, project, Caller())
        assert build.notes == ("None of the tests that failed before exists any more.",)
        assert not BuildStore.of(project.resolve(), MAVEN).failed_tests


@pytest.mark.maven
def test_a_real_surefire_runs_what_failed_and_another_time_what_is_flaky(tmp_path: Path) -> None:
    project = SCENARIOS["flaky_green"].write(tmp_path)
    pom = project / "pom.xml"
    text = pom.read_text(encoding="utf-8")
    count = "<rerunFailingTestsCount>2</rerunFailingTestsCount>"
    assert count in text
    pom.write_text(text.replace(count, ""), encoding="utf-8")
    request = BuildRequest("Test", ("test",), (), 300.0)
    first = run_build(request, project, Caller())
    assert (first.status, first.tests) == (Status.FAILURE, Counts(2, 1, 0))
    again = run_build(replace(request, failed_only=True, reruns=1), project, Caller())
    assert (again.status, again.tests) == (Status.SUCCESS, Counts(1, 0, 0))
    assert again.notes == ("Flaky, passed on a rerun: CacheTest#warmsUp.",)


def test_testng_tests_that_got_no_second_chance_are_told_of() -> None:
    failed = Case(
        "a.FooTest", "adds", ThrownException("E", "m", "E: m\n\tat org.testng.Assert.fail(A:1)")
    )
    assert rerun_unsupported_note(2, [failed]) == (
        "Surefire gives TestNG's tests no second chance: rerunFailing did nothing for them.",
    )
    assert rerun_unsupported_note(0, [failed]) == ()
    assert rerun_unsupported_note(2, [Case("a.FooTest", "adds")]) == ()


def source(root: Path, path: str, text: str = "") -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text or f"class {file.stem} {{}}", encoding="utf-8")
    return file


class TestGoneSources:
    """Tests whose source was deleted, and whose classes may be there still."""

    def test_they_are_left_out_though_their_classes_are_there(self, tmp_path: Path) -> None:
        source(tmp_path, "src/test/java/a/FooTest.java")
        for name in ("a.FooTest", "a.GoneTest", "a.GoneTest$Inner"):
            write_class(tmp_path, name, "x", "y")
        cases = [failed("a.FooTest", "x"), failed("a.GoneTest", "x"), failed("a.GoneTest", "y")]
        cases.append(failed("a.GoneTest$Inner", "x"))
        found = rerun(tmp_path, *cases)
        assert found.request.test_filter == "a.FooTest#x"
        assert found.tests == (cases[0],)
        assert found.gone == {*cases[1:]}
        assert found.notes == (
            (
                "3 tests that failed are gone, as the source is: "
                "GoneTest#x, GoneTest#y, GoneTest$Inner#x."
            ),
        )

    def test_they_are_left_out_where_their_classes_are_deleted_too(self, tmp_path: Path) -> None:
        source(tmp_path, "src/test/java/a/FooTest.java")
        write_class(tmp_path, "a.FooTest", "x")
        found = rerun(tmp_path, failed("a.FooTest", "x"), failed("a.GoneTest", "x"))
        assert found.request.test_filter == "a.FooTest#x"
        assert found.notes == ("1 test that failed is gone, as the source is: GoneTest#x.",)

    def test_it_is_said_if_they_are_all(self, tmp_path: Path) -> None:
        source(tmp_path, "src/main/java/a/Foo.java")
        write_class(tmp_path, "a.GoneTest", "x")
        with pytest.raises(ToolError, match=r"Every test .* is gone.*1 test.*: GoneTest#x\.") as no:
            rerun(tmp_path, failed("a.GoneTest", "x"))
        assert "maven_clean" in no.value.remedy

    def test_they_are_outstanding_no_more_once_a_build_has_ended(self, tmp_path: Path) -> None:
        source(tmp_path, "src/test/java/a/FooTest.java")
        write_class(tmp_path, "a.FooTest", "x")
        foo, gone = failed("a.FooTest", "x"), failed("a.GoneTest", "x")
        found = rerun(tmp_path, foo, gone)
        ended = Build("Test", Status.SUCCESS, 1, tests=Counts(1, 0, 0))
        ran = (Case("a.FooTest", "x"),)
        project = Project(tmp_path.resolve())
        assert find_not_run(found, ended, (foo, gone), ran, project).gone == {gone}
        stopped = replace(ended, status=Status.CANCELLED)
        assert find_not_run(found, stopped, (foo, gone), ran, project).gone == frozenset()

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("src/test/java/a/FooTest.java", ""),
            ("checks/a/FooTest.java", ""),
            ("target/generated-test-sources/x/a/FooTest.java", ""),
            ("src/test/kotlin/FooTest.kt", "package a"),
            ("src/test/kotlin/all.kt", "package a\n\nclass FooTest"),
            ("src/test/java/a/Others.java", "package a; class Others {} class FooTest {}"),
        ],
    )
    def test_a_source_anywhere_in_the_project_is_one(
        self, tmp_path: Path, path: str, text: str
    ) -> None:
        source(tmp_path, path, text)
        write_class(tmp_path, "a.FooTest", "x")
        assert filter_for(tmp_path, failed("a.FooTest", "x")) == "a.FooTest#x"

    def test_a_class_that_moved_to_another_package_is_gone(self, tmp_path: Path) -> None:
        source(tmp_path, "src/test/java/b/FooTest.java", "package b; class FooTest {}")
        write_class(tmp_path, "a.FooTest", "x")
        write_class(tmp_path, "b.FooTest", "x")
        found = rerun(tmp_path, failed("a.FooTest", "x"), failed("b.FooTest", "x"))
        assert found.request.test_filter == "b.FooTest#x"

    @pytest.mark.parametrize(
        "build",
        ["<dependenciesToScan/>", "<goal>unpack-dependencies</goal>", "<type>test-jar</type>"],
    )
    def test_where_tests_may_come_from_elsewhere_none_is(self, tmp_path: Path, build: str) -> None:
        source(tmp_path, "src/test/java/a/FooTest.java")
        write_class(tmp_path, "a.ForeignTest", "x")
        (tmp_path / "pom.xml").write_text(f"<project>{build}</project>", encoding="utf-8")
        records = cast("BuildStore", Kept((failed("a.ForeignTest", "x"),)))
        found = restrict_to_failed(FAILED, records, Project(tmp_path.resolve()))
        assert found.request.test_filter == "a.ForeignTest#x"
