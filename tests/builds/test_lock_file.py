"""A lock that one process holds: against another, the library's, and after a kill."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import filelock
import pytest

from pageful.builds.records.lock_file import FileLock

fcntl = pytest.importorskip("fcntl")

_HOLDER = """
import sys, time
from pathlib import Path
from pageful.builds.records.lock_file import FileLock
FileLock(Path(sys.argv[1])).acquire()
print("held", flush=True)
time.sleep(60)
"""


def test_who_comes_second_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    with FileLock(file), pytest.raises(TimeoutError, match="locked"):
        FileLock(file, timeout=0.1).acquire()
    FileLock(file).acquire()


def test_the_library_s_lock_and_this_one_exclude_each_other(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    with FileLock(file), pytest.raises(filelock.Timeout):
        filelock.FileLock(file).acquire(blocking=False)
    with filelock.FileLock(file), pytest.raises(TimeoutError):
        FileLock(file).acquire()


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(file)], stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert holder.stdout
    with holder.stdout:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(TimeoutError):
            FileLock(file).acquire()
        holder.kill()
        holder.wait()
    FileLock(file, timeout=10).acquire()


def test_a_file_that_was_removed_meanwhile_is_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    first = FileLock(file)
    first.acquire()
    file.unlink()
    with FileLock(file):
        first.release()
        with pytest.raises(TimeoutError):
            FileLock(file).acquire()


def test_what_can_not_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "no" / "lock").acquire()


def test_where_a_file_system_has_no_such_locks_the_library_has_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSYS, "no locks here")

    monkeypatch.setattr(fcntl, "flock", refuse)
    file = tmp_path / "lock"
    lock = FileLock(file)
    with pytest.warns(UserWarning, match="SoftFileLock"):
        lock.acquire()
    assert file.exists()
    lock.release()
