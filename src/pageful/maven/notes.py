"""The wording of all notes at the foot of a build's page.

They name parameters and tools as their reader calls them, unlike the code that finds the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pageful.builds.results import Module, Outcome
from pageful.text.units import count, list_names

_FEW_TESTS = 10
_FEW_STALE = 5
"""Tests, and stale modules, that a note names; further ones are counted."""

FEW_MODULES = 12
"""Modules that a note names; where there are more, it only counts them."""

ALL_FAILED_TESTS_GONE = "None of the tests that failed before exists any more."
ARGS_LEFT_OUT_TESTS = "No test ran: what failed before is not among what `args` leave to run."
ASK_REPOSITORIES_AGAIN = 'To have Maven ask the repositories again: args=["-U"].'
FAILED_TESTS_NOT_RUN = "No test ran, of what failed before: {}."
FILTER_IMPOSSIBLE = "Not all tests that failed can be named in a filter: all tests ran."
FLAKY = "Flaky, passed on a rerun: {}."
JAVA_TOO_OLD = "It needs Java {}; this is Java {}."
MAVEN_SAYS = "Maven says: {}"
NO_ERROR_NAMED = "Maven names no error: these are the last lines of its log."
NO_XML_REPORTS = "There are no XML reports in target/surefire-reports: the counts are the log's."
PROJECT_GONE = "The project's directory was deleted while the build ran."
QUICK_RUN_IMPOSSIBLE = "testOnly is not possible: {}. The full test phase was run instead."
RERUN_UNSUPPORTED = (
    "Surefire gives TestNG's tests no second chance: rerunFailing did nothing for them."
)
RESUME_BY_ARGS = "args={}"
RESUME_BY_MODULES = "modules={} (-rf would not find what was built before)"
RESUME_BY_SAME_CALL = "the same call again"
SKIPPING_TESTS = "No test ran: Maven was told to skip tests."
UNREADABLE_REPORTS = "Unreadable reports, their tests not counted: {}."


def ended_by_signal(name: str) -> str:
    """Say that Maven was killed."""
    hint = ", as the system does where memory is short" if name == "SIGKILL" else ""
    return f"Maven was ended by {name}{hint}."


def failures_changed(new: int, same: int, mended: int, build: str) -> str:
    """Say how many failing tests are new, failed before or pass again since an earlier build."""
    counted = ((new, "new"), (same, "same"), (mended, "mended"))
    return f"Failed tests: {', '.join(f'{n} {word}' for n, word in counted if n)} since {build}."


def log_too_long(problems: int) -> str:
    """Say how many errors and warnings were not read."""
    return f"The log has {count(problems, 'more line')} of errors and warnings than were read."


def failed_modules(modules: Sequence[Module], resume: str) -> Iterator[str]:
    """Say which modules failed, which were skipped, and how to `resume` the build."""
    failed = [module for module in modules if module.outcome is Outcome.FAILURE]
    skipped = [module for module in modules if module.outcome is Outcome.SKIPPED]
    if failed:
        several = len(failed) > 1
        note = f"{'Modules' if several else 'Module'} failed: {_modules(failed)}."
        because = f" Skipped because of {'them' if several else 'it'}: {_modules(skipped)}."
        yield f"{note}{because if skipped else ''}"
        if resume:
            yield f"To resume once {'they are' if several else 'it is'} mended: {resume}."


def _modules(modules: Sequence[Module]) -> str:
    if len(modules) > FEW_MODULES:
        return count(len(modules), "module")
    return ", ".join(map(_module, modules))


def _module(module: Module) -> str:
    name = module.artifact or module.name
    directory = module.directory or "."
    if module.outcome is not Outcome.FAILURE or directory == "." or name.endswith(directory):
        return name
    return f"{name} (in {directory})"


def quick_run_recompiled(modules: Sequence[str]) -> str:
    """Say that sources were compiled before their tests ran; in a reactor, of which modules."""
    where = f" in {list_names(modules, _FEW_STALE)}" if modules else ""
    return f"Ran in testOnly mode. Stale sources detected{where} — auto-recompiled."


def quick_run(phases: Sequence[str]) -> str:
    """Say which tests were run after which phases, and what was skipped."""
    goals = " ".join((*phases, "surefire:test"))
    skipped = "Later lifecycle phases" if phases else "Lifecycle phases"
    again = "If tests fail unexpectedly, re-run with testOnly=false."
    return f"Ran in testOnly mode ({goals}). {skipped} were skipped. {again}"


def integration_tests_left_out(classes: Iterable[str]) -> str:
    """Name failed tests that the goals of the build do not reach."""
    names = first_tests(classes)
    return f"Failed integration tests were left out, maven_verify runs them: {names}."


def sources_gone(tests: Iterable[str], number: int) -> str:
    """Name the failed tests that were left out since their sources are gone."""
    are = "test that failed is" if number == 1 else "tests that failed are"
    return f"{number} {are} gone, as the source is: {first_tests(tests)}."


def tests_not_run(tests: Iterable[str], number: int) -> str:
    """Name the tests that failed before and were not run again."""
    return f"{count(number, 'test')} that failed before did not run: {first_tests(tests)}."


def no_test_matches(test_filter: str, closest: Sequence[str]) -> tuple[str, str]:
    """Say that a filter matched no test, and name the closest ones."""
    hint = f"Closest that exist: {', '.join(closest)}" if closest else "There are no tests."
    return f"No test matches testFilter {test_filter}.", hint


def first_tests(names: Iterable[str]) -> str:
    """List the first few names of tests or classes, sorted."""
    return list_names(sorted(set(names)), _FEW_TESTS)
