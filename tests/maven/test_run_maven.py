"""Running Maven: one build at a time, bounded, ended whole."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
import pytest

from pageful.builds.records.build_store import BuildStore
from pageful.builds.results import Activity
from pageful.jvm.stack_trace import Application
from pageful.maven.process_run import ProcessRun
from pageful.maven.running.invocation import Invocation
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.running.project_lock import lock_project
from pageful.maven.running.run_maven import run_maven
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError
from pretended_maven import until
from thoroughness import size

pytestmark = pytest.mark.skipif(os.name == "nt", reason="programs of another system")


def ran(
    root: Path, program: str, *, seconds: float = 30, caller: Caller | None = None
) -> ProcessRun:
    invocation = Invocation((sys.executable, "-c", program), root, ())
    return run_maven(
        invocation,
        seconds=seconds,
        application=Application(),
        caller=caller or Caller(),
    )


def test_a_run_has_its_exit_code_and_its_log(tmp_path: Path) -> None:
    found = ran(tmp_path, r"print('[ERROR] a\r\nb\xff', end=''); raise SystemExit(3)")
    assert found.exit_code == 3
    assert [str(line) for line in found.log] == ["[ERROR] a", "bÿ"]


def test_output_that_is_no_utf_8_is_read(tmp_path: Path) -> None:
    found = ran(tmp_path, r"import sys; sys.stdout.buffer.write(b'\xff\n')")
    assert [line.text for line in found.log] == ["\ufffd"]


def test_a_program_that_prints_for_ever_is_ended_in_time(tmp_path: Path) -> None:
    began = time.monotonic()
    found = ran(tmp_path, "while True: print('y' * 100)", seconds=1)
    assert found.exit_code is None
    assert time.monotonic() - began < 60


def test_a_line_without_end_does_not_stay_whole(tmp_path: Path) -> None:
    found = ran(tmp_path, "print('y' * 1_000_000, end='')")
    assert 0 < max(len(line.text) for line in found.log) < 140_000


def test_the_whole_log_is_passed_on_as_it_comes(tmp_path: Path) -> None:
    lines = size(300_000)
    blocks: list[bytes] = []
    pids: list[int] = []
    found = run_maven(
        Invocation(
            (sys.executable, "-c", f"for n in range({lines}): print('line', n)"), tmp_path, ()
        ),
        seconds=30,
        application=Application(),
        caller=Caller(),
        on_start=pids.append,
        write=blocks.append,
    )
    assert b"".join(blocks) == b"".join(b"line %d\n" % n for n in range(lines))
    assert len(found.log) < 20_000
    assert len(pids) == 1


def test_a_time_out_tells_what_was_going_on(tmp_path: Path) -> None:
    program = "print('[INFO] Building jobs 1.0', flush=True); import time; time.sleep(60)"
    assert ran(tmp_path, program, seconds=1).activity == Activity("jobs")


def test_a_cancelled_run_ends_and_tells_what_there_was(tmp_path: Path) -> None:
    program = "print('[INFO] Running a.FooTest', flush=True); import time; time.sleep(60)"
    caller = Caller(lambda _: caller.cancel())
    found = ran(tmp_path, program, caller=caller)
    assert (found.exit_code, found.cancelled) == (None, True)
    assert [line.text for line in found.log] == ["Running a.FooTest"]


def test_a_fault_ends_the_run(tmp_path: Path) -> None:
    def fail(_block: bytes) -> None:
        raise LookupError

    program = "print('a', flush=True); import time; time.sleep(60)"
    pids: list[int] = []
    with pytest.raises(LookupError):
        run_maven(
            Invocation((sys.executable, "-c", program), tmp_path, ()),
            seconds=30,
            application=Application(),
            caller=Caller(),
            on_start=pids.append,
            write=fail,
        )
    assert not psutil.pid_exists(pids[0])


def test_a_caller_who_is_slow_does_not_hold_up_the_build(tmp_path: Path) -> None:
    listens = threading.Event()

    def listen(_progress: Progress) -> None:
        listens.wait(60)

    caller = Caller(listen)
    program = (
        "for n in range(20_000): print(f'[INFO] Running a.Test{n}')\nopen('done', 'w').close()"
    )
    thread = threading.Thread(target=ran, args=(tmp_path, program), kwargs={"caller": caller})
    thread.start()
    until((tmp_path / "done").exists)
    listens.set()
    thread.join()


def test_a_child_that_holds_the_pipe_does_not_hold_the_result(tmp_path: Path) -> None:
    program = (
        "import subprocess; print('a', flush=True); child = subprocess.Popen(['sleep', '90'])\n"
        "open('child', 'w').write(str(child.pid))"
    )
    began = time.monotonic()
    assert [line.text for line in ran(tmp_path, program).log] == ["a"]
    assert time.monotonic() - began < 60
    os.kill(int((tmp_path / "child").read_text()), signal.SIGTERM)


def test_what_cannot_be_started_is_said(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="can't be started"):
        run_maven(
            Invocation(("/nonexistent/mvn",), tmp_path, ()),
            seconds=1,
            application=Application(),
            caller=Caller(),
        )


def test_a_project_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="does not exist any more"):
        ran(tmp_path / "gone", "")


def test_progress_is_told_with_the_classes_of_the_last_run(tmp_path: Path) -> None:
    told: list[Progress] = []
    run_maven(
        Invocation((sys.executable, "-c", "print('[INFO] Running a.FooTest')"), tmp_path, ()),
        seconds=30,
        application=Application(),
        classes_before=4,
        caller=Caller(told.append),
    )
    assert told == [Progress("a.FooTest (0 tests so far)", 0, 4)]


def test_one_build_of_a_project_at_a_time(tmp_path: Path) -> None:
    told: list[Progress] = []
    waiting = Caller(told.append)
    threading.Timer(0.5, waiting.cancel).start()
    with (
        lock_project(tmp_path, Caller()),
        pytest.raises(Cancelled),
        lock_project(tmp_path, waiting),
    ):
        pass
    assert [each.message for each in told] == ["waiting for another build of this project to end"]
    with lock_project(tmp_path, Caller()):
        pass


def test_who_waits_is_told_which_build_it_waits_for(tmp_path: Path) -> None:
    told: list[str] = []

    def listen(progress: Progress) -> None:
        told.append(progress.message)
        waiting.cancel()

    waiting = Caller(listen)
    with (
        lock_project(tmp_path, Caller(), "b7"),
        pytest.raises(Cancelled),
        lock_project(tmp_path, waiting, "b8"),
    ):
        pass
    assert told == ["waiting for build b7 of this project to end"]


def test_builds_wait_for_each_other_whatever_place_each_has_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    BuildStore.of(tmp_path, MAVEN).begin("Test").close()
    told: list[str] = []

    def listen(progress: Progress) -> None:
        told.append(progress.message)
        waiting.cancel()

    waiting = Caller(listen)
    with lock_project(tmp_path, Caller(), "b7"):
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        with pytest.raises(Cancelled), lock_project(tmp_path, waiting, "b8"):
            pass
    assert told == ["waiting for build b7 of this project to end"]


@pytest.mark.parametrize("in_the_way", ["file", "link", "nowhere"])
def test_where_no_lock_can_be_kept_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_the_way: str
) -> None:
    place = tmp_path / f"pageful-{os.getuid()}"
    if in_the_way == "file":
        place.touch()
    elif in_the_way == "link":
        place.symlink_to(tmp_path)
    else:
        tmp_path = tmp_path / "nowhere"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(ToolError, match="No lock can be kept"), lock_project(tmp_path, Caller()):
        pass


def test_an_argument_that_is_too_long_is_not_blamed_on_maven(tmp_path: Path) -> None:
    invocation = Invocation((sys.executable,), tmp_path, ("x" * 4_000_000,))
    with pytest.raises(ToolError, match="can't be started") as raised:
        run_maven(invocation, seconds=30, application=Application(), caller=Caller())
    assert "fewer" in raised.value.remedy
