"""Builds that are ended before their end leave no process behind, and the project free."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import psutil
import pytest
from mcp import Client, MCPError

from connecting import PAGEFUL, connected, maven, page
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.waiting import stop_build
from pageful.builds.results import Activity, Build, Counts, Status
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.running.background import start_in_background
from pageful.maven.running.maven_tool import MAVEN
from pageful.tool.context import Caller
from scenarios import SCENARIOS

pytestmark = [pytest.mark.anyio, pytest.mark.maven]

_PATIENCE = 60


@pytest.fixture
def hanging(tmp_path: Path) -> Path:
    """A project whose second test class sleeps for ten minutes."""
    return SCENARIOS["hanging"].write(tmp_path / "hanging")


def _processes(project: Path) -> list[psutil.Process]:
    """Every process whose working directory or command line is in the project."""
    return [
        process
        for process in psutil.process_iter(["cwd", "cmdline"])
        if process.pid != os.getpid()
        and "pageful" not in (process.info["cmdline"] or [])
        and str(project) in " ".join([process.info["cwd"] or "", *(process.info["cmdline"] or [])])
    ]


async def _gone(project: Path) -> None:
    with anyio.fail_after(_PATIENCE):
        while _processes(project):
            await anyio.sleep(0.1)


@asynccontextmanager
async def _hanging_call(client: Client, project: Path) -> AsyncIterator[anyio.CancelScope]:
    """A call of `maven_test` that has come to the test that hangs; yields what cancels it."""
    hangs = anyio.Event()

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        if "JobQueueTest" in (message or ""):
            hangs.set()

    async def call() -> None:
        # Whoever ends the server itself closes the connection under the call.
        with scope, contextlib.suppress(MCPError):
            await client.call_tool("maven_test", {}, progress_callback=listen)

    scope = anyio.CancelScope()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(call)
        with anyio.fail_after(_PATIENCE):
            await hangs.wait()
        yield scope
        scope.cancel()


async def test_a_timeout_tells_where_the_build_hung_and_leaves_no_process(hanging: Path) -> None:
    async with connected(*maven(hanging)) as client:
        text = page(await client.call_tool("maven_test", {"timeout": 10}))
        assert not _processes(hanging)
    header, _, rest = text.partition("\n\n")
    assert header.startswith("Test TIMEOUT (1")
    assert header.endswith(" — 1 run, 0 failed so far")
    assert rest == (
        "Stopped while running surefire:test @ jobs, in com.example.jobs.JobQueueTest\n"
        "  at jobs.JobQueue.awaitIdle(JobQueue.java:12)\n"
        "  at jobs.JobQueueTest.becomesIdle(JobQueueTest.java:9)\n"
        "  Test output:\n"
        "  waiting for the queue\n\n"
        "  src/test/java/com/example/jobs/JobQueueTest.java\n"
        "  9  new JobQueue().awaitIdle();\n"
        "  src/main/java/com/example/jobs/JobQueue.java\n"
        "  10  public void awaitIdle() throws InterruptedException {\n"
        "        while (pending > 0) {\n"
        "  12>     Thread.sleep(600_000);\n"
        "          pending--;\n"
        "        }\n"
        "  15  }"
    )


async def test_a_build_in_the_background_that_is_stopped_leaves_what_was_finished(
    hanging: Path,
) -> None:
    running = start_in_background(BuildRequest("Test", ("test",), (), 300.0), hanging)
    record = BuildStore.of(hanging, MAVEN).find(running.id)
    with anyio.fail_after(_PATIENCE):
        while "JobQueueTest" not in record.running().message:
            await anyio.sleep(0.1)
    build = stop_build(record, Caller())
    assert isinstance(build, Build)
    assert (build.status, build.tests) == (Status.CANCELLED, Counts(1, 0, 0))
    assert build.activity
    assert replace(build.activity, output=()) == Activity(
        "jobs", "surefire:test", "com.example.jobs.JobQueueTest"
    )
    assert not _processes(hanging)


async def test_a_cancelled_call_frees_the_project_and_leaves_what_was_finished(
    hanging: Path,
) -> None:
    async with connected(*maven(hanging)) as client:
        async with _hanging_call(client, hanging) as scope:
            assert _processes(hanging)
            scope.cancel()
        await _gone(hanging)
        with anyio.fail_after(_PATIENCE):
            while not (record := BuildStore.of(hanging, MAVEN).find("b1")).has_ended:
                await anyio.sleep(0.1)
        build = record.build()
        assert (build.status, build.tests) == (Status.CANCELLED, Counts(1, 0, 0))
        assert build.activity
        assert build.activity.test_class == "com.example.jobs.JobQueueTest"
        assert b"waiting for the queue" in list(record.log())
        with anyio.fail_after(_PATIENCE):
            text = page(await client.call_tool("maven_clean", {}))
        assert text.startswith("Clean SUCCESS")


async def test_a_client_that_leaves_takes_its_build_along(hanging: Path) -> None:
    async with connected(*maven(hanging)) as client, _hanging_call(client, hanging) as scope:
        scope.cancel()
    await _gone(hanging)


async def test_a_second_call_waits_for_the_first_and_says_so(hanging: Path) -> None:
    waiting = anyio.Event()

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        if message == "waiting for build b1 of this project to end":
            waiting.set()

    async def clean(client: Client) -> None:
        result = await client.call_tool("maven_clean", {}, progress_callback=listen)
        assert page(result).startswith("Clean SUCCESS")

    async with (
        connected(*maven(hanging)) as first,
        connected(*maven(hanging)) as second,
        _hanging_call(first, hanging) as scope,
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(clean, second)
        with anyio.fail_after(_PATIENCE):
            await waiting.wait()
        scope.cancel()


async def test_progress_names_goals_and_test_classes(tmp_path: Path) -> None:
    project = SCENARIOS["reactor"].write(tmp_path)
    heard: list[str] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        heard.append(message or "")

    async with connected(*maven(project)) as client:
        await client.call_tool("maven_test", {}, progress_callback=listen)
    assert "[2/4] compiler:compile @ shop-core" in heard
    assert "[3/4] com.example.api.InvoiceTest (1 test so far)" in heard


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("mode", ["serve", "maven"])
async def test_a_signal_to_the_program_ends_its_build(
    hanging: Path, number: signal.Signals, mode: str
) -> None:
    if mode == "serve":
        async with connected(*maven(hanging)) as client, _hanging_call(client, hanging):
            _pageful(hanging).send_signal(number)
            await _gone(hanging)
        return
    command = [sys.executable, "-m", "pageful", "maven", "test", "--project", str(hanging)]
    async with await anyio.open_process(command) as process:
        with anyio.fail_after(_PATIENCE):
            while not any("surefirebooter" in str(each.cmdline()) for each in _processes(hanging)):
                await anyio.sleep(0.1)
        process.send_signal(number)
        await process.wait()
        assert process.returncode == 128 + number
    await _gone(hanging)


async def test_a_signal_to_an_http_server_ends_its_build(hanging: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*PAGEFUL, "serve", *maven(hanging), "--http", f"127.0.0.1:{port}"]
    async with await anyio.open_process(command, stderr=None) as server:
        with anyio.fail_after(_PATIENCE):
            while not _answers(port):
                await anyio.sleep(0.1)
        with contextlib.suppress(Exception):
            async with (
                Client(f"http://127.0.0.1:{port}/mcp") as client,
                _hanging_call(client, hanging),
            ):
                server.terminate()
                await _gone(hanging)
    assert not _processes(hanging)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _pageful(project: Path) -> psutil.Process:
    """The server on a project."""
    return next(
        process
        for process in psutil.process_iter(["cmdline"])
        if {"pageful", "serve", str(project)} <= set(process.info["cmdline"] or [])
    )
