"""The one failing test that a caller means, and everything that it left."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence

from pageful.builds.build_tool import BuildTool
from pageful.builds.junit.class_names import simple_name
from pageful.builds.junit.test_case import Case
from pageful.builds.results import Build, Failure
from pageful.builds.test_lists import find_folded
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.units import list_names
from pageful.tool.errors import ToolError

# > adds(int, int)[1]
# > isPaid{in yen}
_ARGUMENTS = patterns.compile(r"(?<=\w)[(\[{].*", re.DOTALL)
# > OrderTest.adds:12
_LINE = patterns.compile(r":\d+\Z")
_NEAREST = 5
"""Names like an unknown one that are offered; the right one is seldom further away."""

_MOST_NAMED = 10
"""Names that an error lists: two lines or three."""


@dataclass(frozen=True, slots=True)
class FailingTest:
    """A failing test by its name on pages: its message, its trace and output, all of them.

    Several tests of one name have their names in the lines; their `message` is that of all, or "".
    """

    name: str
    message: str
    lines: tuple[str, ...]


def find_failing_test(
    build: Build, cases: Sequence[Case], asked: str, tool: BuildTool
) -> FailingTest:
    """Find the failing test that is asked for, as pages name it or in another usual way.

    `asked` may have the package or not, and the arguments of a parameterized test or not; a class
    alone, or a method, means its only failing test. A name that a page has for several tests, as
    `OrderTest#sums+ships`, means all of them.

    Raises:
        ToolError: no failing test is called so, or several are.
    """
    failed = [case for case in cases if case.thrown]
    name = tool.name_tests(failed)
    crashes = [failure for failure in build.failures if failure.crashed]
    spellings = (asked, asked.strip(), _with_hash(asked.strip()))
    found = next(filter(None, (_find_by_name(failed, name, each) for each in spellings)), [])
    if not found and (several := _find_folded(failed, name, asked.strip())):
        messages = {tool.message(case.thrown) for case in several if case.thrown}
        common = messages.pop() if len(messages) == 1 else ""
        return FailingTest(asked.strip(), common, tuple(_lines_of_several(several, name, tool)))
    if not found:
        crash = next((failure for failure in crashes if asked.strip() in failure.tests), None)
        if crash:
            return _from_crash(crash)
        others = [case for case in cases if not case.thrown]
        ran = _find_by_name(others, tool.name_tests(cases), asked.strip())
        raise _unknown_name_error(
            asked, build, bool(ran), [*map(name, failed), *_names_of(crashes)]
        )
    distinct = list(dict.fromkeys(map(name, found)))
    if len(distinct) > 1:
        raise _ambiguous_name_error(asked, distinct)
    thrown = found[0].thrown
    message = tool.message(thrown) if thrown else ""
    return FailingTest(distinct[0], message, tuple(_lines(found, tool)))


def _find_by_name(failed: Sequence[Case], name: Callable[[Case], str], asked: str) -> list[Case]:
    """Return the tests of that name, by the strictest reading that any of them meets."""
    readings: tuple[Callable[[Case], tuple[str, ...]], ...] = (
        lambda case: (name(case),),
        lambda case: _full_names(case, case.name),
        lambda case: _full_names(case, _ARGUMENTS.sub("", case.name)),
        lambda case: _full_names(case, ""),
        lambda case: (case.name, _ARGUMENTS.sub("", case.name)) if case.name else (),
    )
    for reading in readings:
        if found := [case for case in failed if asked in reading(case)]:
            return found
    return []


def _find_folded(failed: Sequence[Case], name: Callable[[Case], str], asked: str) -> list[Case]:
    """Return the tests for which pages have one name, in its order; with the package or not."""
    namers = (name, lambda case: f"{case.class_name}#{case.name}")
    for namer in namers:
        cases: dict[str, list[Case]] = {}
        for case in failed:
            cases.setdefault(namer(case), []).append(case)
        if found := find_folded(asked, [*cases]):
            return [case for each in found for case in cases[each]]
    return []


def _with_hash(asked: str) -> str:
    """Put the `#` where a log has a dot: `OrderTest.adds:12` becomes `OrderTest#adds`.

    So does `shop/test_order.py::test_adds` of pytest become `shop.test_order#test_adds`.
    """
    match = _ARGUMENTS.search(asked)
    arguments = match[0] if match else ""
    stem = _LINE.sub("", asked.removesuffix(arguments))
    if "::" in stem:
        stem = stem.replace(".py::", ".").replace("::", ".").replace("/", ".")
    class_name, dot, method = stem.rpartition(".")
    return f"{class_name}#{method}{arguments}" if dot and "#" not in stem else asked


def _full_names(case: Case, method: str) -> tuple[str, ...]:
    """Return the names of a method in its class and suite; of these where `method` is empty."""
    suffix = f"#{method}" if method else ""
    classes = (case.class_name, case.suite) if case.suite else (case.class_name,)
    simple = map(simple_name, classes)
    return tuple(f"{name}{suffix}" for name in (*classes, *simple))


def _lines(cases: Sequence[Case], tool: BuildTool) -> Iterator[str]:
    """Yield the trace and output of a test, of every time where it ran in several modules."""
    for number, case in enumerate(cases):
        if len(cases) > 1:
            where = "" if case.module == "." else f" in {case.module}"
            yield f"{number + 1} of {len(cases)}{where}:"
        yield from tool.trace_lines(case.thrown.trace) if case.thrown else ()
        if case.output.strip("\n"):
            yield "Test output:"
            yield from tool.trace_lines(case.output)


def _lines_of_several(
    cases: Sequence[Case], name: Callable[[Case], str], tool: BuildTool
) -> Iterator[str]:
    """Yield each test's name and what it left, its message where the trace has it not."""
    for number, case in enumerate(cases):
        where = "" if case.module == "." else f" in {case.module}"
        yield f"{number + 1} of {len(cases)}: {name(case)}{where}"
        lines = tuple(_lines([case], tool))
        message = tool.message(case.thrown) if case.thrown else ""
        if message not in "\n".join(lines):
            yield from message.split("\n")
        yield from lines


def _from_crash(failure: Failure) -> FailingTest:
    output = ("Test output:", *failure.output) if failure.output else ()
    lines = (*failure.message.split("\n"), *failure.trace, *output)
    return FailingTest(", ".join(failure.tests), failure.message, lines)


def _names_of(failures: Sequence[Failure]) -> list[str]:
    return [name for failure in failures for name in failure.tests]


def _ambiguous_name_error(asked: str, names: Sequence[str]) -> ToolError:
    return ToolError(
        f"{asked!r} names {len(names)} failing tests.",
        f"Name one of them: {list_names(names, _MOST_NAMED)}.",
    )


def _unknown_name_error(asked: str, build: Build, ran: bool, failed: list[str]) -> ToolError:
    where = f"build {build.id}" if build.id else "this build"
    if not failed:
        return ToolError(
            f"No test failed in {where}.", 'Its page, or show="log", says how the build went.'
        )
    if ran:
        problem = f"{asked} did not fail in {where}."
    else:
        problem = f"No failing test of {where} is called {asked!r}."
    close = difflib.get_close_matches(asked, failed, n=_NEAREST, cutoff=0.3)
    return ToolError(problem, f"These failed: {list_names(close or failed, _MOST_NAMED)}.")
