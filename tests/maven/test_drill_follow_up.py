"""The calls that get more of a recorded build, and the rest of dependencies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calling import printed_calls
from pageful import Cut, ToolError, present
from pageful.builds.drilldown.failure_pages import failure_page
from pageful.builds.drilldown.log_excerpt import LogPage
from pageful.builds.drilldown.whole_failure import WholeFailure
from pageful.builds.follow_up import first_hidden
from pageful.builds.results import (
    Activity,
    Build,
    Counts,
    Failure,
    FailurePage,
    Module,
    Outcome,
    Problem,
    Running,
    Status,
)
from pageful.maven.follow_up import more_of_found, rest_of_dependencies, rest_of_found
from pageful.maven.results import Found
from pageful.maven.views import found_page
from pageful.tool.call_context import CallContext
from pageful.tool.options import Style
from samples import DEPENDENCIES, FOUND

_GREEN = Build("Test", Status.SUCCESS, 900, tests=Counts(42, 0, 0), id="b3")
_FAILED = replace(
    _GREEN,
    status=Status.FAILURE,
    failures=tuple(Failure((f"A{n}Test#t",), "boom " * 20) for n in range(30)),
)
_BROKEN = replace(
    _GREEN,
    status=Status.FAILURE,
    tests=None,
    errors=tuple(Problem("no symbol", f"{'ABC'[n // 10]}.java", n) for n in range(30)),
)
_TOLD = replace(_GREEN, status=Status.FAILURE, output=("[ERROR] Failed to execute goal",))
_LAST = Failure(("BTest#sums",), "boom", cut=True)
_CRASH = Failure(("CTest",), "The forked VM terminated", crashed=True)


def _more(found: Found, **arguments: Any) -> str:
    call = more_of_found(found, CallContext("maven_test", arguments))
    return str(call) if call else ""


def _rest(found: Found, *cuts: Cut, budget: int = 1000, **arguments: Any) -> str:
    context = CallContext("maven_test", arguments, Style(budget=budget), cuts)
    call = rest_of_found(found, context)
    return str(call) if call else ""


@pytest.mark.parametrize(
    "build",
    [
        _GREEN,
        replace(_GREEN, failures=(_LAST,)),
        replace(_FAILED, id=None, failures=(_LAST,)),
        _FAILED,
        _BROKEN,
        replace(_BROKEN, output=_TOLD.output),
        replace(_TOLD, id=None),
        replace(_TOLD, status=Status.TIMEOUT, activity=Activity(frames=("at A.b(A.java:1)",))),
        replace(_FAILED, failures=(replace(_CRASH, output=("going down",)),)),
        replace(_FAILED, failures=(replace(_CRASH, trace=("at A.b(A.java:1)",)),)),
    ],
)
def test_a_page_that_says_it_all_offers_nothing(build: Build) -> None:
    assert not _more(build)


def test_a_failure_that_was_cut_by_the_limits_of_the_call_can_be_had_whole() -> None:
    build = replace(_FAILED, failures=(*_FAILED.failures, _LAST))
    assert _more(build) == 'maven_build(build="b3", show="failure", test="BTest#sums")'


@pytest.mark.parametrize(
    "build",
    [
        _TOLD,
        replace(_TOLD, output=(), status=Status.TIMEOUT, activity=Activity("api")),
        replace(_TOLD, output=(), status=Status.CANCELLED),
        replace(
            _TOLD,
            status=Status.TIMEOUT,
            activity=Activity(frames=("at A.b(A.java:1)",), output=("… 9 more lines",), cut=True),
        ),
        replace(_FAILED, failures=(_CRASH,)),
        replace(_FAILED, failures=(replace(_CRASH, output=("going down",), cut=True),)),
    ],
)
def test_where_the_page_does_not_say_why_the_log_is_offered(build: Build) -> None:
    assert _more(build) == 'maven_build(build="b3", show="log")'


def test_a_build_that_runs_is_waited_for_also_where_its_page_is_cut() -> None:
    call = 'maven_build(build="b3", wait=60)'
    running = Running("b3", "Test", 1, message="x" * 900)
    assert _more(running) == _rest(running, Cut("character", 9, 900)) == call


def test_the_next_page_is_of_the_same_side_of_the_same_build() -> None:
    page = LogPage("b3", (), 900, 2, 4, "x|y", 7)
    arguments = {"show": "log", "pattern": "x|y", "page": 2, "wait": 9, "stop": False}
    assert _more(page, **arguments) == (
        'maven_build(build="b3", show="log", pattern="x|y", page=3)'
    )
    assert not _more(replace(page, page=4), **arguments)


def test_a_page_that_has_no_room_is_asked_for_as_json() -> None:
    failure = WholeFailure("b3", "A#b", "boom", ("x" * 999,), 1, 1, 1, 1)
    assert _rest(failure, Cut("character", 9, 999), build="b3", show="failure", test="A#b") == (
        'maven_build(build="b3", show="failure", test="A#b", raw=true)'
    )


@pytest.mark.parametrize(
    ("build", "cuts", "position"),
    [
        (_FAILED, (Cut("failure", 7, 30, (7,)),), 7),
        (_FAILED, (Cut("line", 3, 9, (6, 3)), Cut("failure", 7, 30, (7,))), 6),
        (_FAILED, (Cut("character", 3, 9, (29,), in_part=True),), 29),
        (_FAILED, (Cut("artifact", 0, 2, ("artifacts",)),), None),
        (_FAILED, (Cut("character", 3, 9),), None),
        (_BROKEN, (Cut("file", 1, 3, (10,)),), 10),
        (_BROKEN, (Cut("problem", 3, 10, (10, 13)), Cut("file", 2, 3, (20,))), 13),
        (_BROKEN, (Cut("problem", 9, 10, (20, "warnings")),), None),
        (_BROKEN, (Cut("file", 5, 9, ("warnings",)),), None),
    ],
)
def test_the_first_is_found_that_is_not_shown_whole(
    build: Build, cuts: tuple[Cut, ...], position: int | None
) -> None:
    assert first_hidden(build, CallContext("maven_test", cuts=cuts)) == position


_positions = st.lists(st.integers(0, 2), max_size=20)


@given(_positions, st.integers(0, 8), st.integers(0, 400), st.integers(500, 3000))
def test_the_first_that_a_page_does_not_show_whole_is_known(
    files: list[int], failures: int, length: int, budget: int
) -> None:
    words = [f"a{n}b{'x' * length}c" for n in range(len(files) + failures)]
    errors = tuple(Problem(words[n], f"{file}.java") for n, file in enumerate(files))
    failed = tuple(Failure((f"T{n}#t",), words[len(files) + n]) for n in range(failures))
    build = replace(_FAILED, errors=errors, failures=failed)
    page = present(build, found_page, budget=budget)
    left = [n for n, each in enumerate(words) if each not in page.text]
    context = CallContext("maven_test", cuts=page.cuts)
    assert first_hidden(build, context) == (left[0] if left else None)


def test_errors_of_one_file_are_together_on_the_page_wherever_they_come() -> None:
    mixed = replace(_BROKEN, errors=(*_BROKEN.errors, Problem("no symbol", "A.java", 99)))
    cuts = (Cut("problem", 10, 11, (0, 30)), Cut("file", 1, 3, (10,)))
    assert first_hidden(mixed, CallContext("maven_test", cuts=cuts)) == 10
    cuts = (Cut("problem", 2, 11, (0, 2)), Cut("file", 1, 3, (10,)))
    assert first_hidden(mixed, CallContext("maven_test", cuts=cuts)) == 2


@pytest.mark.parametrize("shown", range(30))
def test_the_page_is_named_that_it_stands_on(shown: int) -> None:
    ((_, arguments),) = printed_calls(_rest(_FAILED, Cut("failure", shown, 30, (shown,))))
    page = failure_page(_FAILED, arguments.pop("page"), 1000)
    assert _FAILED.failures[shown] in page.build.failures
    assert arguments == {"build": "b3", "show": "failures"}


def test_a_failure_that_is_alone_is_asked_for_whole() -> None:
    build = replace(_FAILED, failures=(_LAST,))
    assert _rest(build, Cut("line", 3, 900, (0, 2))) == (
        'maven_build(build="b3", show="failure", test="BTest#sums")'
    )


@pytest.mark.parametrize(
    "failure", [Failure(("A#" + "long" * 90,), "boom"), Failure(("A",), "boom", crashed=True)]
)
def test_a_failure_that_can_not_be_named_is_asked_for_as_json(failure: Failure) -> None:
    build = replace(_FAILED, failures=(failure,))
    assert _rest(build, Cut("line", 3, 900, (0, 2))) == (
        'maven_build(build="b3", show="failures", page=1, raw=true)'
    )


@pytest.mark.parametrize(
    ("build", "cut", "arguments"),
    [
        (_TOLD, Cut("line", 3, 9, ("log",)), 'show="log"'),
        (_TOLD, Cut("line", 3, 9), "raw=true"),
        (_TOLD, Cut("line", 3, 9, ("activity",)), "raw=true"),
        (_GREEN, Cut("file", 3, 9, ("warnings",)), 'show="warnings"'),
        (_BROKEN, Cut("problem", 3, 9, (20, "warnings")), 'show="warnings"'),
        (_GREEN, Cut("skipped test", 3, 9, ("tests",)), 'show="tests"'),
        (_GREEN, Cut("module", 3, 9, ("modules",)), 'show="modules"'),
        (_FAILED, Cut("artifact", 3, 9, ("artifacts",)), "raw=true"),
    ],
)
def test_what_else_is_cut_has_its_own_page(build: Build, cut: Cut, arguments: str) -> None:
    assert _rest(build, cut) == f'maven_build(build="b3", {arguments})'


def test_whatever_a_page_has_beside_failures_names_what_shows_it() -> None:
    many = tuple(f"ATest#t{n}" for n in range(90))
    warnings = tuple(Problem("no cast needed", "A.java", n) for n in range(90))
    modules = tuple(Module(f"module-{n}", Outcome.SUCCESS) for n in range(90))
    for build, show in (
        (replace(_GREEN, skipped=many), "tests"),
        (replace(_GREEN, fixed=many), "tests"),
        (replace(_GREEN, warnings=warnings), "warnings"),
        (replace(_GREEN, modules=modules), "modules"),
        (replace(_TOLD, output=many), "log"),
    ):
        page = present(build, found_page, detail="detailed", budget=900)
        assert _rest(build, *page.cuts) == f'maven_build(build="b3", show="{show}")'


def test_a_call_never_leads_to_itself() -> None:
    asked: dict[str, Any] = {"build": "b3", "show": "failures", "page": 1}
    call = _rest(_FAILED, Cut("failure", 1, 30, (1,)), **asked)
    assert call == 'maven_build(build="b3", show="failures", page=1, raw=true)'


def test_pages_of_failures_lead_on_and_from_the_last_one_to_what_they_do_not_tell() -> None:
    page = FOUND["failures"]
    assert _more(page) == 'maven_build(build="b3", show="failures", page=4)'
    assert isinstance(page, FailurePage)
    last = replace(page, page=9)
    assert not _more(last)
    told = replace(last, build=replace(_FAILED, output=_TOLD.output))
    assert _more(told) == 'maven_build(build="b3", show="log")'
    cut = replace(last, build=replace(_FAILED, failures=(_LAST,)))
    assert _more(cut) == 'maven_build(build="b3", show="failure", test="BTest#sums")'


def test_a_page_of_failures_of_which_something_else_is_cut_leads_on_too() -> None:
    page = replace(failure_page(_FAILED, 1, 1000), build=replace(_FAILED, failures=()))
    call = 'maven_build(build="b3", show="failures", page=2)'
    assert _rest(page, Cut("character", 9, 99)) == call


@pytest.mark.parametrize("page", [0, 99])
def test_a_page_that_there_is_not_is_refused(page: int) -> None:
    with pytest.raises(ToolError, match=f"There is no page {page}: there are"):
        failure_page(_FAILED, page, 1000)


def _dependencies(name: str, *cuts: Cut) -> str:
    arguments = {"conflicts": False}
    result = DEPENDENCIES[name]
    return str(
        rest_of_dependencies(result, CallContext("maven_dependencies", arguments, cuts=cuts))
    )


def test_the_first_module_that_is_not_whole_is_asked_for() -> None:
    cuts = (Cut("conflict", 1, 2, ("shop-core", 1)), Cut("module", 1, 2, ("shop-api",)))
    assert _dependencies("conflicts", *cuts) == (
        'maven_dependencies(conflicts=false, module="shop-core")'
    )
    assert _dependencies("conflicts", *cuts[1:]) == (
        'maven_dependencies(conflicts=false, module="shop-api")'
    )


def test_dependencies_that_no_smaller_page_has_are_asked_for_as_json() -> None:
    call = "maven_dependencies(conflicts=false, raw=true)"
    assert _dependencies("conflicts_of_one", Cut("conflict", 1, 2, (1,))) == call
    assert _dependencies("conflicts", Cut("module", 1, 2, ("shop-api",), unnamed=1)) == call
    assert _dependencies("no_conflicts", Cut("character", 1, 2)) == call


@pytest.mark.parametrize("budget", range(500, 1500, 20))
def test_a_module_is_asked_for_only_where_the_others_are_named(budget: int) -> None:
    one = DEPENDENCIES["conflicts"].modules[0]
    modules = tuple(replace(one, module=f"module-{n}") for n in range(40))
    result = replace(DEPENDENCIES["conflicts"], modules=modules)
    page = present(result, found_page, budget=budget)
    context = CallContext("maven_dependencies", {}, cuts=page.cuts)
    named = all(each.module in page.text for each in modules)
    assert (rest_of_dependencies(result, context).arguments == {"raw": True}) == (not named)


def test_a_goal_that_was_called_by_its_name_offers_what_it_printed() -> None:
    goal = Build("Run versions:display-dependency-updates", Status.SUCCESS, 800, id="b4")
    call = more_of_found(goal, CallContext("maven_run"))
    assert str(call) == 'maven_build(build="b4", show="log")'
    phase = Build("Run install", Status.SUCCESS, 800, id="b4")
    assert more_of_found(phase, CallContext("maven_run")) is None
