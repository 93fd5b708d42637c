"""The setup of Surefire and Failsafe in POMs, as far as it decides how tests can be run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from pageful.lazy import patterns
from pageful.maven.projects.pom import PROPERTY, Pom

_PLUGINS = ("build/plugins/plugin", "build/pluginManagement/plugins/plugin")
# > project.build.directory
# > basedir
_SET_ELSEWHERE = patterns.compile(
    r"(?:project|pom|env|settings|java|user|os|maven|session|surefire|file|path|line)\.|basedir\Z"
)
"""Properties that Maven, the JVM or Surefire have a value for without any plugin."""

_INTEGRATION_TESTS = ("**/IT*.java", "**/*IT.java", "**/*ITCase.java")
_MOST_PATTERNS = 50
"""Patterns of Failsafe's classes that are kept: projects name one to five."""


def quick_run_obstacle(pom: Pom) -> str | None:
    """Return the reason why `surefire:test` alone runs tests unlike the lifecycle, or None."""
    setups = [*_plugins(pom, "maven-surefire-plugin")]
    if execution := next(filter(None, map(_other_execution, setups)), None):
        return f"Surefire has an execution {execution!r} besides default-test"
    texts = [text for setup in setups for text in setup.itertext()]
    if pom.knows("argLine"):
        texts.append("${argLine}")
    if late := next(_late_properties(pom, texts), None):
        return f"Surefire is set up with {late}, which an earlier phase may set"
    if next(_plugins(pom, "maven-toolchains-plugin"), None) is not None:
        return "maven-toolchains-plugin chooses the JDK in an earlier phase"
    return None


def _plugins(pom: Pom, artifact: str) -> Iterator[Element]:
    for path in _PLUGINS:
        for plugin in pom.every(path):
            if plugin.findtext("{*}artifactId", "").strip() == artifact:
                yield plugin


def _other_execution(plugin: Element) -> str | None:
    """Return the first of a plugin's executions that runs tests and is not Maven's own."""
    for execution in plugin.iterfind("{*}executions/{*}execution"):
        name = execution.findtext("{*}id", "default").strip()
        goals = [(goal.text or "").strip() for goal in execution.iterfind("{*}goals/{*}goal")]
        phase = execution.findtext("{*}phase", "").strip()
        if name != "default-test" and "test" in goals and phase != "none":
            return name
    return None


def _late_properties(pom: Pom, texts: Iterable[str]) -> Iterator[str]:
    """List the properties that have no value before some plugin gives them one."""
    for text in texts:
        for match in PROPERTY.finditer(pom.interpolate(text)):
            if not (_SET_ELSEWHERE.match(match[1]) or pom.knows(match[1])):
                yield match[0]


def integration_patterns(poms: Iterable[Pom]) -> tuple[str, ...]:
    """Return the patterns of classes that Failsafe runs in modules; empty where it does not run."""
    plugins = [each for pom in poms for each in _plugins(pom, "maven-failsafe-plugin")]
    if not plugins:
        return ()
    texts = (each.text or "" for plugin in plugins for each in plugin.iterfind(".//{*}include"))
    own = tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))
    return own[:_MOST_PATTERNS] or _INTEGRATION_TESTS
