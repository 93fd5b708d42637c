"""The code tools as shell commands."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from pageful.main import FAMILIES
from pageful.shell.commands import run
from repositories import SHOP, write


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP)


@dataclass(frozen=True)
class Ended:
    """What a command has printed, and how it ended."""

    returncode: int
    stdout: str
    stderr: str


class Command(Protocol):
    """Runs a code command in a directory."""

    def __call__(self, *arguments: str, directory: Path) -> Ended: ...


@pytest.fixture
def pageful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The program within this process: what it prints does not depend on whose process it is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run_here(*arguments: str, directory: Path) -> Ended:
        monkeypatch.chdir(directory)
        code = run(FAMILIES, ["code", *arguments, "--embedder", "none"])
        return Ended(code, *capsys.readouterr())

    return run_here


def test_a_person_indexes_a_directory_and_searches_within_it(shop: Path, pageful: Command) -> None:
    indexed = pageful("index", ".", directory=shop)
    found = pageful("search", "total price of the cart", directory=shop / "src")

    assert indexed.returncode == 0
    assert indexed.stdout.startswith("# Repository Indexing Results\n")
    assert "\n- **Files Indexed**: 6\n" in indexed.stdout
    assert found.returncode == 0
    assert "matches in" in found.stdout
    assert "\nsrc/cart/Cart.java\n" in found.stdout


def test_a_search_is_in_lines_unless_it_is_asked_for_otherwise(
    shop: Path, pageful: Command
) -> None:
    pageful("index", ".", directory=shop)

    found = {
        option: pageful("search", "cart", *option.split(), directory=shop).stdout
        for option in (
            "",
            "--lines",
            "--no-lines",
            "--detail-level concise",
            "--detail-level detailed",
            "--json --lines",
        )
    }

    assert found[""] == found["--lines"]
    assert "\nsrc/cart/Cart.java\n" in found[""]
    assert "|src/cart/Cart.java|" in found["--no-lines"]
    assert "|src/cart/Cart.java|" in found["--detail-level concise"]
    assert "## Result 1\n" in found["--detail-level detailed"]
    assert json.loads(found["--json --lines"])["files"]


def test_a_repository_that_is_named_needs_no_indexing_before(shop: Path, pageful: Command) -> None:
    found = pageful("search", "authenticate_user", "--repo", "shop", directory=shop.parent)

    assert "\nsrc/auth/login.py\n" in found.stdout


def test_json_is_one_option_away(shop: Path, pageful: Command) -> None:
    concise = pageful("search", "cart", "--repo", ".", "--json", directory=shop)
    detailed = pageful(
        "search", "cart", "--repo", ".", "--json", "--detail-level", "detailed", directory=shop
    )

    assert "context_before" not in json.loads(concise.stdout)["results"][0]
    assert "context_before" in json.loads(detailed.stdout)["results"][0]


def test_what_is_related_and_the_status_are_commands_too(shop: Path, pageful: Command) -> None:
    pageful("index", ".", directory=shop)

    related = pageful("related", "--file-path", "src/auth/login.py", "--line", "12", directory=shop)
    status = pageful("status", directory=shop)

    assert related.stdout.startswith("# Related Code\n")
    assert "|tests/test_login.py|" in related.stdout
    assert "**Files**: 6" in status.stdout


def test_a_method_is_found_by_its_class_however_that_is_written(
    shop: Path, pageful: Command
) -> None:
    found = pageful("find", "SessionStore#expire_old_sessions", directory=shop)

    assert found.stdout.startswith(
        "No line has `SessionStore#expire_old_sessions`: it is `expire_old_sessions` in"
        " `SessionStore`, src/auth/session.py:7-9. "
    )
    assert "Drop every session" in found.stdout


def test_a_repository_that_a_command_is_run_in_is_meant_among_several(
    tmp_path: Path, pageful: Command
) -> None:
    git = {".git/HEAD": "ref: refs/heads/main\n"}
    till = write(tmp_path / "till", git | {"src/till.py": "def change():\n    return 1\n"})
    oven = write(tmp_path / "oven", git | {"oven.py": "def change():\n    return 2\n"})
    new = write(tmp_path / "new", git | {"src/new.py": "def change():\n    return 3\n"})
    for each in (till, oven):
        pageful("index", ".", directory=each)
    pageful("search", "change", "--repo", str(till), "--repo", str(oven), directory=tmp_path)

    found = {
        name: pageful(*command, directory=new / "src").stdout
        for name, command in {
            "search": ("search", "change"),
            "find": ("find", "change"),
            "show": ("show", "change"),
            "related": ("related", "src/new.py", "--line", "1"),
            "status": ("status",),
        }.items()
    }

    assert "\nsrc/till.py\n" in pageful("search", "change", directory=till / "src").stdout
    assert "\nsrc/new.py\n" in found["search"]
    assert "\nsrc/new.py\n" in found["find"]
    assert "src/new.py 1-2" in found["show"]
    assert "**Project**: new-" in found["related"]
    assert "|new-" not in found["status"]
    assert f"|{new}|" in found["status"]


def test_the_status_of_several_projects_names_each_of_them(shop: Path, pageful: Command) -> None:
    other = write(shop.parent / "other", {"a.py": "x = 1\n"})
    for each in (shop, other):
        pageful("index", ".", directory=each)

    status = pageful("status", directory=shop.parent)
    data = json.loads(pageful("status", "--json", directory=shop.parent).stdout)

    assert "\n2 projects are indexed, and the call names none\n" in status.stdout
    assert f"|{other}|1|" in status.stdout
    assert f"|{shop}|6|" in status.stdout
    assert "\nTip: for one, run `pageful code status --project-id other-" in status.stdout
    assert [each["files"] for each in data["projects"]] == [1, 6]


def test_an_error_goes_to_stderr_and_ends_with_3(tmp_path: Path, pageful: Command) -> None:
    (tmp_path / "here").mkdir()

    found = pageful("search", "cart", directory=tmp_path / "here")

    assert found.returncode == 3
    assert not found.stdout
    assert found.stderr.startswith("Nothing is indexed yet.")


def test_a_reader_that_ends_early_is_no_fault(shop: Path) -> None:
    command = [sys.executable, "-m", "pageful", "code", "search", "cart", "--repo", str(shop)]
    process = subprocess.Popen(
        [*command, "--data", str(shop.parent / "data"), "--embedder", "none"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()

    assert process.wait() == 141
    assert said == b""
