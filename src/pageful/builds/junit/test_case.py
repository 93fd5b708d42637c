"""A test as JUnit XML reports it."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThrownException:
    """The exception that a test threw: type, message and printed trace, as reported.

    The `type` need not be the name of a class: for Spock it is the message's first line.
    """

    type: str
    message: str
    trace: str


@dataclass(frozen=True, slots=True)
class Case:
    """One test as reported; `name` is empty where its whole class failed, and for Kotest's tests.

    A test that failed several times, as in its body and after it, is a case for each. `flaky`
    marks a test that failed first and passed on a rerun. `module` is the directory of its module
    below the project, "." for the project's own. `suite` is the class that was run, whose report
    has the test, given where `class_name` is prose, or another class: a suite of JUnit 3 or 4 may
    have tests of classes that are in a library.
    """

    class_name: str
    name: str
    thrown: ThrownException | None = None
    skipped: bool = False
    skip_reason: str = ""
    flaky: bool = False
    output: str = ""
    milliseconds: int = 0
    module: str = "."
    suite: str = ""
