"""Goals as the log names them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.logs.goal import Goal

CHECK = Goal("checkstyle", "3.6.0", "check", "style", "shop-core")


@pytest.mark.parametrize("plugin", ["maven-checkstyle-plugin", "checkstyle"])
def test_a_goal_that_starts_is_the_same_in_every_maven(plugin: str) -> None:
    assert Goal.of_start(f"--- {plugin}:3.6.0:check (style) @ shop-core ---") == CHECK


def test_a_goal_that_failed_is_the_one_that_started() -> None:
    plugin = "org.apache.maven.plugins:maven-checkstyle-plugin:3.6.0:check (style)"
    failed = f"Failed to execute goal {plugin} on project shop-core: You have 2 violations."
    assert Goal.of_failure(failed) == CHECK


@pytest.mark.parametrize(
    ("artifact", "prefix"),
    [
        ("jacoco-maven-plugin", "jacoco"),
        ("maven-pmd-plugin", "pmd"),
        ("forbiddenapis", "forbiddenapis"),
    ],
)
def test_plugins_go_by_their_prefixes(artifact: str, prefix: str) -> None:
    goal = Goal.of_failure(f"Failed to execute goal a.b:{artifact}:1:check (x) on project p: no")
    assert str(goal) == f"{prefix}:check"


def test_a_failure_before_any_goal_has_a_module_alone() -> None:
    failed = "Failed to execute goal on project api: Could not resolve dependencies"
    assert Goal.of_failure(failed) == Goal("", "", "", "", "api")


@pytest.mark.parametrize("text", ["", "--- ---", ">>> pmd:3:check (x) > :pmd @ api >>>", "x"])
def test_other_lines_name_none(text: str) -> None:
    assert Goal.of_start(text) is None
    assert Goal.of_failure(text) is None


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    Goal.of_start(f"--- {text} @ p ---")
    Goal.of_failure(f"Failed to execute goal {text} on project p:")


@pytest.mark.parametrize("unit", ["a", ":", "a:", " ", "a:b:c (", "("])
def test_the_longest_line_is_read_at_once(unit: str) -> None:
    Goal.of_start("--- " + unit * 1_000_000)
    Goal.of_failure("Failed to execute goal " + unit * 1_000_000)
