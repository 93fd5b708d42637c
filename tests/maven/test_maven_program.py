"""Which program builds a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.maven.projects.maven_program import is_daemon, maven_program
from pageful.tool.errors import ToolError


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory on the PATH with a Maven, a Daemon and a Java."""
    directory = tmp_path / "bin"
    directory.mkdir()
    for name in ("mvn", "mvnd", "java"):
        executable(directory / name)
    monkeypatch.setenv("PATH", str(directory))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    return directory


def executable(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_program_that_is_named_is_looked_up(installed: Path, tmp_path: Path) -> None:
    assert maven_program(tmp_path, "mvnd") == (str(installed / "mvnd"),)
    assert maven_program(tmp_path, str(installed / "mvn")) == (str(installed / "mvn"),)


@pytest.mark.usefixtures("installed")
def test_a_relative_path_becomes_absolute_and_a_home_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = executable(tmp_path / "own-mvn")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert maven_program(tmp_path / "p", "./own-mvn") == (str(own),)
    assert maven_program(tmp_path / "p", "~/own-mvn") == (str(own),)
    with pytest.raises(ToolError, match="not installed"):
        maven_program(tmp_path, "own-mvn")


def test_what_is_named_comes_before_the_wrapper(installed: Path, tmp_path: Path) -> None:
    wrapper = executable(tmp_path / "mvnw")
    assert maven_program(tmp_path) == (str(wrapper),)
    assert maven_program(tmp_path, "mvn") == (str(installed / "mvn"),)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("named", "problem", "remedy"),
    [
        ("no-such-mvn", "is not installed", "Install it"),
        ("/no/such/mvn", "is not installed", "Install it"),
        ("{root}", "is a directory", "/bin/mvn`"),
        ("{root}/pom.xml", "is no executable program", "Make it executable"),
    ],
)
def test_a_program_that_is_none_is_refused(
    tmp_path: Path, named: str, problem: str, remedy: str
) -> None:
    (tmp_path / "pom.xml").touch()
    with pytest.raises(ToolError, match=problem) as refused:
        maven_program(tmp_path, named.format(root=tmp_path))
    assert remedy in refused.value.remedy


def test_the_daemon_needs_a_jdk_too(installed: Path, tmp_path: Path) -> None:
    (installed / "java").unlink()
    with pytest.raises(ToolError, match="There is no JDK"):
        maven_program(tmp_path, "mvnd")


@pytest.mark.parametrize("name", ["mvnd", "mvnd.sh", "mvnd.cmd", "mvnd.exe"])
def test_the_daemon_is_known_by_its_name(name: str) -> None:
    assert is_daemon((f"/opt/maven/bin/{name}",))
    assert not is_daemon(("sh", "/p/mvnw"))


def test_the_daemon_is_known_by_what_a_link_leads_to(tmp_path: Path) -> None:
    (tmp_path / "mvn").symlink_to(executable(tmp_path / "mvnd.sh"))
    assert is_daemon((str(tmp_path / "mvn"),))
