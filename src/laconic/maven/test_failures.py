"""Failing tests as a reader wants them: named, grouped by cause, with their traces reduced."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from laconic.maven.limits import middle_out
from laconic.maven.results import Failure
from laconic.maven.stack_trace import (
    Application,
    Trace,
    described,
    parse_trace,
    reduced,
    top_frame,
)
from laconic.maven.surefire import Case, Thrown

_CLASS_NAME = re.compile(r"[\w$]+(?:\.[\w$]+)*")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a failure is kept: lines of its trace (0: all), characters of its output."""

    trace_lines: int = 50
    output_characters: int = 2000


DEFAULT_LIMITS = Limits()


def failures_of(
    cases: Iterable[Case], packages: tuple[str, ...], limits: Limits
) -> tuple[Failure, ...]:
    """The failures among some cases; those of one type, message and place become one."""
    failed = [case for case in cases if case.thrown]
    names = Names.of(failed)
    groups: dict[tuple[str, str, str], tuple[Failure, list[Case]]] = {}
    for case in failed:
        assert case.thrown
        trace = parse_trace(case.thrown.trace)
        application = Application(packages, _package(case.class_name))
        # Without a place in the application nothing says that two failures are one.
        place = top_frame(trace, application) or f"{case.class_name}#{case.name}"
        cause = (case.thrown.type, case.thrown.message, place)
        if cause not in groups:
            groups[cause] = (_failure(case, case.thrown, trace, application, limits), [])
        groups[cause][1].append(case)
    return tuple(
        replace(failure, tests=tuple(map(names.test, group))) for failure, group in groups.values()
    )


def _failure(
    case: Case, thrown: Thrown, trace: Trace, application: Application, limits: Limits
) -> Failure:
    """What one test failed of, yet without the names of all that did."""
    return Failure(
        tests=(),
        message=_message(thrown, trace[0].header),
        trace=reduced(trace, application, limits.trace_lines),
        output=middle_out(case.output, limits.output_characters),
    )


def _message(thrown: Thrown, header: str) -> str:
    message = thrown.message.strip("\n")
    if not message:
        message = header.removeprefix(thrown.type).removeprefix(":").strip()
    return described(thrown.type or "Failure", message)


def _package(class_name: str) -> str:
    return class_name.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Names:
    """Names of tests as `Class#method`, with the package where two classes share a simple name."""

    ambiguous: frozenset[str] = frozenset()

    @classmethod
    def of(cls, cases: Iterable[Case]) -> Names:
        """Names that tell the classes of these cases apart."""
        classes: dict[str, set[str]] = {}
        for case in cases:
            classes.setdefault(_simple(case.class_name), set()).add(case.class_name)
        return cls(frozenset(name for name, full in classes.items() if len(full) > 1))

    def test(self, case: Case) -> str:
        """The name of a test, or of its class alone where the class as a whole failed."""
        simple = _simple(case.class_name)
        name = case.class_name if simple in self.ambiguous else simple
        whole_class = case.name in ("", simple, case.class_name)
        return name if whole_class else f"{name}#{case.name}"


def _simple(class_name: str) -> str:
    """A class's simple name; other names, as of a scenario in prose, are whole."""
    return class_name.rpartition(".")[2] if _CLASS_NAME.fullmatch(class_name) else class_name
