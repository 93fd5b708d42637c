"""What a Maven build comes to: typed results."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Status(Enum):
    """How a build ended."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    TIMEOUT = "TIMEOUT"


@dataclass(frozen=True, slots=True)
class Problem:
    """One error or warning of a compiler, or of Maven about a POM.

    `file` is relative to the project, with forward slashes; absent for the build as a whole.
    """

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of a test run: `failed` are failures and errors; what passed on a rerun passed."""

    run: int
    failed: int
    skipped: int


@dataclass(frozen=True, slots=True)
class Failure:
    """One cause of failing tests: every test that failed of it, in their order.

    `trace` has the frames and causes worth reading, `output` what the first test printed.
    """

    tests: tuple[str, ...]
    message: str
    trace: tuple[str, ...] = ()
    output: tuple[str, ...] = ()
    crashed: bool = False


@dataclass(frozen=True, slots=True)
class Activity:
    """What a build was doing when it was stopped; `frames` are the application's, if known."""

    module: str | None = None
    goal: str | None = None
    test_class: str | None = None
    frames: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Build:
    """A build that was run, to whatever end.

    `output` is the useful rest of Maven's log where `errors` and `failures` do not say why the
    build failed. `notes` are about the build as a whole.
    """

    operation: str
    status: Status
    milliseconds: int
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    tests: Counts | None = None
    failures: tuple[Failure, ...] = ()
    skipped: tuple[str, ...] = ()
    output: tuple[str, ...] = ()
    activity: Activity | None = None
    notes: tuple[str, ...] = ()
