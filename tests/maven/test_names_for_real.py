"""Names of tests as pages print them, given to real Maven again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from pageful.builds.results import Build
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.running.run_build import run_build
from pageful.tool.context import Caller
from scenarios import JUNIT, JUNIT4, Scenario, dependency, plugins, pom, unit_test
from scenarios_frameworks import KOTLIN, KOTLIN_PLUGIN

pytestmark = pytest.mark.maven

KOTLIN_TESTS = """
    package com.example.money

    import kotlin.test.assertEquals
    import org.junit.jupiter.api.Nested
    import org.junit.jupiter.api.Test
    import org.junit.jupiter.params.ParameterizedTest
    import org.junit.jupiter.params.provider.ValueSource

    class MoneyTest {
        @Test fun `parses badly`() = assertEquals(1, 2)
        @Test fun `refuses (other) currencies`() = assertEquals(1, 2)
        @Test fun `refuses (this) currency`() {}
        @Test fun `zählt 1, 2 + 3 # 4`() = assertEquals(1, 2)
        @ParameterizedTest
        @ValueSource(strings = ["a", "b"])
        fun `is at rate`(rate: String) = assertEquals("a", rate)
        @Nested inner class `when cold` {
            @Test fun `does not bake`() = assertEquals(1, 2)
            @Test fun bakes() {}
        }
    }
"""
JUNIT4_TESTS = """
    import static org.junit.Assert.assertEquals;

    import java.util.Arrays;
    import java.util.Collection;
    import org.junit.Test;
    import org.junit.runner.RunWith;
    import org.junit.runners.Parameterized;

    @RunWith(Parameterized.class)
    public class LengthTest {
        @Parameterized.Parameters(name = "{index}: {0} -> {1}")
        public static Collection<Object[]> data() {
            return Arrays.asList(new Object[][] {
                {"a", 1}, {"b c", 2}, {"d/e,Foo", 3}, {"1+1 \\"q\\" (z)", 9}, {"", 10}});
        }

        private final String text;
        private final int length;

        public LengthTest(String text, int length) {
            this.text = text;
            this.length = length;
        }

        @Test public void length() { assertEquals(length, text.length()); }
        @Test public void passes() {}
    }
"""


def kotlin(root: Path) -> Path:
    junit5 = dependency("org.jetbrains.kotlin", "kotlin-test-junit5", KOTLIN, scope="test")
    build = pom(artifact="money", dependencies=f"{JUNIT}\n{junit5}", plugins=plugins(KOTLIN_PLUGIN))
    test = "src/test/kotlin/com/example/money/MoneyTest.kt"
    return Scenario("money", {"pom.xml": build, test: dedent(KOTLIN_TESTS)}).write(root)


def junit4(root: Path) -> Path:
    build = pom(artifact="four", dependencies=JUNIT4)
    test = unit_test("com.example.LengthTest", JUNIT4_TESTS)
    return Scenario("four", {"pom.xml": build, **test}).write(root)


def built(project: Path, test_filter: str | None = None, *, failed_only: bool = False) -> Build:
    request = BuildRequest(
        "Test", ("test",), (), 600, test_filter=test_filter, failed_only=failed_only
    )
    return run_build(request, project, Caller())


def failing(build: Build) -> set[str]:
    return {test for failure in build.failures for test in failure.tests}


@pytest.mark.parametrize(("project", "passing"), [(kotlin, 1), (junit4, 0)])
def test_a_failing_test_runs_again_by_the_name_that_its_page_has(
    tmp_path: Path,
    project: Callable[[Path], Path],
    passing: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`passing` is how many run with them, as a filter can't name a single set of arguments."""
    monkeypatch.delenv("LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    root = project(tmp_path / "project")
    names = failing(built(root))
    assert len(names) >= 4
    every = built(root, failed_only=True)
    assert failing(every) == names
    assert every.tests
    assert every.tests.run == len(names) + passing
    for name in sorted(name for name in names if not name.endswith("(String)[2]"))[:3]:
        alone = built(root, name)
        assert failing(alone) == {name}
        assert alone.tests
        assert alone.tests.run == 1
    again = built(root, failed_only=True)
    assert failing(again) == names
    assert not again.notes
