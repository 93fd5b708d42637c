"""A plugin's goal, as Maven names it in the log when it starts and when it has failed."""

from __future__ import annotations

import re

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.phrases import FAILED_GOAL

_PLUGIN = r"(?P<plugin>[^:\s]+):(?P<version>[^:\s]+):(?P<name>[^:\s]+)"
# > --- pmd:3.26.0:check (verify-it) @ shop-api ---
_STARTED = patterns.compile(rf"--- {_PLUGIN} \((?P<execution>[^)]*)\) @ (?P<module>\S+) ---\Z")
# > Failed to execute goal a:maven-failsafe-plugin:3.2.5:verify (default) on project orders: There
_FAILED = patterns.compile(
    rf"{FAILED_GOAL}(?:(?:[^:\s]+:)??{_PLUGIN} (?:\((?P<execution>[^)]*)\) )?)?"
    r"on project (?P<module>[^:\s]+):"
)
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal of one module: `plugin` is its prefix, as in `checkstyle`, `module` an artifactId.

    All but the module are empty if Maven failed before it reached a goal.
    """

    plugin: str
    version: str
    name: str
    execution: str
    module: str

    @classmethod
    def of_start(cls, text: str) -> Goal | None:
        """Return the goal that a line announces, by artifactId (Maven 3.8) or prefix (3.9)."""
        return _goal(_STARTED.match(text)) if len(text) <= _LONGEST else None

    @classmethod
    def of_failure(cls, text: str) -> Goal | None:
        """Return the goal that a line reports as failed."""
        return _goal(_FAILED.match(text[:_LONGEST]))

    def __str__(self) -> str:
        return f"{self.plugin}:{self.name}"


def _goal(match: re.Match[str] | None) -> Goal | None:
    if not match:
        return None
    part = match.groupdict(default="")
    plugin = _prefix(part["plugin"])
    return Goal(plugin, part["version"], part["name"], part["execution"], part["module"])


def _prefix(artifact: str) -> str:
    """Return the prefix of a plugin, by the two customs of naming plugins."""
    if artifact.startswith("maven-") and artifact.endswith("-plugin"):
        return artifact.removeprefix("maven-").removesuffix("-plugin")
    return artifact.removesuffix("-maven-plugin")
