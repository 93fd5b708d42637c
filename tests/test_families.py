"""Families of other packages, found by their entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from connecting import PAGEFUL
from pageful.main import FAMILIES, InstalledFamilies
from pageful.shell.commands import run

_FAMILY = """
from collections.abc import Iterator
from dataclasses import dataclass
from pageful import Line
from pageful.tool.options import Style
from pageful.tool.tool import Family, Tool, Toolset

@dataclass(frozen=True)
class Settings:
    pass

def greet(name: str) -> str:
    "Greet."
    return name

def page(name, detail):
    yield Line(f"Hello, {name}.")

def toolset(settings, style):
    return Toolset("greetings", (Tool(greet, view=page),), style=style)

FAMILY = Family("greetings", "greetings for all", Settings, toolset)
"""


def _install(site: Path, package: str, points: str) -> None:
    info = site / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pageful.families]\n{points}\n")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A directory of packages, with a family of each kind."""
    (tmp_path / "greeting_tools.py").write_text(_FAMILY)
    (tmp_path / "broken_tools.py").write_text("import nothing_of_that_name")
    _install(tmp_path, "greeters", "greetings = greeting_tools:FAMILY\nmaven = x:Y")
    _install(
        tmp_path,
        "sad",
        "broken = broken_tools:FAMILY\nother = greeting_tools:FAMILY\nnumber = os:sep",
    )
    lacking = _FAMILY.replace("toolset)", "toolset, modules=('os', 'no_module_of_that_name'))")
    (tmp_path / "lacking_tools.py").write_text(lacking.replace('"greetings", "', '"lacking", "'))
    _install(tmp_path, "halved", "lacking = lacking_tools:FAMILY")
    _install(tmp_path, "one", "twice = greeting_tools:FAMILY")
    _install(tmp_path, "two", "twice = greeting_tools:FAMILY")
    return tmp_path


@dataclass(frozen=True)
class _Ended:
    returncode: int
    stdout: str
    stderr: str


_Program = Callable[..., _Ended]


@pytest.fixture
def program(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[_Program]:
    """The program in this process, as it is started where these packages are installed."""
    monkeypatch.syspath_prepend(str(site))

    def run_here(*argv: str) -> _Ended:
        try:
            code = run(InstalledFamilies(), argv)
        except SystemExit as ended:
            code = int(ended.code or 0)
        return _Ended(code, *capsys.readouterr())

    yield run_here
    for path in site.glob("*.py"):
        sys.modules.pop(path.stem, None)


def test_our_own_families_come_first() -> None:
    assert {"maven", "code", "vault"} <= set(FAMILIES)
    assert all(FAMILIES[name]().name == name for name in ("maven", "code", "vault"))
    assert "no such family" not in FAMILIES


def test_a_family_of_another_package_is_a_command(site: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    shell = subprocess.run(
        [*PAGEFUL, "greetings", "greet", "Ada"],
        capture_output=True,
        encoding="utf-8",
        env=environment,
    )
    assert (shell.returncode, shell.stdout) == (0, "Hello, Ada.\n")


def test_a_name_of_ours_is_not_taken_by_another_package(program: _Program) -> None:
    assert "clean" in program("maven", "--help").stdout


def test_help_lists_every_family_and_says_which_is_broken(program: _Program) -> None:
    text = " ".join(program("--help").stdout.split())
    assert "greetings greetings for all" in text
    assert "The family `broken` of sad can't be loaded: ModuleNotFoundError:" in text
    assert "vault search, read" in text


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("broken", "The family `broken` of sad can't be loaded: ModuleNotFoundError: No module"),
        ("other", "The family `other` of sad can't be loaded: greeting_tools:FAMILY is no family"),
        ("number", "The family `number` of sad can't be loaded: os:sep is no family"),
        ("twice", "Several families are named `twice`: "),
    ],
)
def test_a_family_that_is_broken_says_how(program: _Program, name: str, problem: str) -> None:
    shell = program(name, "greet", "Ada")
    assert shell.returncode == 3
    assert shell.stderr.startswith(f"pageful: {problem}")
    assert "uninstall it" in shell.stderr
    assert "Traceback" not in shell.stderr


def test_a_family_without_its_packages_names_the_extra_that_brings_them(program: _Program) -> None:
    shell = program("lacking", "greet", "Ada")
    assert shell.returncode == 3
    assert shell.stderr == (
        "pageful: The family `lacking` of halved needs what is not installed:"
        " `no_module_of_that_name`.\n`pip install 'halved[lacking]'` brings it.\n"
    )


def test_a_family_that_there_is_not_is_wrong_usage(program: _Program) -> None:
    shell = program("nothing", "greet")
    assert shell.returncode == 3
    (refusal,) = [line for line in shell.stderr.splitlines() if "invalid choice: 'nothing'" in line]
    names = refusal.partition(" (choose from ")[2]
    assert names.endswith(")")
    assert "greetings" in names
