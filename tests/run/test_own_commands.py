"""`pageful maven` beside Maven itself: what it takes behind `--`, and how signals end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pretended_maven import pretended, until
from spy import PAGEFUL

_ARGUMENTS = (
    "pathlib.Path('passed').write_text(' '.join(sys.argv[1:]))\nsay('[ERROR] wrong')\nsys.exit(1)"
)
_WAITING = """\
import os
say('[INFO] --- surefire:3.2.5:test (default-test) @ shop ---')
say('[INFO] Running com.example.CartTest')
pathlib.Path('pid').write_text(str(os.getpid()))
pathlib.Path('ready').touch()
time.sleep(120)
"""

pytestmark = pytest.mark.usefixtures("jdk")


def _maven(directory: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PAGEFUL, "maven", *words], cwd=directory, capture_output=True, encoding="utf-8"
    )


def _passed_on(project: Path) -> str:
    return (project / "passed").read_text()


def test_a_command_takes_what_makes_maven_quiet(tmp_path: Path) -> None:
    project = pretended(tmp_path, _ARGUMENTS)
    done = _maven(project, "test", "--", "-q", "-Dx=y")
    assert done.returncode == 1
    assert _passed_on(project).endswith(" test -Dx=y")


def test_a_command_takes_a_pom_and_builds_where_it_is(tmp_path: Path) -> None:
    project = pretended(tmp_path / "shop", _ARGUMENTS)
    (tmp_path / "own.xml").write_text("<settings/>")
    for pom in ("shop/pom.xml", "shop", str(project)):
        done = _maven(tmp_path, "test", "--", "-f", pom, "-s", "own.xml")
        assert done.stdout.startswith("Test FAILURE"), done.stderr
        assert f" -s {tmp_path}/own.xml" in _passed_on(project)
        assert f"--show log --project {project}`" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_a_command_that_is_told_to_end_shows_how_far_it_came(tmp_path: Path) -> None:
    project = pretended(tmp_path, _WAITING)
    with subprocess.Popen(
        [PAGEFUL, "maven", "test"], cwd=project, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        until((project / "ready").exists)
        process.terminate()
        printed, _ = process.communicate(timeout=60)
    assert printed.startswith("Test CANCELLED (")
    assert "in com.example.CartTest" in printed
    assert process.returncode == 128 + signal.SIGTERM


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_a_command_that_is_killed_with_its_group_leaves_no_maven(tmp_path: Path) -> None:
    project = pretended(tmp_path, _WAITING)
    with subprocess.Popen(
        [PAGEFUL, "maven", "test"],
        cwd=project,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        until((project / "ready").exists)
        os.killpg(process.pid, signal.SIGKILL)
    program = int((project / "pid").read_text())
    until(lambda: not _lives(program))


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_tip_names_commands(tmp_path: Path) -> None:
    project = pretended(tmp_path, "say('[INFO] odd')\nsys.exit(3)")
    printed = _maven(project, "run", "site:stage").stdout
    assert "`pageful maven build b1 --show log`" in printed
    assert "maven_build" not in printed
