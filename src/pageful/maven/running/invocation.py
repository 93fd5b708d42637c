"""How Maven is called: its argument vector and environment, and the arguments that are refused."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pageful.maven.projects.maven_program import is_daemon
from pageful.maven.running.daemon_options import daemon_options, text_of
from pageful.tool.errors import ToolError

_ALWAYS = ("-B", "-ntp", "-Dstyle.color=never")
_ENGLISH = ("-Duser.language=en", "-Duser.country=US")
_FAST_START = {
    "-XX:TieredStopAtLevel=1": re.compile(r"TieredStopAtLevel|TieredCompilation"),
    "-XX:+UseSerialGC": re.compile(r"-XX:\+Use\w+GC"),
}
"""Options for Maven's own short-lived JVM, each with what shows that the user chose already."""

_JVM_VARIABLES = ("MAVEN_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
_OUTSIDE = (
    "--file",
    "--settings",
    "--global-settings",
    "--install-settings",
    "--project-settings",
)
_OUTSIDE_PROPERTIES = frozenset(
    f"-D{name}"
    for name in (
        *("maven.multiModuleProjectDirectory", "maven.settings", "mvnd.home", "mvnd.registry"),
        *("mvnd.daemonStorage", "mvnd.propertiesPath"),
    )
)
_OUTSIDE_SHORT = ("-is", "-install-settings", "-ps", "-project-settings")
_FAIL_MODES = ("-fae", "-ff", "-fn", "-fail-at-end", "-fail-fast", "-fail-never")
_OTHER_GLOBALS = ("-gt", "-global-toolchains")
_SILENT = ("-q", "-quiet", "--quiet", "-l", "-log-file", "--log-file")
_SILENT_PROPERTY = re.compile(
    r"-D(?:org\.slf4j\.simpleLogger|maven\.logger)\."
    r"(?:defaultLogLevel|logFile|levelInBrackets|warnLevelString)\Z"
)
_NO_BUILD = (
    *("-v", "-version", "--version", "-h", "-help", "--help"),
    *("--stop", "--status", "--purge", "--diag", "--completion"),  # the Maven Daemon's
)
_DEFINE = "--define"
_THREADS = re.compile(r"-T|--threads(?:=|\Z)")
_THREAD_NAMES = (
    "-Dorg.slf4j.simpleLogger.showThreadName=true",
    "-Dmaven.logger.showThreadName=true",
)
"""For Maven 3 and for Maven 4; with both, Maven 4 does not say that the one is deprecated."""

_FLAGS = re.compile(r"\A-[BCceNoUvVXh]+(?=[fgslq])")
"""Maven 3.9 and later take `-Xf/some/pom.xml` for `-X -f /some/pom.xml`."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """One call of Maven: `goals` and options, in the directory `root`."""

    command: tuple[str, ...]
    root: Path
    goals: tuple[str, ...]
    args: tuple[str, ...] = ()

    @property
    def argv(self) -> list[str]:
        """The argument vector; no shell ever sees it."""
        if is_daemon(self.command):
            more = daemon_options(self._settings, self.args, _ENGLISH)
        else:
            more = _THREAD_NAMES if self._is_parallel(os.environ) else ()
        return [*self.command, *_ALWAYS, *more, *self.goals, *self.args]

    def _is_parallel(self, inherited: Mapping[str, str]) -> bool:
        """Whether modules are built at the same time: then each line must tell its thread."""
        config = text_of(self._settings / "maven.config").split()
        given = (*config, *inherited.get("MAVEN_ARGS", "").split(), *self.args)
        return any(map(_THREADS.match, given))

    def environment(self, inherited: Mapping[str, str] = os.environ) -> dict[str, str]:
        """The environment, with Maven's messages in English and its JVM quick to start.

        The locale itself stays as it is: tests and file names may depend on it.
        """
        own = inherited.get("MAVEN_OPTS", "")
        variables = (inherited.get(name, "") for name in _JVM_VARIABLES)
        chosen = " ".join([*variables, text_of(self._settings / "jvm.config")])
        fast = [option for option, choice in _FAST_START.items() if not choice.search(chosen)]
        return {**inherited, "MAVEN_OPTS": " ".join(filter(None, [own, *fast, *_ENGLISH]))}

    @property
    def _settings(self) -> Path:
        """The nearest `.mvn`, where Maven looks for it: here or above."""
        above = (self.root, *self.root.parents)
        return next((each for each in above if (each / ".mvn").is_dir()), self.root) / ".mvn"


def checked_args(args: Sequence[str], *, any_args: bool) -> tuple[str, ...]:
    """Extra arguments for Maven, if they may be passed.

    Raises:
        ToolError: one leads outside the project (unless `any_args`), or hides what Maven says.
    """
    before = ""
    for arg in args:
        if not _is_passable(arg):
            raise ToolError(f"`args` holds {arg!r}, which can't be passed.", "Leave it out.")
        name = _option(f"-D{arg}" if _defines(before) else arg)
        before = arg
        if _silences(name):
            raise ToolError(
                f"`args` must not hold `{arg}`: the page is made from what Maven prints.",
                "Leave it out; the page is short already.",
            )
        if name in _NO_BUILD:
            problem = f"`args` must not hold `{arg}`: with it nothing is built."
            raise ToolError(problem, "Leave it out.")
        if not any_args and _leads_outside(name):
            raise ToolError(
                f"`args` must not hold `{arg}`: it would lead outside the project.",
                "Leave it out, or have the server started with `--allow-any-args`.",
            )
    return tuple(args)


def _is_passable(arg: str) -> bool:
    try:
        return bool(arg) and b"\0" not in os.fsencode(arg)
    except UnicodeEncodeError:
        return False


def _defines(option: str) -> bool:
    """Whether an option takes a property as its value; Maven takes abbreviated forms."""
    return option == "-D" or (len(option) > 4 and _DEFINE.startswith(option))


def _option(arg: str) -> str:
    """The option of an argument as Maven reads it: it drops quotes, and splits joined flags."""
    name, _, value = arg.strip('"').partition("=")
    if _defines(name) and value:
        name = f"-D{value.partition('=')[0]}"
    return name if name == "-color" else _FLAGS.sub("-", name, count=1)


def _silences(name: str) -> bool:
    if name.startswith("-D"):
        return _SILENT_PROPERTY.match(name) is not None
    return name in _SILENT or (name.startswith("-l") and not name.startswith("-llr"))


def _leads_outside(name: str) -> bool:
    """Whether an option names a POM or settings; Maven takes short, long and abbreviated forms."""
    if name.startswith("-D"):
        return name in _OUTSIDE_PROPERTIES
    if name.startswith("--"):
        return len(name) > 2 and any(option.startswith(name) for option in _OUTSIDE)
    if name.startswith("-f"):
        return name not in _FAIL_MODES
    if name.startswith("-g"):
        return not name.startswith(_OTHER_GLOBALS)
    return name.startswith("-s") or name in _OUTSIDE_SHORT
