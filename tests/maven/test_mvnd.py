"""Builds that the Maven Daemon carries out: captured ones, and real ones where it is installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from evidence import judged_capture
from pageful import present
from pageful.builds.results import Build, Status
from pageful.jvm.stack_trace import Application
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.running.invocation import Invocation
from pageful.maven.running.run_maven import run_maven
from pageful.maven.views import build_page
from pageful.tool.context import Caller
from scenarios import SCENARIOS, Scenario, below, module_pom, pom

MVND = next(filter(None, map(shutil.which, ("mvnd", "mvnd.sh"))), "")
real = [
    pytest.mark.maven,
    pytest.mark.skipif(not MVND, reason="the Maven Daemon is not installed"),
]


@pytest.mark.parametrize(
    "name", ["green", "failing_tests", "compile_errors", "fork_exit", "bad_pom_xml"]
)
def test_a_page_of_the_daemons_build_is_that_of_mavens(name: str, tmp_path: Path) -> None:
    plain = judged_capture(name, tmp_path / "plain")
    daemons = judged_capture(f"mvnd_{name}", tmp_path / "mvnd")
    assert present(daemons, build_page).text == present(plain, build_page).text


def test_modules_that_it_builds_side_by_side_are_told_apart(tmp_path: Path) -> None:
    plain = judged_capture("threads_side_by_side", tmp_path / "plain")
    daemons = judged_capture("mvnd_side_by_side", tmp_path / "mvnd")
    assert daemons.errors == plain.errors
    assert daemons.failures == plain.failures


@pytest.fixture
def storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where Daemons of this test alone are registered; none of them is left."""
    directory = tmp_path / "mvnd"
    monkeypatch.setenv("MVND_DAEMON_STORAGE", str(directory))
    yield directory
    for process in daemons(directory):
        process.kill()


def daemons(storage: Path) -> list[psutil.Process]:
    mark = f"-Dmvnd.daemonStorage={storage}"
    processes = psutil.process_iter(["cmdline"])
    return [each for each in processes if mark in (each.info["cmdline"] or [])]


def built(project: Path, *goals: str, seconds: float = 120) -> Build:
    ran = run_maven(
        Invocation((MVND,), project, goals),
        seconds=seconds,
        application=Application(("com.example",)),
        caller=Caller(),
    )
    return build_outcome(Evidence("Test", ran, SUREFIRE_REPORTS.read(project, {}), str(project)))


def two_modules(version: str) -> Scenario:
    """A parent whose compiler is told a Java release, and a module."""
    listed = "<packaging>pom</packaging>\n<modules><module>core</module></modules>"
    parent = pom(artifact="shop", extra=listed).replace(">17<", f">{version}<")
    core = module_pom(parent="com.example:shop:1.0.0", artifact="core")
    source = {"src/main/java/com/example/Core.java": "package com.example;\n\nrecord Core() {}\n"}
    return Scenario("two_modules", {"pom.xml": parent, **below("core", {"pom.xml": core}, source)})


@pytest.mark.usefixtures("storage")
class TestReally:
    """With a real Daemon."""

    pytestmark = real

    def test_it_sees_that_a_parent_was_edited_and_which_work_tree_it_is_in(
        self, tmp_path: Path
    ) -> None:
        first = two_modules("17").write(tmp_path / "first")
        assert built(first, "compile").status is Status.SUCCESS
        two_modules("11").write(first)
        edited = built(first, "compile")
        assert "records are not supported in -source 11" in edited.errors[0].message
        second = two_modules("17").write(tmp_path / "second")
        assert built(second, "compile").status is Status.SUCCESS

    def test_a_build_whose_time_is_up_leaves_no_test_running(
        self, tmp_path: Path, storage: Path
    ) -> None:
        project = SCENARIOS["hanging"].write(tmp_path / "hanging")
        assert built(project, "test-compile").status is Status.SUCCESS
        build = built(project, "test", seconds=20)
        assert build.status is Status.TIMEOUT
        assert build.activity
        assert build.activity.test_class == "com.example.jobs.JobQueueTest"
        assert any("JobQueueTest.java" in frame for frame in build.activity.frames)
        assert not build.failures
        assert not any(each.children() for each in daemons(storage))
        assert built(project, "compile").status is Status.SUCCESS
