"""Indexing that is ended from outside: nothing is half-written, and nothing is left running."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from pageful.code.workspace import Workspace
from pageful.tool.context import Caller
from repositories import many

pytestmark = pytest.mark.slow

FILES = 2500


def indexing(root: Path, data: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pageful", "code", "index", str(root), "--data", str(data)]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def test_an_index_survives_being_killed_ten_times(tmp_path: Path) -> None:
    root, data = many(tmp_path / "many", FILES, lines=30), tmp_path / "data"
    dice = random.Random(7)
    kept = [0]
    for _ in range(10):
        process = indexing(root, data)
        time.sleep(dice.uniform(0.3, 2.5))
        workers = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        process.wait()
        assert not psutil.wait_procs(workers, timeout=20)[1]
        workspace = Workspace.of([], data, "none")
        if workspace.projects.all():
            status = workspace.status(None, Caller())
            assert status.files >= kept[-1]
            kept.append(status.files)

    whole = Workspace.of([], data, "none")
    whole.index(root, None, Caller(), force=False)
    found = whole.search("function_1234_7", Caller())
    anew = Workspace.of([], tmp_path / "anew", "none")
    anew.index(root, None, Caller(), force=False)

    assert found.results[0].file_path.endswith("module_1234.py")
    assert found.results == anew.search("function_1234_7", Caller()).results


def test_an_interrupted_command_ends_its_workers_and_keeps_what_was_done(tmp_path: Path) -> None:
    root, data = many(tmp_path / "many", FILES, lines=30), tmp_path / "data"
    process = indexing(root, data)
    while not psutil.Process(process.pid).children():
        time.sleep(0.02)
    workers = psutil.Process(process.pid).children(recursive=True)

    os.kill(process.pid, signal.SIGINT)

    assert process.wait(timeout=60) == 130
    assert not psutil.wait_procs(workers, timeout=20)[1]
    Workspace.of([], data, "none").status(None, Caller())


def asking(root: Path, data: Path) -> subprocess.Popen[bytes]:
    """A server that was just asked to search a repository which nobody has indexed."""
    options = ["--repo", str(root), "--data", str(data), "--embedder", "none"]
    server = subprocess.Popen(
        [sys.executable, "-m", "pageful", "serve", "code", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    search = {"name": "search_code", "arguments": {"query": "function_1234_7"}}
    assert server.stdin
    for message in (
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": search},
    ):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    server.stdin.flush()
    return server


@pytest.mark.parametrize("number", [None, signal.SIGTERM])
def test_a_server_that_ends_ends_what_it_indexes_and_the_next_goes_on(
    tmp_path: Path, number: signal.Signals | None
) -> None:
    root, data = many(tmp_path / "many", FILES, lines=30), tmp_path / "data"
    server = asking(root, data)
    while not psutil.Process(server.pid).children():
        time.sleep(0.02)
    workers = psutil.Process(server.pid).children(recursive=True)

    if number is not None:
        server.send_signal(number)
        server.wait(timeout=60)
    server.communicate()  # closes its stdin, and waits for its end

    assert not psutil.wait_procs(workers, timeout=20)[1]
    found = Workspace.of([root], data, "none").search("function_1234_7", Caller())
    assert found.results[0].file_path.endswith("module_1234.py")
    assert found.coverage is None
