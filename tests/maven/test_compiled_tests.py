"""How compiled tests are run at once, in one module and in a reactor."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pageful.maven.projects.compiled_tests import CompiledTests, QuickRun
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_filter import TestFilter
from pageful.tool.errors import ToolError

RUN = "surefire:test@default-test"
WHOLE = ("test",)
LATER = 2_000_000_000
_NEEDS = {"core": (), "api": ("core",), "web": ("api",)}


def write(file: Path, text: str = "") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def compiled(module: Path, name: str) -> None:
    """A main class and its test, compiled after they were written."""
    for part, output, suffix in (("main", "classes", ""), ("test", "test-classes", "Test")):
        source = write(module / "src" / part / "java" / f"{name}{suffix}.java")
        os.utime(source, (1, 1))
        write(module / "target" / output / f"{name}{suffix}.class")


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A compiled reactor: web needs api, and api needs core."""
    listed = "".join(f"<module>{name}</module>" for name in _NEEDS)
    write(tmp_path / "pom.xml", f"<project><modules>{listed}</modules></project>")
    for name, needs in _NEEDS.items():
        dependencies = "".join(f"<dependency>{_named(need)}</dependency>" for need in needs)
        content = f"{_named(name)}<dependencies>{dependencies}</dependencies>"
        write(tmp_path / name / "pom.xml", f"<project>{content}</project>")
        compiled(tmp_path / name, name.title())
    return tmp_path


def _named(name: str) -> str:
    return f"<groupId>g</groupId><artifactId>{name}</artifactId>"


def quick(root: Path, *modules: str, test_filter: str | None = None) -> QuickRun:
    asked = None if test_filter is None else TestFilter.parse(test_filter)
    return CompiledTests(Project(root), modules, asked).plan(WHOLE)


class TestOneModule:
    @pytest.fixture
    def module(self, tmp_path: Path) -> Path:
        write(tmp_path / "pom.xml", f"<project>{_named('core')}</project>")
        return tmp_path

    def test_what_is_fresh_runs_alone(self, module: Path) -> None:
        compiled(module, "Core")
        run = quick(module)
        assert (run.goals, run.selection) == ((RUN,), None)
        (note,) = run.notes
        assert note == (
            "Ran in testOnly mode (surefire:test). Lifecycle phases were skipped. "
            "If tests fail unexpectedly, re-run with testOnly=false."
        )

    def test_what_is_stale_is_compiled_first(self, module: Path) -> None:
        compiled(module, "Core")
        os.utime(module / "src/main/java/Core.java", (LATER, LATER))
        run = quick(module)
        assert run.goals == ("test-compile", RUN)
        assert run.notes == ("Ran in testOnly mode. Stale sources detected — auto-recompiled.",)

    def test_where_nothing_is_compiled_it_is_refused(self, module: Path) -> None:
        write(module / "src/test/java/CoreTest.java")
        with pytest.raises(ToolError, match=r"target/test-classes does not exist\."):
            quick(module)

    def test_without_tests_there_is_nothing_to_refuse(self, module: Path) -> None:
        assert quick(module).goals == (RUN,)

    def test_where_it_is_not_possible_the_whole_phase_is_run(self, module: Path) -> None:
        plugin = "<artifactId>maven-toolchains-plugin</artifactId>"
        build = f"<build><plugins><plugin>{plugin}</plugin></plugins></build>"
        write(module / "pom.xml", f"<project>{build}</project>")
        run = quick(module)
        assert run.goals == WHOLE
        (note,) = run.notes
        assert note == (
            "testOnly is not possible: maven-toolchains-plugin chooses the JDK in an earlier "
            "phase. The full test phase was run instead."
        )

    def test_a_pom_that_can_not_be_read_is_left_to_maven(self, module: Path) -> None:
        write(module / "pom.xml", "<project>")
        compiled(module, "Core")
        assert quick(module).goals == (RUN,)


class TestReactor:
    def test_modules_find_each_other_after_compile(self, shop: Path) -> None:
        run = quick(shop)
        assert (run.goals, run.selection) == (("compile", RUN), None)
        assert run.notes[0].startswith("Ran in testOnly mode (compile surefire:test). Later ")

    def test_and_each_others_tests_after_test_compile(self, shop: Path) -> None:
        text = (shop / "web/pom.xml").read_text()
        write(
            shop / "web/pom.xml",
            text.replace("</dependency>", "<type>test-jar</type></dependency>"),
        )
        assert quick(shop).goals == ("test-compile", RUN)
        assert quick(shop, "api").goals == ("compile", RUN)

    def test_one_that_needs_no_other_runs_alone(self, shop: Path) -> None:
        assert quick(shop, "core").goals == (RUN,)

    def test_stale_modules_are_named_and_compiled(self, shop: Path) -> None:
        os.utime(shop / "core/src/main/java/Core.java", (LATER, LATER))
        run = quick(shop)
        assert run.goals == ("test-compile", RUN)
        assert run.notes == (
            "Ran in testOnly mode. Stale sources detected in core — auto-recompiled.",
        )

    def test_what_is_not_built_may_be_stale(self, shop: Path) -> None:
        os.utime(shop / "web/src/main/java/Web.java", (LATER, LATER))
        assert quick(shop, "api").goals == ("compile", RUN)
        assert quick(shop, "web").goals == ("test-compile", RUN)

    def test_a_filter_narrows_it_to_the_modules_that_have_its_classes(self, shop: Path) -> None:
        assert quick(shop, test_filter="ApiTest#adds").selection == ("-pl", ":api", "-am")
        both = quick(shop, test_filter="g.CoreTest,WebTest$Inner")
        assert both.selection == ("-pl", ":core,:web", "-am")

    @pytest.mark.parametrize("test_filter", ["*Test", "!ApiTest", "GoneTest", "ApiTest,GoneTest"])
    def test_a_filter_that_may_mean_more_does_not(self, shop: Path, test_filter: str) -> None:
        assert quick(shop, test_filter=test_filter).selection is None

    def test_where_nothing_is_compiled_it_is_refused(self, shop: Path) -> None:
        for name in _NEEDS:
            (shop / name / "target").rename(shop / name / "gone")
        with pytest.raises(ToolError, match=r"no module has target/test-classes\."):
            quick(shop)
