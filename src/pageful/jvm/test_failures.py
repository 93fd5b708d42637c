"""Failures of a build: failing tests with names, grouped by cause, with reduced traces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.limits import Limits
from pageful.builds.results import Failure
from pageful.jvm.failed_initialisers import find_followers
from pageful.jvm.failure_causes import FailedCase, group_by_cause
from pageful.jvm.printed_traces import without_trace
from pageful.jvm.shown_output import show_output
from pageful.jvm.spring_contexts import is_context_failure, without_defaults
from pageful.jvm.stack_trace import (
    Trace,
    describe_exception,
    parse_trace,
    reduce_trace,
    root_cause,
    shorten_header,
    simple_type,
)
from pageful.jvm.test_names import Names
from pageful.lazy.dataclasses import replace


def group_failures(
    cases: Iterable[Case], packages: tuple[str, ...], limits: Limits
) -> tuple[Failure, ...]:
    """Return the failures among some cases, one for each cause."""
    failed = [case for case in cases if case.thrown]
    names = Names.of(failed)
    groups = group_by_cause(failed, packages)
    followers = find_followers(groups)
    made = {n: _failure(group, names, limits) for n, group in enumerate(groups)}
    order = (
        (first, *(n for n, follower in followers.items() if follower.root == first))
        for first in made
        if first not in followers
    )
    return tuple(
        replace(made[n], follows=simple_type(followers[n].initialised))
        if n in followers
        else made[n]
        for each in order
        for n in each
    )


def _failure(group: Sequence[FailedCase], names: Names, limits: Limits) -> Failure:
    """Make the failure of a group of tests, from the first of them."""
    first, in_order = group[0], sorted(group, key=lambda each: each.number)
    whole = trace = reduce_trace(first.trace, first.application, 0)
    if 0 < limits.trace_lines < len(whole):
        trace = reduce_trace(first.trace, first.application, limits.trace_lines)
    output = without_trace(first.case.output, first.thrown.trace)
    told = f"{first.thrown.message}\n{first.thrown.trace}"
    shown = show_output(output, limits.output_characters, first.application, told)
    return Failure(
        tests=tuple(dict.fromkeys(names.test(each.case) for each in in_order)),
        message=failure_message(first.thrown, first.trace),
        trace=trace,
        output=shown.lines,
        cut=shown.cut or trace != whole,
    )


def failure_message(thrown: ThrownException, trace: Trace | None = None) -> str:
    """Return a failure's message: the exception's simple type and its whole message.

    `trace` is its trace if that was parsed before. The message of a Spring context that failed to
    load includes the root cause.
    """
    message = thrown.message.strip("\n")
    trace = trace or parse_trace(thrown.trace, message)
    if not message:
        message = trace[0].header.removeprefix(thrown.type).removeprefix(":").strip()
    if not is_context_failure(message):
        return describe_exception(thrown.type or "Failure", message)
    root = root_cause(trace)
    cause = f"\nRoot cause: {shorten_header(root.header)}" if root is not trace[0] else ""
    return describe_exception(thrown.type, without_defaults(message)) + cause
