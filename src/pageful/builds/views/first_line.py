"""The first line of a build's page: what was done, how it ended, and what tells most."""

from __future__ import annotations

from pageful.builds.results import Build, Counts, Status
from pageful.text.units import count, seconds


def first_line(build: Build) -> str:
    """Write the operation, the status, the duration, and one number that tells most."""
    suffix = _suffix(build)
    return f"{describe_status(build)} — {suffix}" if suffix else describe_status(build)


def describe_status(build: Build) -> str:
    """Write what was done, how it ended, and how long it took."""
    return f"{build.operation} {build.status.value} ({seconds(build.milliseconds)})"


def _suffix(build: Build) -> str:
    """Write the one thing that tells most (decision D4)."""
    if told := describe_results(build, sum(failure.crashed for failure in build.failures)):
        return told
    if build.errors:
        return count(len(build.errors), "error")
    return count(len(build.warnings), "warning") if build.warnings else ""


def describe_results(build: Build, crashed: int) -> str:
    """Write what a build counted of tests and of JVMs that died; empty if it came to none."""
    if not build.tests:
        return f"{crashed} crashed" if crashed else ""
    stopped = build.status in (Status.TIMEOUT, Status.CANCELLED)
    return describe_counts(build.tests, crashed) + (" so far" if stopped else "")


def describe_counts(tests: Counts, crashed: int = 0) -> str:
    """Write how many tests ran, failed and were skipped, and how many JVMs of theirs died."""
    skipped = f", {tests.skipped} skipped" if tests.skipped else ""
    died = f", {crashed} crashed" if crashed else ""
    return f"{tests.run} run, {tests.failed} failed{died}{skipped}"
