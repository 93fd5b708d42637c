"""`pageful run` with a real Maven: its page, and what the line leaves as it is."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from differential import LINES, PLACES, Bench, Pair
from every_scenario import EVERY
from spy import PAGEFUL

pytestmark = [pytest.mark.maven, pytest.mark.slow]

_PLACES = {place.name: place for place in PLACES}
_PAIRS = (
    ("{} test", "green"),
    ("{} -q test", "failing"),
    ("{} -q package -DskipTests", "blanks in the path"),
    ("{} -fn -q test", "compile error"),
    ("{} test && echo well", "ignored failures"),
    ("{} -q verify 2>&1", "integration tests"),
    ("set -o pipefail; {} -q test | cat", "kotlin"),
    ("{} -T 2 -q -fae verify", "reactor"),
    ("{} -pl core -am test", "reactor, compile error"),
    ("{} -q compile && {} -q test", "no POM"),
    ("{} -q test; echo $?", "broken POM"),
    ("{} -q clean compile", "German"),
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench.below(tmp_path_factory.mktemp("bench"))


@pytest.mark.parametrize(("line", "place"), _PAIRS)
def test_a_line_leaves_what_it_leaves_as_typed(line: str, place: str, bench: Bench) -> None:
    assert line in LINES
    shell = "bash" if "pipefail" in line else "sh"
    pair = Pair(line, "mvn", shell, _PLACES[place], "mvn")
    assert bench.differences(pair) == []


def _run(directory: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PAGEFUL, "run", *words],
        cwd=directory,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
    )


def test_a_quiet_page_has_what_the_tools_page_has(tmp_path: Path) -> None:
    project = EVERY["failing_tests"].write(tmp_path)
    quiet = _run(project, "mvn", "-q", "test")
    tool = subprocess.run(
        [PAGEFUL, "maven", "test"], cwd=project, capture_output=True, encoding="utf-8"
    )
    pages = [_sections(done.stdout) for done in (quiet, tool)]
    assert pages[0] == pages[1]
    assert quiet.returncode == 1


def _sections(page: str) -> list[str]:
    """A page from its first section on, without the notes and tips that end it."""
    return [
        line
        for line in page[page.index("###") :].splitlines()
        if line and not line.startswith((">", "Tip:"))
    ]


def test_a_quiet_page_names_each_compile_error(tmp_path: Path) -> None:
    project = EVERY["compile_errors"].write(tmp_path)
    quiet = _run(project, "mvn", "-q", "compile")
    tool = subprocess.run(
        [PAGEFUL, "maven", "compile"], cwd=project, capture_output=True, encoding="utf-8"
    )
    errors = [
        [line for line in done.stdout.splitlines() if "L" in line[:4]] for done in (quiet, tool)
    ]
    assert errors[0] == errors[1]
    assert errors[0]


def test_ignored_failures_are_shown_and_the_exit_code_stays(tmp_path: Path) -> None:
    project = EVERY["failure_ignored"].write(tmp_path)
    done = _run(project, "mvn", "-B", "test")
    assert done.stdout.startswith("Exit code 0")
    assert "Test FAILURE" in done.stdout
    assert done.returncode == 0


def test_a_green_quiet_reactor_is_one_line(tmp_path: Path) -> None:
    project = EVERY["green"].write(tmp_path)
    done = _run(project, "mvn", "-q", "package")
    assert done.stdout.count("\n") == 1
    assert " run, 0 failed" in done.stdout


def test_a_pom_of_another_name_gives_the_same_page(tmp_path: Path) -> None:
    usual = EVERY["failing_tests"].write(tmp_path / "project")
    page = _run(usual, "mvn", "-q", "test").stdout
    shutil.rmtree(usual)
    project = EVERY["failing_tests"].write(tmp_path / "project")
    (project / "pom.xml").rename(project / "other.xml")
    other = _run(tmp_path, "mvn", "-q", "-f", "project/other.xml", "test").stdout
    command = [str(PAGEFUL), "maven", "test", "--", "-f", "other.xml"]
    tool = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8").stdout
    assert _sections(page) == _sections(other) == _sections(tool)


def test_a_project_elsewhere_is_found_by_its_pom(tmp_path: Path) -> None:
    EVERY["failing_tests"].write(tmp_path / "below")
    done = _run(tmp_path, "mvn", "-q", "-f", "below", "test")
    assert "### FAILED" in done.stdout
    assert f"--project {tmp_path}/below" in done.stdout
    assert done.returncode == 1
