"""The ten scenarios of the page format, as results."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.builds.results import Build, Counts, Failure, Problem, Status

_FOO, _BAZ = "src/main/java/com/example/Foo.java", "src/main/java/com/example/Baz.java"
_ERRORS = (
    Problem("cannot find symbol: variable bar", _FOO, 42, 15),
    Problem("incompatible types: String cannot be converted to int", _FOO, 58),
    Problem("package org.missing does not exist", _BAZ, 12, 8),
)
_LIFECYCLE_SKIPPED = (
    "Ran in testOnly mode (surefire:test). Lifecycle phases were skipped. "
    "If tests fail unexpectedly, re-run with testOnly=false."
)
_FAILURES = (
    Failure(
        tests=("FooTest#shouldCalculateTotal",),
        message="expected: <100> but was: <99>",
        trace=(
            "at FooTest.shouldCalculateTotal(FooTest.java:25)",
            "at service.Calculator.total(Calculator.java:18)",
        ),
        output=("DEBUG: Processing item id=5...", "WARN: Overflow detected"),
    ),
    Failure(
        tests=("BarTest#shouldHandleNull",),
        message="Expected not null",
        trace=("at BarTest.shouldHandleNull(BarTest.java:33)",),
    ),
)

SPECIFIED: Mapping[str, Build] = {
    "01-clean-success": Build("Clean", Status.SUCCESS, 800),
    "02-clean-failure": Build(
        "Clean",
        Status.FAILURE,
        1200,
        output=(
            "[ERROR] Failed to execute goal org.apache.maven.plugins...",
            "(tail of raw Maven output, indented 2 spaces)",
        ),
    ),
    "03-compile-success": Build("Compile", Status.SUCCESS, 3200),
    "04-compile-success-with-warnings": Build(
        "Compile",
        Status.SUCCESS,
        3200,
        warnings=tuple(Problem("deprecated", _FOO, line) for line in range(1, 6)),
    ),
    "05-compile-failure": Build("Compile", Status.FAILURE, 2300, errors=_ERRORS),
    "06-test-success": Build("Test", Status.SUCCESS, 5100, tests=Counts(42, 0, 0)),
    "07-test-success-with-note": Build(
        "Test", Status.SUCCESS, 5100, tests=Counts(42, 0, 0), notes=(_LIFECYCLE_SKIPPED,)
    ),
    "08-test-failure": Build(
        "Test",
        Status.FAILURE,
        5100,
        tests=Counts(42, 2, 1),
        failures=_FAILURES,
        notes=("Ran in testOnly mode. Stale sources detected — auto-recompiled.",),
    ),
    "09-test-compile-failure": Build("Test", Status.FAILURE, 2300, errors=_ERRORS),
    "10-timeout": Build("Compile", Status.TIMEOUT, 30000),
}
