"""Calls that pages of builds print: followed as printed they reach everything, and end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calling import printed_calls
from pageful.builds.drilldown.paging import PartRequest
from pageful.builds.drilldown.patterns import Pattern
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.results import (
    Build,
    Counts,
    Excerpt,
    Failure,
    Place,
    Problem,
    SourceLine,
    Status,
)
from pageful.builds.shows import SHOW, ShowName
from pageful.maven.follow_up import more_of_found, rest_of_found
from pageful.maven.results import Found
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.views import found_page
from pageful.page.budget import MINIMUM
from pageful.tool.context import Caller
from pageful.tool.options import Style
from pageful.tool.tool import Tool, Toolset
from thoroughness import examples

_BUDGETS = (MINIMUM, 2_000, 40_000)
_LONG_WALKS = (pytest.param(MINIMUM, marks=pytest.mark.slow), *_BUDGETS[1:])
_fuzzed = settings(
    deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow]
)
_MARK = re.compile(r"«\d+(?:\.\d+)?»")


@dataclass
class _Project:
    """A project with one build on record, and the tools that show it."""

    build: Build
    budget: int
    log_lines: Sequence[str] = ()
    first_page_is_own: bool = False
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def maven_test(self, caller: Caller) -> Build:
        """Run tests."""
        return self.build

    def maven_build(
        self,
        caller: Caller,
        build: str | None = None,
        show: ShowName = "failures",
        test: str | None = None,
        pattern: str | None = None,
        page: int | None = None,
        wait: float = 0,
    ) -> Found:
        """Show a build."""
        assert build == self.build.id
        if show == "failures" and (page is None or (self.first_page_is_own and page == 1)):
            return self.build
        looked_for = Pattern(pattern) if pattern else None
        request = PartRequest(page or 1, self.budget, test or "", looked_for)
        return SHOW[show].read(self._record, request)

    @property
    def _record(self) -> BuildRecord:
        record = SimpleNamespace(
            id=self.build.id,
            root="/project",
            fixed=(),
            build=lambda: self.build,
            cases=lambda: tuple(_cases(self.build)),
            whole=(self.build, tuple(_cases(self.build))),
            log=lambda: (line.encode() for line in self.log_lines),
            lines=lambda: iter(self.log_lines),
            tool=MAVEN,
        )
        return cast(BuildRecord, record)

    @property
    def toolset(self) -> Toolset:
        tools = (self._tool(self.maven_test), self._tool(self.maven_build))
        return Toolset("maven", tools, style=Style(budget=self.budget))

    def _tool(self, function: Callable[..., Found]) -> Tool[Found]:
        return Tool(
            function,
            view=found_page,
            follow_up=rest_of_found,
            next_call=more_of_found,
        )

    def walk(self, most: int = 2000) -> Iterator[str]:
        """The pages of the first call, and of all that they and those after them print."""
        waiting: list[tuple[str, dict[str, Any]]] = [("maven_test", {})]
        seen = []
        while waiting:
            tool, arguments = waiting.pop()
            seen.append((tool, arguments))
            assert len(seen) < most
            answer = self.toolset.call(tool, arguments)
            assert not answer.failed, answer.text
            raw = arguments.get("raw")
            assert raw or len(answer.text) <= self.budget
            yield answer.text
            if not raw:
                waiting.extend(call for call in printed_calls(answer.text) if call not in seen)
        self.calls = seen


def _cases(build: Build) -> Iterator[Case]:
    for failure in build.failures:
        for test in failure.tests:
            class_name, _, name = test.partition("#")
            trace = "\n".join((f"java.lang.Error: {failure.message}", *failure.trace))
            output = "\n".join(failure.output)
            yield Case(
                class_name, name, ThrownException("java.lang.Error", "", trace), output=output
            )


def _failure(number: int, lines: int) -> Failure:
    trace = tuple(f"at shop.Order.of(Order.java:{line}) «{number}.{line}»" for line in range(lines))
    return Failure((f"Order{number}Test#sums",), f"«{number}» is wrong", trace)


def _failures(sizes: Sequence[int]) -> Build:
    failures = tuple(_failure(number, size) for number, size in enumerate(sizes))
    tests = Counts(3000, len(sizes), 0)
    return Build("Test", Status.FAILURE, 61_234, tests=tests, failures=failures, id="b3")


def _errors(files: Sequence[int]) -> Build:
    errors = tuple(
        Problem(f"cannot find symbol «{file}.{line}»", f"src/main/java/shop/Part{file}.java", line)
        for file, lines in enumerate(files)
        for line in range(lines)
    )
    return Build("Compile", Status.FAILURE, 2345, errors=errors, id="b3")


def _marks(build: Build) -> set[str]:
    texts = [problem.message for problem in build.errors]
    for failure in build.failures:
        texts += [failure.message, *failure.trace]
    return {mark for text in (*texts, *build.output) for mark in _MARK.findall(text)}


@pytest.mark.parametrize("budget", _LONG_WALKS)
def test_every_one_of_205_failures_is_reached(budget: int) -> None:
    sizes = [(7 * n) % 12 if n % 40 else 300 for n in range(205)]
    project = _Project(_failures(sizes), budget)
    pages = list(project.walk())
    assert _marks(project.build) <= set(_MARK.findall("\n".join(pages)))
    assert all(f"Order{number}Test#sums" in "\n".join(pages) for number in range(205))


@pytest.mark.parametrize("budget", _LONG_WALKS)
def test_every_one_of_900_errors_is_reached(budget: int) -> None:
    project = _Project(_errors([1 + (5 * n) % 17 for n in range(100)]), budget)
    pages = "\n".join(project.walk())
    assert _marks(project.build) <= set(_MARK.findall(pages))


@pytest.mark.parametrize("budget", _BUDGETS)
def test_the_lines_of_an_output_that_is_too_long_are_reached_in_the_log(budget: int) -> None:
    lines = tuple(f"[ERROR] «{number}» went wrong" for number in range(400))
    build = Build("Verify", Status.FAILURE, 9000, output=lines, id="b3")
    project = _Project(build, budget, lines)
    pages = "\n".join(project.walk())
    assert _marks(build) <= set(_MARK.findall(pages))


@_fuzzed
@given(
    st.lists(st.integers(0, 60), max_size=12),
    st.lists(st.integers(0, 9), max_size=6),
    st.integers(MINIMUM, 6000),
    st.integers(0, 1500),
    st.integers(0, 90),
    st.booleans(),
)
def test_whatever_failed_all_of_it_is_reached(
    failures: list[int], errors: list[int], budget: int, note: int, output: int, own: bool
) -> None:
    build = replace(
        _failures(failures),
        errors=_errors(errors).errors,
        notes=("x" * note,) if note else (),
        output=tuple(f"[ERROR] «{number}.99» went wrong" for number in range(output)),
    )
    project = _Project(build, budget, build.output, own)
    pages = "\n".join(project.walk())
    assert _marks(build) <= set(_MARK.findall(pages))


def test_the_calls_of_a_build_that_was_not_recorded_run_it_again() -> None:
    build = replace(_failures([3] * 20), id=None)
    project = _Project(build, 2000)
    page = project.toolset.call("maven_test", {}).text
    ((tool, arguments),) = printed_calls(page)
    assert (tool, set(arguments)) == ("maven_test", {"testFilter"})


@pytest.mark.parametrize("budget", _BUDGETS)
def test_excerpts_that_have_no_room_keep_nothing_else_from_being_reached(budget: int) -> None:
    lines = tuple(SourceLine(n, f"int x{n} = {n};", n == 9) for n in range(1, 41))
    build = replace(
        _failures([3] * 12),
        excerpts=tuple(Excerpt(n, "src/A.java", "a", lines, 3) for n in range(6)),
        places=tuple(Place(n, "src/B.java", n + 1, "b();") for n in range(12)),
    )
    project = _Project(build, budget)
    assert _marks(build) <= set(_MARK.findall("\n".join(project.walk())))


@pytest.mark.parametrize("budget", [3000, 6000, 12_000])
def test_the_next_page_begins_where_the_build_s_own_page_ended(budget: int) -> None:
    lines = tuple(SourceLine(n, f"int x{n} = {n};", n == 9) for n in range(1, 41))
    build = replace(
        _failures([3] * 60),
        excerpts=tuple(Excerpt(n, f"src/A{n}.java", "a", lines, 3) for n in range(3)),
        places=tuple(Place(n, "src/B.java", n + 1, "b();") for n in range(9)),
    )
    project = _Project(build, budget)
    page = project.toolset.call("maven_test", {}).text
    ((tool, arguments),) = printed_calls(page)
    following = project.toolset.call(tool, arguments).text
    first, second = (re.findall(r"### FAILED: (\S+)", text) for text in (page, following))
    # Sizes are estimated, never below what a page takes: a few may be on both.
    assert len(set(first) & set(second)) <= 1 + len(first) // 4
    assert "src/A0.java" not in following
