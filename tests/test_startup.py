"""Which modules a command loads: nothing that it does not use."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Collection
from pathlib import Path

import pytest

_PROGRAM = """
import sys
import time
from pageful.main import FAMILIES
from pageful.shell.commands import run
try:
    code = run(FAMILIES, sys.argv[1:])
except SystemExit as end:
    code = end.code
print("\\n".join(sys.modules), file=sys.stderr)
sys.exit(code)
"""
_NEVER = {
    "anyio",
    "asyncio",
    "filelock",
    "jsonschema",
    "markdown_it",
    "mcp",
    "mcp_types",
    "pydantic",
    "pydantic_core",
    "rich",
    "starlette",
    "uvicorn",
}
"""Packages that no command needs whose output is read by a program."""

_SETTLED = 3.0
"""Seconds after which the stamp of a file is trusted, and one more."""

_HELP = {
    "chardet", "dataclasses", "importlib.metadata", "inspect", "msgspec", "numpy",
    "pageful.page.blocks", "pageful.serve", "platformdirs", "psutil", "regex", "shutil",
    "sqlite3", "tempfile", "tree_sitter", "yaml",
}  # fmt: skip
"""What help and version do without besides; `importlib.metadata` tells the version."""


def _loaded(*argv: str, home: Path) -> set[str]:
    # What measures coverage in child processes loads modules of its own.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    environment = {
        **kept,
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_DATA_HOME": str(home / "data"),
    }
    shell = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *argv],
        capture_output=True,
        encoding="utf-8",
        env=environment,
    )
    assert shell.returncode == 0, shell.stderr
    return set(shell.stderr.split("\n"))


def _within(modules: set[str], names: Collection[str]) -> list[str]:
    return sorted(name for name in names if name in modules)


def _families(modules: set[str]) -> set[str]:
    return {name for name in ("maven", "code", "vault") if f"pageful.{name}.tools" in modules}


@pytest.mark.parametrize("argv", [("--help",), ("vault", "--help"), ("code", "--help")])
def test_help_loads_what_it_shows_and_no_more(argv: tuple[str, ...], tmp_path: Path) -> None:
    modules = _loaded(*argv, home=tmp_path)
    assert _within(modules, _NEVER | _HELP) == []
    assert _families(modules) == set(argv) - {"--help"}
    views = [name for name in modules if ".views." in name or ".results" in name]
    assert views == []


def test_the_version_loads_no_family(tmp_path: Path) -> None:
    modules = _loaded("--version", home=tmp_path)
    # From Python 3.13 on importlib.metadata loads inspect.
    wanted = {"importlib.metadata", "tempfile", "shutil", "inspect"}
    assert _within(modules, (_NEVER | _HELP) - wanted) == []
    assert not any(name.startswith("pageful.vault") for name in modules)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with enough notes for a cache of them and of their words."""
    directory = tmp_path / "vault"
    directory.mkdir()
    for number in range(70):
        (directory / f"{number}.md").write_text("# Rye\n\nflour #bread\n", encoding="utf-8")
    return directory


@pytest.mark.slow
def test_a_search_of_a_vault_that_has_not_changed_loads_no_parser(
    vault: Path, tmp_path: Path
) -> None:
    argv = ("vault", "search", "flour", "--vault", str(vault))
    _loaded(*argv, home=tmp_path)
    modules = _loaded(*argv, home=tmp_path)
    unused = {"numpy.ma", "regex", "sqlite3", "tree_sitter", "yaml", "pageful.vault.parsing.note"}
    assert _within(modules, _NEVER | unused) == []
    assert _families(modules) == {"vault"}
    assert not any(name.startswith("pageful.vault.dataview") for name in modules)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository of one file."""
    directory = tmp_path / "shop"
    directory.mkdir()
    file = directory / "dates.py"
    file.write_text("def parse_date(text):\n    return text\n", "utf-8")
    while time.time() < file.stat().st_ctime + _SETTLED:
        time.sleep(0.1)
    return directory


@pytest.mark.slow
def test_a_search_of_an_index_that_is_fresh_loads_nothing_that_indexes(
    repository: Path, tmp_path: Path
) -> None:
    argv = ("code", "search", "parse_date", "--no-lines", "--repo", str(repository))
    _loaded(*argv, home=tmp_path)
    modules = _loaded(*argv, home=tmp_path)
    unused = {"chardet", "msgspec", "tree_sitter", "yaml", "pageful.code.index.worker_pool"}
    assert _within(modules, _NEVER | unused) == []
    assert _families(modules) == {"code"}


def test_to_find_a_text_takes_no_index_and_no_numpy(repository: Path, tmp_path: Path) -> None:
    modules = _loaded("code", "find", "no_such_name", "--repo", str(repository), home=tmp_path)
    assert _within(modules, _NEVER | {"inspect", "numpy", "regex", "sqlite3", "yaml"}) == []
