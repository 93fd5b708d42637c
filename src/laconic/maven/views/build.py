"""Pages of Maven builds, in the format of the specification's ten scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.document import Block, Bullets, Heading, Line, Note, Output, Section, Sections
from laconic.maven.results import Activity, Build, Failure, Problem
from laconic.presenting import Detail
from laconic.units import count, seconds

_FEW = 3
"""How many tests of one failure still have room in its heading."""


def build_page(build: Build, detail: Detail) -> Iterator[Block]:
    """One line for what went well; whatever a reader needs to mend the rest."""
    yield Line(_header(build))
    if build.activity:
        yield from _activity(build.activity)
    problems = [*_marked(build.errors, ""), *_marked(_told_warnings(build, detail), "warning: ")]
    if problems:
        yield Sections(tuple(_files(problems)), of="file")
    if build.failures:
        yield Sections(tuple(map(_failure, build.failures)), of="failure")
    if build.output:
        yield Output("\n".join(build.output), apart=True)
    if build.skipped and detail == "detailed":
        yield Heading("Skipped")
        yield Bullets(build.skipped, of="skipped test")
    if build.notes:
        yield Note("\n".join(build.notes))


def _header(build: Build) -> str:
    header = f"{build.operation} {build.status.value} ({seconds(build.milliseconds)})"
    suffix = _suffix(build)
    return f"{header} — {suffix}" if suffix else header


def _suffix(build: Build) -> str:
    """The one thing that tells most (decision D4)."""
    if build.tests:
        skipped = f", {build.tests.skipped} skipped" if build.tests.skipped else ""
        crashed = sum(failure.crashed for failure in build.failures)
        died = f", {crashed} crashed" if crashed else ""
        return f"{build.tests.run} run, {build.tests.failed} failed{died}{skipped}"
    if build.errors:
        return count(len(build.errors), "error")
    return count(len(build.warnings), "warning") if build.warnings else ""


def _activity(activity: Activity) -> Iterator[Block]:
    place = " @ ".join(part for part in (activity.goal, activity.module) if part)
    test = f", in {activity.test_class}" if activity.test_class else ""
    yield Line(f"Stopped while running {place}{test}")
    if activity.frames:
        yield Output("\n".join(activity.frames))


def _told_warnings(build: Build, detail: Detail) -> Sequence[Problem]:
    """Warnings only where they are why the build failed, or where all is asked for."""
    fatal = any("-Werror" in error.message for error in build.errors)
    return build.warnings if fatal or detail == "detailed" else ()


def _marked(problems: Sequence[Problem], mark: str) -> Iterator[tuple[Problem, str]]:
    return ((problem, f"{_place(problem)}{mark}{problem.message}") for problem in problems)


def _place(problem: Problem) -> str:
    if problem.line is None:
        return ""
    column = f":{problem.column}" if problem.column is not None else ""
    return f"L{problem.line}{column} — "


def _files(problems: Sequence[tuple[Problem, str]]) -> Iterator[Section]:
    """One section a file, in the order in which the files were first named (decision D5)."""
    files: dict[str, list[str]] = {}
    for problem, text in problems:
        files.setdefault(problem.file or "build", []).append(text)
    for file, texts in files.items():
        yield Section((Heading(file), Bullets(tuple(texts), of="problem")), name=file)


def _failure(failure: Failure) -> Section:
    return Section(tuple(_failure_blocks(failure)), name=", ".join(failure.tests))


def _failure_blocks(failure: Failure) -> Iterator[Block]:
    status = "CRASHED" if failure.crashed else "FAILED"
    few = len(failure.tests) <= _FEW
    named = ", ".join(failure.tests) if few else count(len(failure.tests), "test")
    yield Heading(f"{status}: {named}")
    if not few:
        yield Bullets(failure.tests, of="test")
    yield Line(failure.message)
    if failure.trace:
        yield Output("\n".join(failure.trace))
    if failure.output:
        yield Output("\n".join(failure.output), label="Test output:")
