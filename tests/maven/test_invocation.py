"""Maven's arguments and environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.maven.running.daemon_options import daemon_options
from pageful.maven.running.invocation import Invocation

FAST = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


def options(root: Path, **environment: str) -> list[str]:
    invocation = Invocation(("mvn",), root, ("test",))
    return invocation.environment(environment)["MAVEN_OPTS"].split()


def test_maven_is_called_in_batch_mode_and_never_quietly() -> None:
    invocation = Invocation(("sh", "mvnw"), Path("/p"), ("test",), ("-Dx=a b",))
    assert invocation.argv == [
        *("sh", "mvnw", "-B", "-ntp", "-Dstyle.color=never", "test", "-Dx=a b")
    ]


def argv(root: Path, *args: str, command: str = "mvn") -> list[str]:
    """What Maven is told beside the goal and the options that it is always told."""
    told = Invocation((command,), root, ("test",), args).argv
    assert told[:4] == [command, "-B", "-ntp", "-Dstyle.color=never"]
    assert told[-len(args) - 1 :] == ["test", *args]
    return told[4 : -len(args) - 1]


THREAD_NAMES = [
    "-Dorg.slf4j.simpleLogger.showThreadName=true",
    "-Dmaven.logger.showThreadName=true",
]


@pytest.mark.parametrize("args", [("-T", "4"), ("-T4",), ("-T1C",), ("--threads", "2")])
def test_in_a_parallel_build_each_line_tells_its_thread(
    tmp_path: Path, args: tuple[str, ...]
) -> None:
    assert argv(tmp_path, *args) == THREAD_NAMES


def test_it_is_parallel_too_where_the_project_or_the_user_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert argv(tmp_path, "-DTest=1") == []
    monkeypatch.setenv("MAVEN_ARGS", "-o -T2")
    assert argv(tmp_path) == THREAD_NAMES
    monkeypatch.delenv("MAVEN_ARGS")
    (tmp_path / ".mvn").mkdir()
    (tmp_path / ".mvn/maven.config").write_text("-T\n2\n")
    assert argv(tmp_path) == THREAD_NAMES


DAEMON = ("-Dmvnd.noModelCache=true", "-Dorg.jline.terminal.dumb=true")
ENGLISH = ("-Duser.language=en", "-Duser.country=US")
JVM = "-Dmvnd.jvmArgs=-Duser.language=en -Duser.country=US"


def test_the_daemon_marks_lines_itself_and_forgets_poms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert argv(tmp_path, "-T4", command="/opt/mvnd/bin/mvnd.sh") == [*DAEMON]


def daemon(root: Path, *args: str, **environment: str) -> tuple[str, ...]:
    return daemon_options(root / ".mvn", args, ENGLISH, environment)


@pytest.mark.parametrize("locale", ["", "C", "C.UTF-8", "POSIX", "en", "en_GB.UTF-8"])
def test_a_daemon_that_speaks_english_is_left_as_it_is(tmp_path: Path, locale: str) -> None:
    assert daemon(tmp_path, LANG=locale) == DAEMON


def test_a_daemon_that_would_speak_another_language_is_told_to_speak_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert daemon(tmp_path, LANG="C", LC_ALL="de_DE.UTF-8") == (*DAEMON, JVM)
    assert daemon(tmp_path, LANG="ena") == (*DAEMON, JVM)
    assert daemon(tmp_path, LC_MESSAGES="en_US", LANG="de_DE") == DAEMON


def test_what_the_user_tells_the_daemons_jvm_is_not_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert daemon(tmp_path, "-Dmvnd.jvmArgs=-Xmx4g", LANG="de") == DAEMON
    own = [tmp_path / ".mvn", tmp_path / "home/.m2", tmp_path / "named"]
    for directory in own:
        directory.mkdir(parents=True)
        properties = directory / "mvnd.properties"
        named = {"MVND_PROPERTIES_PATH": str(tmp_path / "named/mvnd.properties")}
        properties.write_text("# mvnd.jvmArgs =\n")
        assert daemon(tmp_path, LANG="de", **named) == (*DAEMON, JVM)
        properties.write_text("x = y\n mvnd.jvmArgs = -Xmx4g\n")
        assert daemon(tmp_path, LANG="de", **named) == DAEMON
        properties.unlink()


def test_its_jvm_starts_fast_and_speaks_english(tmp_path: Path) -> None:
    found = options(tmp_path)
    assert set(FAST) < set(found)
    assert "-Duser.language=en" in found


@pytest.mark.parametrize(
    "variable", ["MAVEN_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"]
)
def test_a_users_choice_is_kept(tmp_path: Path, variable: str) -> None:
    found = options(tmp_path, **{variable: "-XX:+UseG1GC -XX:-TieredCompilation"})
    assert not set(FAST) & set(found)
    assert ("-XX:+UseG1GC" in found) == (variable == "MAVEN_OPTS")


def test_a_projects_choice_is_kept(tmp_path: Path) -> None:
    (tmp_path / ".mvn").mkdir()
    (tmp_path / ".mvn/jvm.config").write_bytes(b"-XX:+UseParallelGC \xff")
    assert FAST[1] not in options(tmp_path)
    assert FAST[0] in options(tmp_path)


def test_the_rest_of_the_environment_is_passed_on(tmp_path: Path) -> None:
    environment = Invocation(("mvn",), tmp_path, ()).environment({"LC_ALL": "de_DE.UTF-8"})
    assert environment["LC_ALL"] == "de_DE.UTF-8"


def test_a_module_has_the_jvm_options_of_the_directory_above(tmp_path: Path) -> None:
    (tmp_path / ".mvn").mkdir()
    (tmp_path / ".mvn/jvm.config").write_text("-XX:+UseG1GC")
    module = Invocation(("mvn",), tmp_path / "core", ("test",))
    assert "-XX:+UseSerialGC" not in module.environment({})["MAVEN_OPTS"]
