"""The report of a recorded build: failures with their traces, and where the time went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pageful.builds.junit.class_names import simple_name
from pageful.builds.junit.test_case import Case
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.results import Build, Counts, Failure, Outcome, Problem, Status
from pageful.report.document import (
    Bar,
    Bars,
    Detail,
    Details,
    Fact,
    Listing,
    Report,
    Section,
    Tone,
)
from pageful.text.units import seconds, size

_MOST_BARS = 40
"""Rows of a chart: as many as fit on a screen twice."""

_MOST_DETAILS = 500
"""Failures, errors and warnings of a kind: a file of some megabytes at the most."""

_MOST_NAMES = 50
"""Tests that fail of one cause, by name: the others are counted."""

_TONES: dict[Outcome, Tone] = {Outcome.FAILURE: "bad", Outcome.SKIPPED: "faint"}


def report_build(record: BuildRecord, subject: str) -> Report:
    """Make the report of a build of a project that is called `subject`.

    Of a build that still runs, it is what would be said if it ended now.

    Raises:
        ToolError: the record is damaged, or gone.
    """
    build, cases = record.whole
    status = build.status.value if record.has_ended else f"{build.status.value} so far"
    return Report(
        f"{subject}: {build.operation}",
        f"Build {record.id}, {status}",
        tuple(_facts(build)),
        tuple(_sections(build, cases)),
        "good" if build.status is Status.SUCCESS else "bad",
    )


def _facts(build: Build) -> Iterator[Fact]:
    yield Fact("Time", time_text(build.milliseconds))
    if build.tests:
        yield Fact("Tests", f"{build.tests.run:,}")
        yield Fact("Failed", f"{build.tests.failed:,}", "bad" if build.tests.failed else "good")
        yield Fact("Skipped", f"{build.tests.skipped:,}")
    if build.errors:
        yield Fact("Errors", f"{len(build.errors):,}", "bad")
    if build.warnings:
        yield Fact("Warnings", f"{len(build.warnings):,}")
    if build.fixed:
        yield Fact("Mended", f"{len(build.fixed):,}", "good")


def _sections(build: Build, cases: Sequence[Case]) -> Iterator[Section]:
    yield _details("Errors", map(_problem_detail, build.errors), len(build.errors), "errors")
    failures = map(_failure_detail, build.failures)
    yield _details("Failures", failures, len(build.failures), "causes of failures")
    if not (build.errors or build.failures) and build.output:
        yield Details("Output", (Detail("The end of the log", "\n".join(build.output), "bad"),))
    yield _module_times(build)
    yield _class_times(cases)
    yield _slowest_tests(cases)
    yield _details(
        "Warnings", map(_problem_detail, build.warnings), len(build.warnings), "warnings"
    )
    yield Listing(
        "Artifacts", tuple(f"{each.path} · {size(each.size)}" for each in build.artifacts)
    )
    yield Listing("Notes", build.notes)


def _details(title: str, details: Iterable[Detail], total: int, of: str) -> Details:
    shown = tuple(detail for _, detail in zip(range(_MOST_DETAILS), details, strict=False))
    return Details(title, shown, total - len(shown), of)


def _problem_detail(problem: Problem) -> Detail:
    place = problem.file or problem.module or ""
    if problem.line is not None:
        place += f":{problem.line}" + (f":{problem.column}" if problem.column is not None else "")
    first, *more = problem.message.splitlines() or [""]
    return Detail(f"{place} {first}".strip(), "\n".join(more), "plain")


def _failure_detail(failure: Failure) -> Detail:
    first, *more = failure.tests or ("the build",)
    message = failure.message.splitlines() or [""]
    also = f" and {len(more):,} more" if more else ""
    parts = [
        "\n".join(failure.tests[:_MOST_NAMES]) if more else "",
        f"… {len(failure.tests) - _MOST_NAMES:,} more" if len(failure.tests) > _MOST_NAMES else "",
        failure.message,
        "\n".join(failure.trace),
        "\n".join(failure.output),
    ]
    return Detail(f"{first}{also}: {message[0]}", "\n\n".join(filter(None, parts)), "bad")


def _module_times(build: Build) -> Bars:
    bars = (
        Bar(each.name, each.milliseconds or 0, _module_text(each.milliseconds, each.tests),
            _TONES.get(each.outcome, "plain"))
        for each in build.modules
    )  # fmt: skip
    return _chart("Modules, in the order of the build", list(bars), "modules")


def _module_text(milliseconds: int | None, tests: Counts | None) -> str:
    time = "" if milliseconds is None else time_text(milliseconds)
    return f"{time} · {tests.failed} failed" if tests and tests.failed else time


def _class_times(cases: Sequence[Case]) -> Bars:
    classes = defaultdict[tuple[str, str], list[Case]](list)
    for case in cases:
        classes[case.module, case.suite or case.class_name].append(case)
    many = len({module for module, _ in classes}) > 1
    bars = [
        _time_bar(f"{simple_name(name)} ({module})" if many else simple_name(name), own)
        for (module, name), own in classes.items()
    ]
    return _chart("Test classes by time", _slowest_first(bars), "classes")


def _slowest_tests(cases: Sequence[Case]) -> Bars:
    bars = [
        _time_bar(f"{simple_name(each.class_name)}#{each.name}", [each])
        for each in cases
        if each.name
    ]
    return _chart("Slowest tests", _slowest_first(bars), "tests")


def _time_bar(label: str, cases: Sequence[Case]) -> Bar:
    milliseconds = sum(case.milliseconds for case in cases)
    failed = any(case.thrown and not case.flaky for case in cases)
    skipped = all(case.skipped for case in cases)
    tone: Tone = "bad" if failed else "faint" if skipped else "plain"
    return Bar(label, milliseconds, time_text(milliseconds), tone)


def _slowest_first(bars: Iterable[Bar]) -> list[Bar]:
    return sorted(bars, key=lambda bar: (-bar.value, bar.label))


def _chart(title: str, bars: Sequence[Bar], of: str) -> Bars:
    return Bars(title, tuple(bars[:_MOST_BARS]), max(0, len(bars) - _MOST_BARS), of)


def time_text(milliseconds: int) -> str:
    """Write a time: `340 ms`, `1.2s`, `3:05 min`."""
    if milliseconds < 1000:
        return f"{milliseconds} ms"
    if milliseconds < 60_000:
        return seconds(milliseconds)
    minutes, rest = divmod(round(milliseconds / 1000), 60)
    return f"{minutes}:{rest:02} min"
