"""Ending a build that a Daemon carries out, with stand-ins for the Daemon and its client."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import psutil
import pytest

from pageful.maven.running import daemon
from pageful.maven.running.daemon import Daemon

SLEEP = "import time; print(flush=True); time.sleep(60)"
FORKING = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
{SLEEP}
"""
"""A Daemon that has started a JVM for tests."""

WAITING = """
import psutil, sys, time
forks = psutil.Process(int(sys.argv[1])).children()
print(flush=True)
while any(fork.is_running() and fork.status() != psutil.STATUS_ZOMBIE for fork in forks):
    time.sleep(0.01)
"""
"""A client that ends when the build has."""

Stand = subprocess.Popen[bytes]


@pytest.fixture
def stands() -> Iterator[ExitStack]:
    """Whatever is entered here is killed in the end."""
    with ExitStack() as stack:
        yield stack


def started(stands: ExitStack, code: str, *arguments: str) -> Stand:
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, start_new_session=True
    )
    stands.enter_context(process)
    stands.callback(process.kill)
    assert process.stdout
    process.stdout.readline()
    return process


def forking(stands: ExitStack, number: str) -> Stand:
    process = started(stands, FORKING, f"-Dmvnd.id={number}")
    stands.callback(_kill_all, psutil.Process(process.pid).children(recursive=True))
    return process


def _kill_all(processes: list[psutil.Process]) -> None:
    for process in processes:
        if process.is_running():
            process.kill()


def test_a_daemon_is_found_by_its_id(stands: ExitStack) -> None:
    process = forking(stands, "0a1b2c3d")
    found = Daemon.of("0a1b2c3d")
    assert found
    assert found.process.pid == process.pid
    assert len(found.children()) == 1


@pytest.mark.parametrize("number", ["", "ffffffff0", "0a1b2c3"])
def test_where_there_is_none_none_is_found(stands: ExitStack, number: str) -> None:
    forking(stands, "0a1b2c3d")
    assert Daemon.of(number) is None


def test_a_build_ends_with_its_forks_and_the_daemon_lives_on(stands: ExitStack) -> None:
    process = forking(stands, "0a1b2c3e")
    client = started(stands, WAITING, str(process.pid))
    found = Daemon.of("0a1b2c3e")
    assert found
    forks = found.children()
    found.end_build(client.pid)
    assert client.wait(60) == 0
    assert not any(fork.is_running() and fork.status() != "zombie" for fork in forks)
    assert process.poll() is None


def test_where_a_build_does_not_end_the_daemon_does(
    stands: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "_PATIENCE", 0.1)
    process = forking(stands, "0a1b2c3f")
    client = started(stands, SLEEP)
    found = Daemon.of("0a1b2c3f")
    assert found
    found.end_build(client.pid)
    assert process.wait(60) != 0


def test_a_daemon_that_has_gone_is_no_fault(stands: ExitStack) -> None:
    process = forking(stands, "0a1b2c40")
    found = Daemon.of("0a1b2c40")
    assert found
    process.kill()
    process.wait()
    assert found.children() == []
    found.end_build(process.pid)
