"""Windows and macOS, simulated: nothing needs what is missing there; and the file for their CI."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

_ROOT = Path(__file__).parent.parent
_PROGRAM = Path(__file__).with_name("another_system.py")
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    },
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="what is simulated is taken from Linux"),
]


def _run(system: str, *argv: str, home: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    places = {f"XDG_{name}_HOME": str(home / name) for name in ("CACHE", "DATA", "STATE")}
    return subprocess.run(
        [sys.executable, str(_PROGRAM), system, *argv],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **places, "PYTHONPATH": str(_ROOT / "src")},
        cwd=home,
    )


@pytest.mark.parametrize("system", ["windows", "macos"])
def test_every_module_can_be_imported(system: str, tmp_path: Path) -> None:
    run = _run(system, "import", home=tmp_path)
    assert (run.stdout.strip(), run.returncode) == ("", 0), run.stderr


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "Rye – ü.md").write_text("# Rye\r\n\r\nflour [[Rye – ü]]\r\n", "utf-8")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_bytes(b"def add_item(name):\r\n    return name\r\n")
    return tmp_path


@pytest.mark.parametrize("system", ["windows", "macos"])
@pytest.mark.parametrize(
    ("argv", "shows"),
    [
        (["--help"], "search, read, list"),
        (["vault", "search", "flour", "--vault", "notes"], "Rye – ü.md"),
        (["vault", "read", "Rye – ü.md", "--vault", "notes"], "flour"),
        (["code", "search", "add_item", "--repo", "shop"], "cart.py"),
        (["code", "find", "return", "--repo", "shop"], "cart.py"),
        (["cache"], "# Cache"),
        (["stats"], "# Answers"),
        (["completion", "bash"], "complete -F"),
        (["completion", "next", "--zsh", "vault", "read", "--vault", "notes", "R"], "Rye – ü.md"),
        (["hook", "status"], "# Hooks"),
    ],
)
def test_commands_run_without_what_posix_or_linux_alone_has(
    system: str, argv: list[str], shows: str, work: Path
) -> None:
    run = _run(system, *argv, home=work)
    assert run.returncode == 0, run.stderr
    assert shows in run.stdout


@pytest.mark.parametrize("system", ["windows", "macos"])
def test_a_server_answers(system: str, work: Path) -> None:
    run = _run(system, "serve", "vault", "notes", home=work, given=json.dumps(_HELLO) + "\n")
    assert json.loads(run.stdout.splitlines()[0])["id"] == 1


def test_the_gateway_says_that_it_does_not_run_on_windows(work: Path) -> None:
    run = _run("windows", "gateway", "--", "cat", home=work)
    assert run.returncode == 3
    assert run.stderr.endswith("On Windows, start it in WSL.\n")


def test_the_file_for_ci_runs_on_each_system_when_somebody_starts_it() -> None:
    file = _ROOT / ".github" / "workflows" / "systems.yml"
    workflow = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)
    assert list(workflow["on"]) == ["workflow_dispatch"]
    matrix = workflow["jobs"]["quick"]["strategy"]["matrix"]
    assert {each.partition("-")[0] for each in matrix["system"]} == {"ubuntu", "macos", "windows"}
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f">={matrix['python'][0]}" == project["requires-python"]
    marks = ("not maven and not slow", "-m maven")
    assert all(mark in file.read_text("utf-8") for mark in marks)
