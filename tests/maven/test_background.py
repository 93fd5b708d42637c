"""Builds in the background: they outlive who began them, and can be followed, ended and read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from textwrap import dedent

import psutil
import pytest

from pageful.builds.background import run, start
from pageful.builds.background.worker import Task
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.waiting import stop_build, wait_for
from pageful.builds.results import Build, Counts, Running, Status
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import pack_request
from pageful.maven.running import background
from pageful.maven.running.background import _PREPARE, start_in_background
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.running.run_build import run_build
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError
from pretended_maven import pretended, until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="programs of another system")

TEST = BuildRequest("Test", ("test",), (), 60.0)
HALFWAY = """
say("[INFO] Building jobs 1.0")
report("a.FirstTest", passed=["first"], failed=["second"])
say("[INFO] Running a.LastTest")
wait_for("go")
report("a.LastTest", passed=["third"])
say("[INFO] BUILD SUCCESS")
"""


@pytest.fixture
def halfway(tmp_path: Path, jdk: Path) -> Path:
    """A project whose build stops halfway, until there is a file `go`."""
    return pretended(tmp_path / "project", HALFWAY)


def record_of(project: Path, build: str | None = None) -> BuildRecord:
    return BuildStore.of(project.resolve(), MAVEN).find(build)


def begun_halfway(project: Path) -> BuildRecord:
    """A build that has come to its last test class."""
    record = record_of(project, start_in_background(TEST, project).id)
    until(lambda: "a.LastTest" in record.running().message)
    return record


def processes_of(project: Path) -> list[psutil.Process]:
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if f"{project}/mvnw" in (process.info["cmdline"] or [])
    ]


def worker_of(record: BuildRecord) -> psutil.Process:
    """The process that runs a build: the one that has its log open."""
    for process in psutil.process_iter():
        try:
            if str(record.directory / "log") in [each.path for each in process.open_files()]:
                return process
        except psutil.Error:
            continue
    raise AssertionError


def test_a_build_gives_its_id_at_once_and_what_it_came_to_later(halfway: Path) -> None:
    running = start_in_background(TEST, halfway)
    record = record_of(halfway, running.id)
    assert isinstance(wait_for(record, 0, Caller()), Running)
    (halfway / "go").touch()
    build = wait_for(record, 60, Caller())
    assert isinstance(build, Build)
    assert (build.id, build.status) == (running.id, Status.FAILURE)
    assert build.tests == Counts(3, 1, 0)
    assert b"[INFO] Running a.LastTest" in list(record.log())


def test_a_build_that_goes_on_tells_how_far_it_is(halfway: Path) -> None:
    record = begun_halfway(halfway)
    told: list[Progress] = []
    running = wait_for(record, 0.3, Caller(told.append))
    assert isinstance(running, Running)
    assert (running.operation, running.waiting) == ("Test", False)
    assert running.message == "a.LastTest (2 tests so far)"
    assert running.tests == Counts(2, 1, 0)
    assert [each.message for each in told] == ["a.LastTest (2 tests so far)"]
    stop_build(record, Caller())


def test_who_gives_up_waiting_does_not_end_the_build(halfway: Path) -> None:
    record = begun_halfway(halfway)
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        wait_for(record, 60, caller)
    assert record.is_running
    (halfway / "go").touch()
    assert isinstance(wait_for(record, 60, Caller()), Build)


@pytest.mark.slow
def test_a_build_outlives_the_process_that_began_it(halfway: Path) -> None:
    program = dedent(
        f"""
        import os, pathlib, signal
        from pageful.maven.running.background import start_in_background
        from pageful.maven.request.build_request import BuildRequest
        request = BuildRequest("Test", ("test",), (), 60.0)
        start_in_background(request, pathlib.Path({str(halfway)!r}))
        os.killpg(0, signal.SIGKILL)
        """
    )
    parent = subprocess.Popen([sys.executable, "-c", program], start_new_session=True)
    assert parent.wait() == -signal.SIGKILL
    record = record_of(halfway)
    assert record.is_running
    (halfway / "go").touch()
    build = wait_for(record, 60, Caller())
    assert isinstance(build, Build)
    assert build.tests == Counts(3, 1, 0)


def test_a_build_is_nobodys_child(halfway: Path) -> None:
    worker = worker_of(begun_halfway(halfway))
    assert worker.pid not in {each.pid for each in psutil.Process().children(recursive=True)}
    assert os.getsid(worker.pid) != os.getsid(0)
    assert not worker.terminal()
    stop_build(record_of(halfway), Caller())


def test_a_build_that_is_stopped_leaves_what_was_finished_and_no_process(halfway: Path) -> None:
    record = begun_halfway(halfway)
    assert processes_of(halfway)
    build = stop_build(record, Caller())
    assert isinstance(build, Build)
    assert (build.status, build.tests) == (Status.CANCELLED, Counts(2, 1, 0))
    assert build.activity
    assert build.activity.test_class == "a.LastTest"
    assert not processes_of(halfway)
    assert stop_build(record, Caller()) == build


def test_a_worker_that_is_asked_by_a_signal_seals_its_record(halfway: Path) -> None:
    record = begun_halfway(halfway)
    worker_of(record).terminate()
    build = wait_for(record, 60, Caller())
    assert isinstance(build, Build)
    assert record.has_ended
    assert (build.status, build.tests) == (Status.CANCELLED, Counts(2, 1, 0))


@pytest.mark.slow
def test_a_worker_that_was_killed_is_told_from_one_that_runs(halfway: Path) -> None:
    record = begun_halfway(halfway)
    worker_of(record).kill()
    until(lambda: not record.is_running)
    assert processes_of(halfway)
    build = wait_for(record, 60, Caller())
    assert isinstance(build, Build)
    assert not record.has_ended
    assert (build.status, build.tests) == (Status.CANCELLED, Counts(2, 1, 0))
    assert not processes_of(halfway)


@pytest.mark.slow
def test_the_next_build_ends_what_a_killed_one_left_running(halfway: Path) -> None:
    record = begun_halfway(halfway)
    (left,) = processes_of(halfway)
    worker_of(record).kill()
    until(lambda: not record.is_running)
    (halfway / "go").touch()
    left.suspend()
    assert run_build(TEST, halfway, Caller()).tests == Counts(3, 1, 0)
    assert not left.is_running() or left.status() == psutil.STATUS_ZOMBIE


def test_the_second_of_two_builds_waits_and_names_the_first(halfway: Path) -> None:
    first = begun_halfway(halfway)
    second = record_of(halfway, start_in_background(TEST, halfway).id)
    until(lambda: second.running().message)
    running = wait_for(second, 0, Caller())
    assert isinstance(running, Running)
    assert running.waiting
    assert running.message == f"waiting for build {first.id} of this project to end"
    (halfway / "go").touch()
    for record in (first, second):
        build = wait_for(record, 60, Caller())
        assert isinstance(build, Build)
        assert build.tests == Counts(3, 1, 0)


def test_a_build_that_is_stopped_while_it_waits_never_runs_maven(halfway: Path) -> None:
    first = begun_halfway(halfway)
    second = record_of(halfway, start_in_background(TEST, halfway).id)
    until(lambda: second.running().waiting)
    build = stop_build(second, Caller())
    assert isinstance(build, Build)
    assert (build.status, build.tests) == (Status.CANCELLED, None)
    assert first.is_running
    stop_build(first, Caller())


def test_time_is_up_in_the_background_too(halfway: Path) -> None:
    request = BuildRequest("Test", ("test",), (), 1.5)
    build = wait_for(record_of(halfway, start_in_background(request, halfway).id), 60, Caller())
    assert isinstance(build, Build)
    assert (build.status, build.tests) == (Status.TIMEOUT, Counts(2, 1, 0))


@pytest.mark.parametrize(
    ("refused", "problem"),
    [
        (BuildRequest("Test", ("test",), ("-q",), 60.0), "must not hold `-q`"),
        (BuildRequest("Test", ("test",), (), 60.0, test_filter="a b"), "no name of a test"),
        (BuildRequest("Test", ("test",), (), 60.0, modules=("api",)), "and this one has none"),
        (BuildRequest("Test", ("test",), (), 60.0, failed_only=True), "is recorded"),
    ],
)
def test_what_is_wrong_is_refused_at_once_and_leaves_no_record(
    halfway: Path, refused: BuildRequest, problem: str
) -> None:
    with pytest.raises(ToolError, match=problem):
        start_in_background(refused, halfway)
    assert not BuildStore.of(halfway.resolve(), MAVEN).every()


def test_what_goes_wrong_after_waiting_is_what_the_build_came_to(halfway: Path) -> None:
    first = begun_halfway(halfway)
    second = record_of(halfway, start_in_background(TEST, halfway).id)
    until(lambda: second.running().waiting)
    (halfway / "mvnw").write_text("#!/nonexistent/python\n")
    (halfway / "go").touch()
    wait_for(first, 60, Caller())
    build = wait_for(second, 60, Caller())
    assert isinstance(build, Build)
    assert build.status is Status.FAILURE
    assert "can't be started" in build.output[0]


def test_a_fault_is_what_the_build_came_to(halfway: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Build:
        raise LookupError("a fault")

    monkeypatch.setattr(background, "run_recorded", fail)
    monkeypatch.setattr(run, "_end_on_signal", lambda _: None)
    task = Task(_PREPARE, pack_request(TEST), os.fsencode(halfway.resolve()))
    run.run_task(task, lambda _: None)
    build = record_of(halfway).build()
    assert build.status is Status.FAILURE
    assert "LookupError: a fault" in build.output[0]


def test_a_build_that_cannot_be_recorded_cannot_run_in_the_background(
    halfway: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    (tmp_path / "file").touch()
    with pytest.raises(ToolError, match="could not be recorded") as raised:
        start_in_background(TEST, halfway)
    assert "without `background`" in raised.value.remedy


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("raise SystemExit('no room')", "did not begin: no room."),
        ("", "did not begin: it said nothing."),
        ("import time; time.sleep(60)", "did not begin: it gave no answer."),
    ],
)
def test_a_worker_that_does_not_begin_is_an_error(
    halfway: Path, monkeypatch: pytest.MonkeyPatch, program: str, reason: str
) -> None:
    monkeypatch.setattr(start, "_PROGRAM", program)
    monkeypatch.setattr(start, "_PATIENCE", 2.0)
    with pytest.raises(ToolError, match=reason):
        start_in_background(TEST, halfway)


def test_a_build_that_cannot_be_asked_to_stop_is_an_error(halfway: Path) -> None:
    record = begun_halfway(halfway)
    (record.directory / "stop").symlink_to("/nonexistent/directory/file")
    with pytest.raises(ToolError, match=r"Build b1 can't be asked to stop: No such file"):
        stop_build(record, Caller())
    (record.directory / "stop").unlink()
    stop_build(record, Caller())


def test_a_module_of_the_current_directory_is_not_what_a_worker_loads(
    halfway: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("msgspec.py", "pageful.py", "json.py"):
        (tmp_path / name).write_text("raise SystemExit('wrong')")
    monkeypatch.chdir(tmp_path)
    assert isinstance(stop_build(begun_halfway(halfway), Caller()), Build)


def test_a_build_sees_the_environment_of_who_began_it(
    tmp_path: Path, jdk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = pretended(tmp_path / "p", "import os; say('[INFO] colour ' + os.environ['COLOUR'])")
    monkeypatch.setenv("COLOUR", "grün")
    record = record_of(project, start_in_background(TEST, project).id)
    wait_for(record, 60, Caller())
    assert "[INFO] colour grün".encode() in list(record.log())


def test_builds_that_begin_at_the_same_time_have_records_of_their_own(
    tmp_path: Path, jdk: Path
) -> None:
    project = pretended(tmp_path / "p", "report('a.FooTest', passed=['x'])")
    ids: list[str] = []
    threads = [
        threading.Thread(target=lambda: ids.append(start_in_background(TEST, project).id))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ids) == ["b1", "b2", "b3"]
    for each in ids:
        build = wait_for(record_of(project, each), 60, Caller())
        assert isinstance(build, Build)
        assert build.tests == Counts(1, 0, 0)
