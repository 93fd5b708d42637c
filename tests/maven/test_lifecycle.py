"""How far goals go in Maven's lifecycle."""

from __future__ import annotations

import pytest

from pageful.maven.projects.lifecycle import reaches


@pytest.mark.parametrize(
    ("goals", "phase", "reached"),
    [
        (("test",), "package", False),
        (("package",), "package", True),
        (("clean", "verify"), "package", True),
        (("install",), "integration-test", True),
        (("package",), "integration-test", False),
        (("dependency:tree",), "package", False),
        ((), "validate", False),
    ],
)
def test_a_later_phase_reaches_an_earlier_one(
    goals: tuple[str, ...], phase: str, *, reached: bool
) -> None:
    assert reaches(goals, phase) is reached
