"""Process trees, started and ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from pageful.builds.process.tree import ProcessTree, start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no sessions")
SLEEP = "import time; time.sleep(60)"
IGNORE = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); "


def started(tmp_path: Path, program: str, ready: int = 1) -> ProcessTree:
    """A running Python program, once it has printed so many lines."""
    tree = start([sys.executable, "-c", program], tmp_path, os.environ)
    assert tree.process.stdout
    for _ in range(ready):
        tree.process.stdout.readline()
    return tree


def ended(tree: ProcessTree) -> bool:
    members = tree.members()
    tree.end()
    assert tree.process.stdout
    tree.process.stdout.close()
    return all(not each.is_running() or each.status() == psutil.STATUS_ZOMBIE for each in members)


def child(program: str, *, session: bool = False) -> str:
    return (
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', "
        f"{program!r}], start_new_session={session}); "
    )


def test_a_program_runs_in_its_directory_with_its_environment(tmp_path: Path) -> None:
    tree = start(
        [sys.executable, "-c", "import os; print(os.getcwd(), os.environ['X'])"],
        tmp_path,
        {"X": "y"},
    )
    output, _ = tree.process.communicate()
    assert output.decode().split() == [str(tmp_path.resolve()), "y"]


def test_its_input_is_empty_and_its_errors_are_in_the_output(tmp_path: Path) -> None:
    program = "import sys; sys.stderr.write(sys.stdin.read() + 'e')"
    output, _ = start([sys.executable, "-c", program], tmp_path, os.environ).process.communicate()
    assert output == b"e"


def test_a_program_that_does_not_exist_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nonexistent"):
        start(["/nonexistent"], tmp_path, {})


def test_children_end_too(tmp_path: Path) -> None:
    tree = started(tmp_path, child(f"print(flush=True); {SLEEP}") + SLEEP)
    assert len(tree.members()) == 2
    assert ended(tree)


def test_what_ignores_a_polite_request_is_killed(tmp_path: Path) -> None:
    tree = started(tmp_path, f"{IGNORE}print(flush=True); {SLEEP}")
    assert ended(tree)
    assert tree.process.poll() is not None


def test_an_orphan_of_the_session_ends_too(tmp_path: Path) -> None:
    tree = started(tmp_path, child(f"{IGNORE}print(flush=True); {SLEEP}"))
    tree.process.wait()
    assert len(tree.members()) == 1
    assert ended(tree)


def test_a_child_with_a_session_of_its_own_ends_too(tmp_path: Path) -> None:
    tree = started(tmp_path, child(f"print(flush=True); {SLEEP}", session=True) + SLEEP)
    assert len(tree.members()) == 2
    assert ended(tree)


def test_ending_what_has_ended_does_nothing(tmp_path: Path) -> None:
    bystander = subprocess.Popen([sys.executable, "-c", SLEEP])
    try:
        tree = started(tmp_path, "print()")
        tree.process.wait()
        assert ended(tree)
        time.sleep(0.1)
        assert bystander.poll() is None
    finally:
        bystander.send_signal(signal.SIGKILL)
        bystander.wait()
