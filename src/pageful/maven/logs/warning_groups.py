"""All warnings of a recorded log, each once: compilers', checkers', Maven's own, any plugin's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pageful.builds.results import Problem, WarningGroup
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.checkers.violation_reader import ViolationReader
from pageful.maven.logs.compiler_log import read_compiler_log
from pageful.maven.logs.log import LogLine
from pageful.text.elision import elision

# > 'build.plugins.plugin.version' for maven-surefire-plugin is missing. @ line 29, column 15
_POM_PLACE = patterns.compile(r" @ (?:.{1,500}, )?line \d{1,9}, column \d{1,9}\Z")
# > WARNING: A terminally deprecated method in sun.misc.Unsafe has been called
_JVM = patterns.compile(
    r"(?:WARNING: |(?:OpenJDK|Java HotSpot)\S* .{0,40}VM warning: )(?P<text>.+)"
)
# > For this reason, future Maven versions might no longer support building such malformed projects.
_NO_WARNING = patterns.compile(
    r"\s*\Z|COMPILATION WARNING|Tests run:|Some problems were encountered while building the eff"
    r"|It is highly recommended to fix these|For this reason, future Maven versions might"
)
# > Rule 0: org.apache.maven.enforcer.rules.dependency.DependencyConvergence failed with message:
_HEADING = patterns.compile(r"(?!(?:CPD|PMD) |.*:\[\d).*[:\[]\s*\Z|\s*\Z")
"""A warning whose text follows on the lines below it, which have no level."""

_LONGEST = 2000
_LONGEST_BODY = 20_000
"""The most characters of the lines below a warning: half a page of the largest usual size."""


@dataclass(slots=True)
class _Group:
    places: dict[str, None] = field(default_factory=dict)
    times: int = 0


def group_warnings(
    log: Iterable[LogLine], known: Sequence[Problem], root: str
) -> tuple[WarningGroup, ...]:
    """Return warnings grouped by their message, those with the most places first.

    `known` are the warnings that were understood when the build was judged. Other warnings of the
    log are taken line by line; lines without a place count as often as they occur.
    """
    groups: dict[str, _Group] = {}
    known_warnings = _KnownWarnings(known)
    for problem in (*known, *_others(log, known_warnings, root)):
        _add(groups, replace(problem, message=_relative(problem.message, root)))
    found = (
        WarningGroup(message, tuple(group.places), group.times) for message, group in groups.items()
    )
    return tuple(sorted(found, key=lambda group: -group.count))


def _add(groups: dict[str, _Group], problem: Problem) -> None:
    group = groups.setdefault(problem.message, _Group())
    group.times += 1
    if problem.file:
        line = "" if problem.line is None else f":{problem.line}"
        group.places[f"{problem.file}{line}"] = None
    elif problem.module:
        group.places[f"module {problem.module}"] = None


def _relative(message: str, root: str) -> str:
    """Return a message with the paths below the project's root relative to it."""
    return message.replace(f"{root}/", "") if root.strip("/") else message


class _KnownWarnings:
    """The known warnings by location, which recognise a line of the log that repeats one."""

    def __init__(self, known: Iterable[Problem]) -> None:
        places = {_place(problem) for problem in known}
        self._places = places | {(name, line, None) for name, line, _ in places}
        self._messages = {problem.message for problem in known}
        self._lines: set[Problem] = set()

    def has(self, problem: Problem) -> bool:
        """Return whether a problem is known already, and remember it."""
        if problem.file is None:
            return _POM_PLACE.sub("", problem.message) in self._messages
        if problem in self._lines or _place(problem) in self._places:
            return True
        self._lines.add(problem)
        return False


def _place(problem: Problem) -> tuple[str, int | None, int | None]:
    """Return a problem's location by the file's name alone: some paths are relative to a module."""
    return (problem.file or "").rpartition("/")[2], problem.line, problem.column


def _others(log: Iterable[LogLine], known_warnings: _KnownWarnings, root: str) -> Iterator[Problem]:
    """Yield the warnings of single lines that are not known."""
    placed = False
    checkers = ViolationReader()
    for line in _joined_lines(_outside_tests(BuildLog.read(log))):
        text = _warning(line)
        if checkers.take(line) or not text or _NO_WARNING.match(text):
            placed = placed and not line.level
            continue
        if placed and text.startswith("  "):  # a line more of the one before
            continue
        problem = _located_warning(text, root) or Problem(text.strip())
        placed = problem.file is not None
        if not known_warnings.has(problem):
            yield problem


def _outside_tests(log: BuildLog) -> Iterator[LogLine]:
    """Yield the lines that are neither of tests nor of a list of failing ones."""
    for line, *of_tests in zip(log.lines, log.in_tests, log.in_summary, strict=True):
        if not any(of_tests):
            yield line


def _joined_lines(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """Yield the lines, each warning joined with the lines below that belong to it."""
    head: LogLine | None = None
    body: list[str] = []
    for line in lines:
        if head and not line.level:
            body.append(line.text)
            continue
        if head:
            yield _with_body(head, body)
        head, body = (line, []) if _is_heading(line) else (None, [])
        if not head:
            yield line
    if head:
        yield _with_body(head, body)


def _is_heading(line: LogLine) -> bool:
    return line.level == "WARNING" and _HEADING.match(line.text) is not None


def _with_body(head: LogLine, body: Iterable[str]) -> LogLine:
    """Return a warning joined with the lines below it, the last of too many counted."""
    lines = [line for line in body if line.strip()]
    if not lines:
        return head
    shown, room = 0, _LONGEST_BODY
    while shown < len(lines) and (room := room - len(lines[shown]) - 1) >= 0:
        shown += 1
    left = len(lines) - shown
    more = [elision(left)] if left else []
    heading = [head.text[:_LONGEST].rstrip()] if head.text.strip() else []
    return replace(head, text="\n".join([*heading, *lines[:shown], *more]))


def _warning(line: LogLine) -> str:
    """Return the text of a warning, empty for other lines; a JVM's warnings have no level."""
    if line.level == "WARNING":
        return line.text if "\n" in line.text else line.text[:_LONGEST]
    match = None if line.level else _JVM.match(line.text)
    return match["text"][:_LONGEST] if match else ""


def _located_warning(text: str, root: str) -> Problem | None:
    """Return the warning about a file in one line, if it is one."""
    found = read_compiler_log((LogLine("WARNING", text),), root).warnings
    return found[0] if found and found[0].file else None
