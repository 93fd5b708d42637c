"""A call of Maven: its argument vector and environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.maven_program import is_daemon
from pageful.maven.running.daemon_options import daemon_options, text_of

_ALWAYS = ("-B", "-ntp", "-Dstyle.color=never")
_ENGLISH = ("-Duser.language=en", "-Duser.country=US")
_FAST_START = {
    "-XX:TieredStopAtLevel=1": patterns.compile(r"TieredStopAtLevel|TieredCompilation"),
    "-XX:+UseSerialGC": patterns.compile(r"-XX:\+Use\w+GC"),
}
"""Options for Maven's own short-lived JVM, each with what shows that the user chose already."""

_JVM_VARIABLES = ("MAVEN_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
# > -T1C
# > --threads=4
_THREADS = patterns.compile(r"-T|--threads(?:=|\Z)")
_THREAD_NAMES = (
    "-Dorg.slf4j.simpleLogger.showThreadName=true",
    "-Dmaven.logger.showThreadName=true",
)
"""For Maven 3 and for Maven 4; with both, Maven 4 does not say that the one is deprecated."""


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
        """Return whether modules are built in parallel: then each line must tell its thread."""
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
