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
