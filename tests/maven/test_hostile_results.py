"""Pages of results that hold anything: their structure holds, they fit, their calls can be read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostile
from calling import printed_calls
from pageful import Call, Cut, Detail, Tip, present, to_markdown
from pageful.builds.drilldown.failure_pages import failure_page, page_starts
from pageful.builds.drilldown.log_excerpt import LogPage, Passage
from pageful.builds.drilldown.module_page import ModulePage
from pageful.builds.drilldown.test_times import TestTime, TestTimes
from pageful.builds.drilldown.warning_page import WarningPage
from pageful.builds.drilldown.whole_failure import WholeFailure
from pageful.builds.results import (
    Activity,
    Artifact,
    Build,
    Counts,
    Failure,
    FailurePage,
    Module,
    Outcome,
    Problem,
    Running,
    Status,
    WarningGroup,
)
from pageful.maven.follow_up import more_of_found, rest_of_dependencies, rest_of_found
from pageful.maven.results import (
    Conflict,
    Dependencies,
    Dependency,
    Eviction,
    Found,
    ModuleDependencies,
    TreeLine,
)
from pageful.maven.views import dependencies_page, found_page
from pageful.page.budget import MINIMUM
from pageful.tool.call_context import CallContext
from pageful.tool.options import Style
from thoroughness import examples

_fuzzed = settings(
    deadline=None,
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
_PARAMETERS = {
    "maven_test": {"testFilter", "raw"},
    "maven_build": {"build", "show", "test", "pattern", "page", "wait", "raw"},
    "maven_dependencies": {"module", "raw"},
}

_words = hostile.words
_lines = hostile.tuples(_words, 5)
_numbers = st.integers(0, 10**7)
_maybe = st.none() | _words
_budgets = st.integers(MINIMUM, 3000)
_details: st.SearchStrategy[Detail] = st.sampled_from(["concise", "detailed"])
_counts = st.builds(Counts, _numbers, _numbers, _numbers)
_problems = hostile.tuples(
    st.builds(Problem, _words, _maybe, st.none() | _numbers, st.none() | _numbers, _maybe)
)
_failures = hostile.tuples(
    st.builds(
        Failure,
        hostile.tuples(_words, 5).filter(bool),
        _words,
        _lines,
        _lines,
        st.booleans(),
        st.booleans(),
    )
)
_outcomes = st.sampled_from(Outcome)
_modules = hostile.tuples(
    st.builds(Module, _words, _outcomes, _maybe, _maybe, st.none() | _numbers, st.none() | _counts)
)
_builds = st.builds(
    Build,
    operation=st.sampled_from(["Test", "Run clean install site"]),
    status=st.sampled_from(Status),
    milliseconds=_numbers,
    errors=_problems,
    warnings=_problems,
    tests=st.none() | _counts,
    failures=_failures,
    skipped=_lines,
    output=_lines,
    activity=st.none() | st.builds(Activity, _maybe, _maybe, _maybe, _lines, _lines),
    notes=_lines,
    modules=_modules,
    artifacts=hostile.tuples(st.builds(Artifact, _words, _numbers, st.booleans())),
    fixed=_lines,
    id=st.none() | st.just("b12"),
)
_some = st.integers(1, 4)
_found: st.SearchStrategy[Found] = st.one_of(
    _builds,
    st.builds(
        Running, st.just("b12"), _words, _numbers, st.booleans(), _words, _maybe.map(lambda _: 3)
    ),
    st.builds(FailurePage, _builds, _some, _some, _some, _some, _some, _some, st.booleans()),
    st.builds(WholeFailure, st.just("b12"), _words, _words, _lines, _some, _some, _some, _some),
    st.builds(
        TestTimes,
        st.just("b12"),
        hostile.tuples(st.builds(TestTime, _words, _numbers, _outcomes, _maybe, _words)),
        *[_some] * 5,
    ),
    st.builds(
        LogPage,
        st.just("b12"),
        hostile.tuples(st.builds(Passage, _some, _lines, hostile.tuples(_some))),
        *[_some] * 3,
        _maybe,
        _some,
    ),
    st.builds(
        WarningPage,
        st.just("b12"),
        hostile.tuples(st.builds(WarningGroup, _words, _lines, _some)),
        *[_some] * 5,
    ),
    st.builds(ModulePage, st.just("b12"), _modules, *[_some] * 4),
)
_dependencies = st.builds(
    Dependencies,
    hostile.tuples(
        st.builds(
            ModuleDependencies,
            _words,
            _words,
            _some,
            _some,
            hostile.tuples(
                st.builds(
                    TreeLine,
                    st.builds(
                        Dependency, _words, _words, _words, _words, _maybe, st.booleans(), _maybe
                    ),
                    st.integers(1, 9),
                    _words,
                )
            ),
            hostile.tuples(
                st.builds(
                    Conflict,
                    _words,
                    _words,
                    _lines,
                    hostile.tuples(st.builds(Eviction, _words, _lines)),
                    st.booleans(),
                )
            ),
        )
    ),
    _maybe,
)


def _assert_innocent(document: tuple[Any, ...]) -> None:
    tamed = tuple(map(hostile.tame, document))
    assert hostile.structures(to_markdown(document)) == hostile.structures(to_markdown(tamed))


def _assert_readable(document: tuple[Any, ...]) -> None:
    """Every call that a page prints is whole and names parameters that there are."""
    for block in document:
        if isinstance(block, Tip):
            ((tool, arguments),) = printed_calls(to_markdown((block,)))
            assert set(arguments) <= _PARAMETERS[tool]


@_fuzzed
@given(_found, _details, _budgets)
def test_whatever_is_found_its_page_holds_fits_and_can_be_followed(
    found: Found, detail: Detail, budget: int
) -> None:
    def rest(cuts: tuple[Cut, ...]) -> Call | None:
        return rest_of_found(found, replace(context, cuts=cuts))

    context = CallContext("maven_test", style=Style(budget=budget))
    call = more_of_found(found, context)
    page = present(found, found_page, detail=detail, budget=budget, follow_up=rest, next_call=call)
    assert len(page.text) <= budget
    _assert_innocent(page.document)
    _assert_readable(page.document)


@_fuzzed
@given(_dependencies, _budgets)
def test_whatever_a_project_depends_on_its_page_holds(result: Dependencies, budget: int) -> None:
    def rest(cuts: tuple[Cut, ...]) -> Call | None:
        return rest_of_dependencies(result, CallContext("maven_dependencies", cuts=cuts))

    page = present(result, dependencies_page, budget=budget, follow_up=rest)
    assert len(page.text) <= budget
    _assert_innocent(page.document)
    _assert_readable(page.document)


@_fuzzed
@given(_builds, _budgets)
def test_a_page_of_failures_is_whole_unless_one_alone_is_larger(build: Build, budget: int) -> None:
    starts = page_starts(build, budget)
    for number in range(1, len(starts)):
        page = failure_page(build, number, budget)
        if not page.total + page.errors_total:
            continue
        call = more_of_found(page, CallContext("maven_build"))
        assert page.oversized or not present(page, found_page, budget=budget, next_call=call).cuts
