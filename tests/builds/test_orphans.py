"""What a build that was killed has left running."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psutil
import pytest

from pageful.builds.build_tool import BuildTool
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.orphans import end_orphans, forget_process, note_process
from pageful.maven.running.maven_tool import MAVEN

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no sessions")
SLEEP = "import time; time.sleep(60)"
LEADER = (
    "import subprocess, sys; input(); "
    f"print(subprocess.Popen([sys.executable, '-c', {SLEEP!r}]).pid, flush=True)"
)


@dataclass
class Recorded:
    directory: Path
    is_running: bool = False
    tool: BuildTool = MAVEN

    def lines(self) -> Iterator[str]:
        return iter(["[INFO] Processing build on daemon 0123456789abcdef"])


def ended(directory: Path, *, is_running: bool = False) -> None:
    end_orphans(cast("BuildRecord", Recorded(directory, is_running)))


def lives(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


@pytest.fixture
def left(tmp_path: Path) -> Iterator[psutil.Process]:
    """A process that the leader of its session has left behind, who was noted."""
    with subprocess.Popen(
        [sys.executable, "-c", LEADER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as leader:
        note_process(tmp_path, leader.pid)
        assert leader.stdin
        assert leader.stdout
        leader.stdin.write(b"\n")
        leader.stdin.flush()
        process = psutil.Process(int(leader.stdout.readline()))
    yield process
    if process.is_running():
        process.kill()


def test_what_is_left_of_a_build_that_nobody_runs_is_ended(
    tmp_path: Path, left: psutil.Process
) -> None:
    ended(tmp_path)
    assert not lives(left)
    assert not list(tmp_path.iterdir())


def test_a_build_that_runs_is_left_alone(tmp_path: Path, left: psutil.Process) -> None:
    ended(tmp_path, is_running=True)
    assert lives(left)


def test_what_a_build_left_on_purpose_is_left_alone(tmp_path: Path, left: psutil.Process) -> None:
    forget_process(tmp_path)
    ended(tmp_path)
    assert lives(left)


@pytest.mark.parametrize("began", ["later", "before the last start of the system"])
def test_another_process_of_the_same_number_is_left_alone(tmp_path: Path, began: str) -> None:
    command = [sys.executable, "-c", SLEEP]
    with psutil.Popen(command, start_new_session=True) as other:
        since = other.create_time() + 5 if began == "later" else psutil.boot_time() - 5
        (tmp_path / "maven-process").write_text(f"{other.pid} {since!r}")
        ended(tmp_path)
        assert lives(other)
        other.kill()


@pytest.mark.parametrize("note", ["", "x y", "1", "12345678 nan", "\udcff"])
def test_a_damaged_note_ends_nothing(tmp_path: Path, note: str) -> None:
    (tmp_path / "maven-process").write_bytes(note.encode("utf-8", "surrogateescape"))
    ended(tmp_path)
