"""Maven's default lifecycle, and how far goals go in it."""

from __future__ import annotations

from collections.abc import Iterable

_PHASES = (
    "validate",
    "initialize",
    "generate-sources",
    "process-sources",
    "generate-resources",
    "process-resources",
    "compile",
    "process-classes",
    "generate-test-sources",
    "process-test-sources",
    "generate-test-resources",
    "process-test-resources",
    "test-compile",
    "process-test-classes",
    "test",
    "prepare-package",
    "package",
    "pre-integration-test",
    "integration-test",
    "post-integration-test",
    "verify",
    "install",
    "deploy",
)


def reaches(goals: Iterable[str], phase: str) -> bool:
    """Return whether one of the goals is a phase of the lifecycle, and not before `phase`."""
    return not set(_PHASES[_PHASES.index(phase) :]).isdisjoint(goals)
