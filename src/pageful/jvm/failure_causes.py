"""Failing tests grouped by their cause, whatever exceptions were wrapped around it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from pageful.builds.junit.class_names import package_name
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.jvm.spring_contexts import configurations, is_context_failure, is_repeated
from pageful.jvm.stack_trace import (
    Application,
    Trace,
    TracedException,
    is_assertion,
    parse_trace,
    root_cause,
    top_frame,
)
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

_INITIALIZED_BEFORE = "java.lang.ExceptionInInitializerError: Exception "
_IN_THREAD = ' [in thread "'
# > java.lang.NoClassDefFoundError: Could not initialize class com.example.setup.Settings
_NOT_INITIALIZED = patterns.compile(
    r"java\.lang\.NoClassDefFoundError: Could not initialize class (?P<name>[\w.$]+)\Z"
)
# > com.example.setup.Settings.<clinit>(Settings.java:4)
INITIALIZER = patterns.compile(r"(?P<name>[\w.$]+)\.<clinit>\(")


@dataclass(frozen=True, slots=True)
class FailedCase:
    """One failing test: its number, the parsed trace, and the application's classes."""

    number: int
    case: Case
    thrown: ThrownException
    trace: Trace
    application: Application

    @classmethod
    def of(cls, number: int, case: Case, packages: tuple[str, ...]) -> FailedCase:
        """Parse a case that failed in a project with these packages."""
        assert case.thrown
        trace = parse_trace(case.thrown.trace, case.thrown.message)
        package = package_name(case.class_name)
        return cls(number, case, case.thrown, trace, Application(packages, package))


def group_by_cause(cases: Iterable[Case], packages: tuple[str, ...]) -> list[list[FailedCase]]:
    """Group failing tests by cause; the first of each group tells the most about it.

    Two have one cause if the innermost exceptions have the same type, message and place. Tests that
    only report an earlier failure belong to its cause.
    """
    every = [FailedCase.of(number, case, packages) for number, case in enumerate(cases)]
    causes = _Causes(every)
    groups: dict[Hashable, list[FailedCase]] = {}
    for failed in every:
        groups.setdefault(causes.of(failed), []).append(failed)
    return [sorted(group, key=_rank) for group in groups.values()]


def _rank(failed: FailedCase) -> tuple[bool, bool, int]:
    """Return a sort key: first the failures that tell most about their cause."""
    late = _is_repeat(failed) or _NOT_INITIALIZED.match(failed.trace[0].header) is not None
    return late, not failed.thrown.message.strip(), failed.number


class _Causes:
    """The cause of each failure, with failures that only repeat another one."""

    def __init__(self, every: Sequence[FailedCase]) -> None:
        self._known: dict[Hashable, Hashable] = {}
        for failed in every:
            if not _is_repeat(failed):
                for name in _names(failed):
                    self._known.setdefault(name, _cause(failed))

    def of(self, failed: FailedCase) -> Hashable:
        if not _is_repeat(failed):
            return _cause(failed)
        names = list(_names(failed))
        return next((self._known[name] for name in names if name in self._known), names[-1])


def _is_repeat(failed: FailedCase) -> bool:
    """Return whether a test only says that a context or a class had failed before."""
    return is_repeated(failed.thrown.message) or bool(uninitialized_class(failed))


def uninitialized_class(failed: FailedCase) -> str:
    """Return the class whose initialization failed earlier; empty for another failure."""
    match = _NOT_INITIALIZED.match(_header(failed))
    return match["name"] if match else ""


def _names(failed: FailedCase) -> Iterator[Hashable]:
    """List the keys by which other failures may know the cause, the surest first."""
    if name := uninitialized_class(failed):
        yield "class", name
    elif is_context_failure(failed.thrown.message):
        exact, like = configurations(failed.thrown.message)
        if exact:
            yield "context of", exact
        yield "context in", failed.case.module, failed.case.class_name
        if like:
            yield "context like", failed.case.module, like
    else:
        for call in root_cause(failed.trace).frames:
            if match := INITIALIZER.match(call):
                yield "class", match["name"]


def _cause(failed: FailedCase) -> Hashable:
    """Return the key of a cause: the innermost exception and its place, if it has one.

    An assertion about an exception is a separate cause, unless it only repeats the exception.
    """
    root = root_cause(failed.trace)
    place = _place(failed)
    if _expects(failed, root):
        return failed.thrown.message, top_frame(failed.trace, failed.application) or failed.number
    if place:
        return _header(failed), place
    if root is failed.trace[0]:
        return failed.number
    headers = tuple(each.header for each in failed.trace[1:])
    return _header(failed), root.frames or headers


def _expects(failed: FailedCase, root: TracedException) -> bool:
    """Return whether a failed expectation about an exception does more than repeat it."""
    if root is failed.trace[0] or not is_assertion(failed.thrown.type):
        return False
    message = root.header.partition(": ")[2]
    return not message or message not in failed.thrown.message


def _header(failed: FailedCase) -> str:
    """Return type and message of the innermost exception, also of a failed class initializer."""
    root = root_cause(failed.trace)
    header = root.header or f"{failed.thrown.type}: {failed.thrown.message}"
    end = header.rfind(_IN_THREAD)
    if header.startswith(_INITIALIZED_BEFORE) and end > 0:
        return header[len(_INITIALIZED_BEFORE) : end]
    return header


def _place(failed: FailedCase) -> str:
    """Return the application's frame nearest to where the innermost exception was thrown."""
    root = root_cause(failed.trace)
    chain = [each for each in failed.trace if not each.nested and each.relation != "Suppressed"]
    inner = chain[: chain.index(root) + 1]
    frames = (top_frame((each,), failed.application) for each in reversed(inner))
    return next((frame for frame in frames if frame), "")
