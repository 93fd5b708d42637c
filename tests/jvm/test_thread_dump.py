"""Where a forked test JVM hangs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm import thread_dump
from pageful.jvm.stack_trace import Application
from pageful.jvm.thread_dump import _is_fork as is_fork
from pageful.jvm.thread_dump import application_frames, stuck_frames

OURS = Application(("com.example",))
WORKER = """\
"ForkJoinPool-1-worker-1" #21 daemon prio=5 os_prio=0 tid=0x7f waiting on condition
   java.lang.Thread.State: TIMED_WAITING (sleeping)
	at java.lang.Thread.sleep(java.base@17.0.9/Native Method)
	at com.example.jobs.Worker.poll(Worker.java:7)
"""
MAIN = """\
"main" #1 prio=5 os_prio=0 cpu=612.35ms elapsed=10.11s tid=0x7f2 nid=0x1 in Object.wait()
   java.lang.Thread.State: WAITING (on object monitor)
	at java.lang.Object.wait(java.base@17.0.9/Native Method)
	- waiting on <0x00000000e0a1c3d8> (a java.lang.Object)
	at com.example.jobs.JobQueue.awaitIdle(JobQueue.java:12)
	- locked <0x00000000e0a1c3d8> (a java.lang.Object)
	at app//com.example.jobs.JobQueueTest.becomesIdle(JobQueueTest.java:9)
	at org.junit.jupiter.engine.Foo.bar(Foo.java:1)
"""
HEADER = "4711:\n2026-02-16 12:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.9):\n\n"


def test_the_main_thread_comes_first() -> None:
    assert application_frames(f"{HEADER}{WORKER}\n{MAIN}", OURS) == (
        "at jobs.JobQueue.awaitIdle(JobQueue.java:12)",
        "at jobs.JobQueueTest.becomesIdle(JobQueueTest.java:9)",
    )


def test_another_thread_is_taken_where_main_is_not_in_the_application() -> None:
    idle = MAIN.replace("com.example", "org.junit")
    assert application_frames(idle + WORKER, OURS) == ("at jobs.Worker.poll(Worker.java:7)",)


def test_no_thread_in_the_application_has_no_frames() -> None:
    assert application_frames(HEADER, OURS) == ()


def test_deep_calls_are_cut() -> None:
    deep = MAIN + "".join(f"\tat com.example.A.b(A.java:{line})\n" for line in range(1000))
    assert len(application_frames(deep, OURS)) == 10


def test_deep_recursion_is_counted() -> None:
    deep = MAIN + "\tat com.example.A.b(A.java:1)\n" * 1000
    assert application_frames(deep, OURS)[-2:] == ("at A.b(A.java:1)", "… 999 equal frames")


def test_processes_that_run_no_tests_have_no_frames() -> None:
    assert stuck_frames([psutil.Process(os.getpid())], OURS) == ()


@pytest.fixture
def fork(monkeypatch: pytest.MonkeyPatch) -> Iterator[psutil.Process]:
    """A process that passes for a test JVM."""
    command = [sys.executable, "-c", "import time; time.sleep(60)", "surefirebooter.jar"]
    with subprocess.Popen(command) as process:
        monkeypatch.setattr(thread_dump, "_is_fork", lambda each: each.pid == process.pid)
        yield psutil.Process(process.pid)
        process.kill()


def test_the_frames_are_those_of_the_test_jvm(
    fork: psutil.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thread_dump, "_dump", lambda process: WORKER)
    here = psutil.Process(os.getpid())
    assert stuck_frames([here, fork], OURS) == ("at jobs.Worker.poll(Worker.java:7)",)


def test_a_shell_that_starts_a_test_jvm_is_none(fork: psutil.Process) -> None:
    assert not is_fork(fork)


def test_a_test_jvm_that_gives_no_dump_has_no_frames(fork: psutil.Process) -> None:
    assert stuck_frames([fork], OURS) == ()


@given(st.text(st.sampled_from('"\\\n\tat com.example.A(B:1)')))
def test_any_text_is_a_dump(dump: str) -> None:
    application_frames(dump, OURS)


def test_quotes_without_end_take_no_long_time() -> None:
    began = time.process_time()
    application_frames('"a\\\n' * 100_000, OURS)
    assert time.process_time() - began < 2
