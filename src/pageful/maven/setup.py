"""Set-up of the maven family: a directory with a POM, a JDK, and a Maven."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from pageful.maven.projects.maven_program import maven_program, resolve_program
from pageful.maven.settings import MavenSettings
from pageful.tool.errors import ToolError
from pageful.tool.family_setup import FamilySetup, Finding

_SECONDS = 20
"""Seconds for a program to say its version: a JVM on a machine that is busy takes some."""

# > Apache Maven 3.8.7
# > Apache Maven 4.0.0-rc-4 (bed0f8174bf728978f86fac533aa38a9511f3872)
_MAVEN_VERSION = re.compile(r"Apache Maven (?:Daemon \(mvnd\) )?(?P<version>[\w.+-]+)")
# > openjdk version "17.0.13" 2024-10-15
# > java version "1.8.0_402"
_JAVA_VERSION = re.compile(r'version "(?P<version>[^"]+)"')
# > distributionUrl=https://repo.maven.apache.org/maven2/org/apache/maven/apache-maven/3.9.9/apache-maven-3.9.9-bin.zip
_WRAPPED_VERSION = re.compile(
    r"^distributionUrl=.*apache-maven-(?P<version>[\w.-]+)-bin", re.MULTILINE
)

_PARAGRAPH = """\
Maven: call `maven_test` in place of `mvn test` (`testFilter="OrderTest#adds"` runs one test,
`failedOnly=true` those that failed), `maven_compile` after an edit, `maven_verify` for
integration tests, `maven_run` for any other goal. The page names every error and failing test
with its cause; ask `maven_build` for the log or a stack trace of that build, and don't build
again to see more.
"""


def _detect(directory: Path) -> str:
    return "pom.xml" if (directory / "pom.xml").is_file() else ""


def _examine(settings: MavenSettings, directory: Path) -> Iterator[Finding]:
    project = directory / settings.project
    is_wanted = bool(_detect(project))
    yield _examine_java(is_wanted=is_wanted)
    yield _examine_maven(project, settings.mvn, is_wanted=is_wanted)
    if found := shutil.which("mvnd"):
        yield Finding("mvnd", "ok", found)


def _examine_java(*, is_wanted: bool) -> Finding:
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=str(Path(home) / "bin")) if home else shutil.which("java")
    if java is None:
        where = f"JAVA_HOME is {home}, which has no bin/java" if home else "none was found"
        mend = "Install one (Debian and Ubuntu: `apt-get install default-jdk`) or set JAVA_HOME."
        return Finding("JDK", "wrong" if is_wanted else "note", where, mend)
    found = _JAVA_VERSION.search(_output([java, "-version"]))
    version = found["version"] if found else "of an unknown version"
    compiler = Path(java).resolve().parent / "javac"
    if not any(compiler.with_suffix(suffix).exists() for suffix in ("", ".exe")):
        text = f"{version} ({java}), without a compiler"
        mend = "It is a JRE: install a JDK (Debian and Ubuntu: `apt-get install default-jdk`)."
        return Finding("JDK", "wrong" if is_wanted else "note", text, mend)
    return Finding("JDK", "ok", f"{version} ({java})")


def _examine_maven(project: Path, named: str | None, *, is_wanted: bool) -> Finding:
    try:
        command = (resolve_program(named),) if named else maven_program(project)
    except ToolError as error:
        return Finding("Maven", "wrong" if is_wanted else "note", error.problem, error.remedy)
    program = command[-1]
    # A project's wrapper is not started: it is the project's, and may download a Maven first.
    if Path(program).parent == project:
        return Finding("Maven", "ok", f"{_wrapped_version(project)} ({program})")
    found = _MAVEN_VERSION.search(_output([*command, "-v"]))
    if found is None:
        mend = f"Run `{program} -v`, and mend what it says."
        return Finding("Maven", "wrong" if is_wanted else "note", f"{program} says none", mend)
    return Finding("Maven", "ok", f"{found['version']} ({program})")


def _wrapped_version(project: Path) -> str:
    try:
        text = (project / ".mvn" / "wrapper" / "maven-wrapper.properties").read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        text = ""
    found = _WRAPPED_VERSION.search(text)
    return f"{found['version']}, the project's own" if found else "the project's own"


def _output(command: Sequence[str]) -> str:
    try:
        ended = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.decode(errors="replace")


SETUP = FamilySetup("project", _detect, (), _PARAGRAPH, _examine)
