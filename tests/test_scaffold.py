"""`pageful new tool`: a project that works as it is written, and names that can't be taken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pageful.scaffold import project as scaffold
from pageful.scaffold.commands import run_new
from pageful.scaffold.project import write_project
from pageful.tool.errors import ToolError


def _run(directory: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *argv], capture_output=True, text=True, cwd=directory)


def _update(project: Path) -> None:
    updated = _run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--update-pages")
    assert updated.returncode == 0, updated.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project; what its tests wrote is as `--update-pages` leaves it."""
    written = _run(tmp_path_factory.mktemp("new"), "-m", "pageful", "new", "tool", "team_wiki")
    assert written.returncode == 0, written.stderr
    made = Path(written.stdout.splitlines()[0].removeprefix("Written: "))
    assert made.name == "team_wiki"
    return made


def test_a_new_project_passes_its_own_tests_and_keeps_its_golden_page(project: Path) -> None:
    golden = (project / "tests" / "pages" / "count.md").read_bytes()
    ran = _run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert ran.returncode == 0, ran.stdout
    assert "4 passed" in ran.stdout
    _update(project)
    assert (project / "tests" / "pages" / "count.md").read_bytes() == golden


def test_a_new_project_keeps_to_the_rules_of_this_one(project: Path) -> None:
    strict = _run(project, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "src")
    assert strict.returncode == 0, strict.stdout
    assert _run(project, "-m", "ruff", "check", "--isolated", ".").returncode == 0
    formatted = _run(project, "-m", "ruff", "format", "--isolated", "--line-length=100", "--check")
    assert formatted.returncode == 0, formatted.stdout


def test_nothing_of_the_skeleton_s_own_name_is_left(project: Path) -> None:
    for file in project.rglob("*.*"):
        if file.is_file() and file.suffix in (".py", ".md", ".toml"):
            text = file.read_text(encoding="utf-8")
            assert "skeleton" not in text, file
            assert "PAGEFUL_VERSION" not in text, file


def test_its_family_is_listed_by_pageful_once_it_is_installed(project: Path) -> None:
    home = project / "installed"
    facts = home / "team_wiki-0.1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: team_wiki\nVersion: 0.1.0\n")
    point = "[pageful.families]\nteam_wiki = team_wiki.family:FAMILY\n"
    (facts / "entry_points.txt").write_text(point)
    (home / "team_wiki").symlink_to(project / "src" / "team_wiki")
    environment = {**os.environ, "PYTHONPATH": str(home)}
    ran = subprocess.run(
        [sys.executable, "-m", "pageful", "team_wiki", "count", str(project / "tests")],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert "test_server.py" in ran.stdout, ran.stderr


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Weather", "can't be a family's name"),
        ("team-wiki", "can't be a family's name"),
        ("9lives", "can't be a family's name"),
        ("../x", "can't be a family's name"),
        ("", "can't be a family's name"),
        ("class", "can't be a family's name"),
        ("match", "can't be a family's name"),
        ("vault", "There is a family `vault` already"),
        ("json", "is a Python module already"),
        ("tests", "is a Python module already"),
        ("pageful", "is a Python module already"),
    ],
)
def test_a_name_that_can_t_be_taken_is_refused(name: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=problem):
        write_project(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "weather").write_text("mine")
    with pytest.raises(ToolError, match="already"):
        write_project("weather", tmp_path)
    assert (tmp_path / "weather").read_text() == "mine"


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="There is no directory"):
        write_project("weather", tmp_path / "gone")


def test_nothing_is_left_of_a_project_that_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_disk(name: str) -> list[tuple[Path, str]]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(scaffold, "_files", fill_disk)
    with pytest.raises(ToolError, match="No space left on device"):
        write_project("weather", tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["tool", "json"], 3, "is a Python module already"),
        (["tol", "weather"], 3, "Did you mean `pageful new tool tol`"),
        (["weather"], 3, "Did you mean `pageful new tool weather`?"),
        (["tool"], 3, "the following arguments are required: NAME"),
        (["--help"], 0, "tool"),
        ([], 0, "tool"),
    ],
)
def test_wrong_usage_says_what_to_type(
    argv: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        ended = run_new(argv)
    except SystemExit as end:
        ended = int(end.code or 0)
    printed = capsys.readouterr()
    assert ended == code
    assert said in printed.out + printed.err
