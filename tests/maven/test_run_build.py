"""Running builds: each is planned once and written down, however it ends."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from pageful.builds.junit.test_case import Case
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.recorded_caller import ask_to_stop
from pageful.builds.results import Build, Counts, Status
from pageful.maven.projects.planning import Plan, plan_build
from pageful.maven.projects.project import Project
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import unpack_request
from pageful.maven.running import execution, prepared_build
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.running.prepared_build import prepare_build
from pageful.maven.running.project_lock import lock_project
from pageful.maven.running.run_build import run_build
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError
from pretended_maven import pretended

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="programs of another system"),
    pytest.mark.usefixtures("jdk"),
]
TEST = BuildRequest("Test", ("test",), (), 60.0)
TWO_CLASSES = """
say("[INFO] Building jobs 1.0")
report("a.FirstTest", passed=["first"], failed=["second"])
report("a.LastTest", passed=["third"])
say("[ERROR] odd \\udcff".encode("utf-8", "surrogateescape").decode("latin-1"))
"""
HANGING = """
report("a.FirstTest", passed=["first"], failed=["second"])
say("[INFO] Running a.LastTest")
wait_for("go")
"""


def records_of(project: Path) -> tuple[BuildRecord, ...]:
    return BuildStore.of(project.resolve(), MAVEN).every()


def cancelling_at(name: str) -> Caller:
    """A caller that gives up when it hears a name."""

    def listen(progress: Progress) -> None:
        if name in progress.message:
            caller.cancel()

    caller = Caller(listen)
    return caller


def test_a_build_is_recorded_with_its_order_its_log_and_its_tests(tmp_path: Path) -> None:
    project = pretended(tmp_path, TWO_CLASSES)
    build = run_build(TEST, project, Caller())
    (record,) = records_of(project)
    assert build.id == record.id
    assert record.build() == build
    assert unpack_request(record.order) == TEST
    assert [case.name for case in record.cases()] == ["first", "second", "third"]
    assert next(iter(record.log())) == b"[INFO] Building jobs 1.0"


def test_a_call_that_is_cancelled_leaves_the_classes_that_were_finished(tmp_path: Path) -> None:
    project = pretended(tmp_path, HANGING)
    with pytest.raises(Cancelled):
        run_build(TEST, project, cancelling_at("a.LastTest"))
    (record,) = records_of(project)
    assert record.has_ended
    build = record.build()
    assert (build.status, build.tests) == (Status.CANCELLED, Counts(2, 1, 0))
    assert build.failures[0].tests == ("FirstTest#second",)
    assert b"[INFO] Running a.LastTest" in list(record.log())
    assert [case.name for case in BuildStore.of(project.resolve(), MAVEN).failed_tests] == [
        "second"
    ]


def test_a_call_whose_time_is_up_leaves_them_too(tmp_path: Path) -> None:
    project = pretended(tmp_path, HANGING)
    build = run_build(BuildRequest("Test", ("test",), (), 1.5), project, Caller())
    assert (build.status, build.tests) == (Status.TIMEOUT, Counts(2, 1, 0))
    assert records_of(project)[0].build() == build


def test_who_gives_up_waiting_leaves_no_record(tmp_path: Path) -> None:
    project = pretended(tmp_path, TWO_CLASSES)
    with lock_project(project.resolve(), Caller()), pytest.raises(Cancelled):
        run_build(TEST, project, cancelling_at("waiting for another build"))
    assert not records_of(project)


def test_a_build_that_somebody_else_stops_is_told_to_who_called_it(tmp_path: Path) -> None:
    def listen(progress: Progress) -> None:
        if "a.LastTest" in progress.message:
            ask_to_stop(records_of(project)[0].directory)

    project = pretended(tmp_path, HANGING)
    build = run_build(TEST, project, Caller(listen))
    assert (build.status, build.tests) == (Status.CANCELLED, Counts(2, 1, 0))
    assert records_of(project)[0].build() == build


def test_a_build_that_somebody_else_stops_while_it_waits_is_told_too(tmp_path: Path) -> None:
    def listen(_progress: Progress) -> None:
        ask_to_stop(records_of(project)[0].directory)

    project = pretended(tmp_path, TWO_CLASSES)
    with lock_project(project.resolve(), Caller()):
        build = run_build(TEST, project, Caller(listen))
    assert (build.status, build.tests) == (Status.CANCELLED, None)
    assert records_of(project)[0].build() == build


def test_who_is_interrupted_while_waiting_leaves_no_record(tmp_path: Path) -> None:
    def interrupt(_progress: Progress) -> None:
        threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,)).start()

    project = pretended(tmp_path, TWO_CLASSES)
    with lock_project(project.resolve(), Caller()), pytest.raises(Cancelled):
        run_build(TEST, project, Caller(interrupt))
    assert not records_of(project)


def test_numbers_beyond_all_measure_are_no_limits(tmp_path: Path) -> None:
    request = BuildRequest(
        "Test", ("test",), (), 60.0, trace_lines=10**30, output_characters=10**30
    )
    assert run_build(request, pretended(tmp_path, TWO_CLASSES), Caller()).tests == Counts(3, 1, 0)


def test_what_cannot_be_begun_leaves_no_record(tmp_path: Path) -> None:
    project = pretended(tmp_path, TWO_CLASSES)
    (project / "mvnw").write_text("#!/nonexistent/python\n")
    with pytest.raises(ToolError, match="can't be started"):
        run_build(TEST, project, Caller())
    assert not records_of(project)


def test_a_fault_leaves_a_record_that_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_witnesses: object) -> Build:
        raise LookupError("a fault")

    project = pretended(tmp_path, TWO_CLASSES)
    monkeypatch.setattr(execution, "build_outcome", fail)
    with pytest.raises(LookupError, match="a fault"):
        run_build(TEST, project, Caller())
    (record,) = records_of(project)
    assert not record.is_running
    assert record.build().tests == Counts(3, 1, 0)


def test_a_build_that_cannot_be_recorded_is_run_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    build = run_build(TEST, pretended(tmp_path / "p", TWO_CLASSES), Caller())
    assert (build.id, build.tests) == (None, Counts(3, 1, 0))
    assert "could not be recorded" in build.notes[-1]


def test_a_project_that_is_deleted_during_its_build_is_said(tmp_path: Path) -> None:
    program = "import shutil; shutil.rmtree(pathlib.Path.cwd()); say('[INFO] x'); sys.exit(1)"
    project = pretended(tmp_path / "p", program)
    build = run_build(TEST, project, Caller())
    assert build.status is Status.FAILURE
    assert build.notes[-1] == "The project's directory was deleted while the build ran."


def test_a_project_that_is_deleted_while_its_build_waits_is_an_error(tmp_path: Path) -> None:
    program = "report('a.X'); wait_for('go'); import shutil; shutil.rmtree(pathlib.Path.cwd())"
    project = pretended(tmp_path / "p", program)
    runs = threading.Event()

    def listen(progress: Progress) -> None:
        if progress.message == "waiting for build b1 of this project to end":
            (project / "go").touch()

    first = threading.Thread(target=run_build, args=(TEST, project, Caller(lambda _: runs.set())))
    first.start()
    assert runs.wait(60)
    with pytest.raises(ToolError, match="does not exist any more"):
        run_build(TEST, project, Caller(listen))
    first.join()
    assert [record.id for record in records_of(project)] == ["b1"]


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[BuildRequest]:
    """The requests that are planned from here on."""
    found: list[BuildRequest] = []

    def plan(request: BuildRequest, project: Project) -> Plan:
        found.append(request)
        return plan_build(request, project)

    monkeypatch.setattr(prepared_build, "plan_build", plan)
    return found


def test_a_build_is_planned_once(tmp_path: Path, plans: list[BuildRequest]) -> None:
    run_build(TEST, pretended(tmp_path, TWO_CLASSES), Caller())
    assert plans == [TEST]


def test_after_waiting_it_is_planned_again(tmp_path: Path, plans: list[BuildRequest]) -> None:
    waits = threading.Event()
    project = pretended(tmp_path, TWO_CLASSES)
    with lock_project(project.resolve(), Caller()):
        build = threading.Thread(
            target=run_build, args=(TEST, project, Caller(lambda _: waits.set()))
        )
        build.start()
        assert waits.wait(60)
        assert plans == [TEST]
    build.join()
    assert plans == [TEST, TEST]


def test_a_build_that_ran_since_the_plan_outdates_it(tmp_path: Path) -> None:
    project = pretended(tmp_path, TWO_CLASSES)
    prepared = prepare_build(TEST, project)
    assert not prepared.is_outdated()
    run_build(TEST, project, Caller())
    assert prepared.is_outdated()
    assert not prepare_build(TEST, project).is_outdated()


def test_progress_counts_the_classes_of_the_last_build(tmp_path: Path) -> None:
    project = pretended(tmp_path, TWO_CLASSES)
    told: list[Progress] = []
    run_build(TEST, project, Caller(told.append))
    assert {each.total for each in told} == {None}
    told.clear()
    run_build(TEST, project, Caller(told.append))
    counted = [(each.done, each.total) for each in told if "Test (" in each.message]
    assert counted == [(0, 2), (1, 2)]


def test_a_filter_that_nothing_matches_is_a_failure(tmp_path: Path) -> None:
    project = pretended(tmp_path, "say('[INFO] BUILD SUCCESS')")
    build = run_build(
        BuildRequest("Test", ("test",), (), 60.0, test_filter="Foo"), project, Caller()
    )
    assert build.status is Status.FAILURE
    assert build.output == ("No test matches testFilter Foo.", "There are no tests.")


def test_what_was_there_before_the_build_does_not_count(tmp_path: Path) -> None:
    project = pretended(tmp_path, TWO_CLASSES)
    run_build(TEST, project, Caller())
    (project / "mvnw").write_text("#!/bin/sh\necho '[INFO] BUILD SUCCESS'\n")
    build = run_build(TEST, project, Caller())
    assert build.tests == Counts(0, 0, 0)
    assert records_of(project)[0].cases() == tuple[Case]()
