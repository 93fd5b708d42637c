"""Maven's own words on a failed build: reasons, the last output of goals, the log's tail."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from pageful.lazy import patterns
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.failed_goal import (
    ERROR_MARK,
    FailedGoal,
    distinct_messages,
    error_statements,
    is_failed_goal,
    with_level_once,
)
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.phrases import BUILD_BEGINS, BUILD_END, BUILDING, COMPILATION_ERROR, HELP
from pageful.text.elision import elision

# > Building jobs 1.0.0
# > -----------------------< com.example.shop:shop >------------------------
_ROUTINE = patterns.compile(
    rf"{BUILD_BEGINS}|{BUILDING}\S|  from \S|-+[<\[] .* [>\]]-+\Z|{BUILD_END.pattern}"
    r"|(?:Total time|Finished at): "
)
# > ERROR in app/till.js: Module not found: './prices'
# > Unable to parse command line options: Unrecognized option: --no-such-option
_ERROR = patterns.compile(
    r"\[(?:ERROR|FATAL)\]|(?:fatal |exception in thread |\w+: )?(?:error|exception|failed)\b"
    r"|(?:unable to|could not|can't|cannot|unrecognized|the java_home) ",
    re.IGNORECASE,
)
_TAIL = 40
_TAIL_WITHOUT_ERRORS = 15
"""Lines shown of a log that explains nothing; fewer if none of them is an error."""

_USAGE = "usage: mvn"
# > usage: mvn [options] [<goal(s)>] [<phase(s)>]
_OF_USAGE = patterns.compile(r"\s|usage: |Options:|\Z")
# > The requested profile "nightly" could not be activated because it does not exist.
_UNMET = patterns.compile(r"The requested (?:optional )?profile .* could not be activated")
# > The build could not read 2 projects -> [Help 1]
_UNREADABLE = patterns.compile(r"The build could not read \d+ projects?\b")
_RUNS_PROGRAMS = frozenset(("antrun", "exec", "frontend", "docker", "jib", "cargo"))
"""Plugins that print the output of their programs as information."""

_DEBUGGING = ("DEBUG", "TRACE")
_CHATTER = ("Executing tasks", "Executed tasks", "main:")
_SECTION = 20
"""The number of a goal's last lines that are shown above its failure."""

# >     at org.codehaus.mojo.exec.ExecMojo.execute (ExecMojo.java:454)
_FRAME = patterns.compile(r"\s+(?:at [\w.$/@<>]+ ?\(|\.\.\. \d+ (?:more|common frames))|-+\Z|\s*\Z")
# > org.apache.commons.exec.ExecuteException: Process exited with an error: 2 (Exit value: 2)
_THROWN_BY_PLUGIN = patterns.compile(r"(?:Caused by: )?[\w.]+\.[A-Z]\w*(?:Exception|Error)\b")


def other_reasons(log: BuildLog) -> tuple[str, ...]:
    """Return the reasons for a failure that name no goal, each in Maven's own lines.

    Empty where Maven can't read a POM: those errors have files and lines.
    """
    reasons: dict[str, None] = {}
    for lines in error_statements(log.ending_outside_tests):
        if any(_UNREADABLE.match(line.text) for line in lines):
            return ()
        if HELP.search(lines[-1].text) and not is_failed_goal(lines):
            messages = [line.removeprefix(ERROR_MARK) for line in distinct_messages(lines)]
            reasons["\n".join(line for line in messages if not line.startswith(ERROR_MARK))] = None
    return tuple(filter(None, reasons))


def last_output(goals: Iterable[FailedGoal], log: BuildLog) -> Mapping[FailedGoal, tuple[str, ...]]:
    """Return the last lines that each failed goal, or the program that it ran, printed."""
    wanted = {goal.goal: goal for goal in goals if goal.goal and goal.goal.plugin}
    found: dict[FailedGoal, deque[str]] = {goal: deque(maxlen=_SECTION) for goal in wanted.values()}
    running: dict[str, FailedGoal | None] = {}
    for line in log.lines[: log.end] if found else ():
        if line.level == "INFO" and (started := Goal.of_start(line.text)):
            running[line.thread] = wanted.get(started)
        elif (goal := running.get(line.thread)) and _is_output(line, goal):
            found[goal].append(line.text)
    return {
        goal: tuple(_without_repeats(_without_echo(lines, goal))) for goal, lines in found.items()
    }


def _without_repeats(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines, equal ones in a row once and counted."""
    for line, same in groupby(lines):
        repeats = sum(1 for _ in same) - 1
        yield line
        if repeats and line.strip():
            yield elision(repeats, "more such line")


def _is_output(line: LogLine, goal: FailedGoal) -> bool:
    text = line.text
    if _FRAME.match(text) or _THROWN_BY_PLUGIN.match(text) or text in _CHATTER:
        return False
    if line.level in _DEBUGGING:
        return False
    return line.level != "INFO" or (goal.goal is not None and goal.goal.plugin in _RUNS_PROGRAMS)


def _without_echo(lines: Iterable[str], goal: FailedGoal) -> Iterator[str]:
    """Yield the lines that the failed goal does not repeat."""
    repeated = {line.strip() for line in goal.body.split("\n")}
    first = goal.body.partition("\n")[0]
    return (
        line
        for line in lines
        if line.strip() not in repeated and not first.startswith(line.strip())
    )


def has_compilation_error(log: Iterable[LogLine]) -> bool:
    """Return whether a compiler failed, also in a build that was told to ignore that."""
    return any(line.is_error and line.text.startswith(COMPILATION_ERROR) for line in log)


def unmet_requests(log: Iterable[LogLine]) -> tuple[str, ...]:
    """Return the warnings about requests that Maven could not fulfil, such as unknown profiles."""
    return tuple(dict.fromkeys(line.text for line in log if _UNMET.match(line.text)))


def listed_failures(log: BuildLog) -> tuple[str, ...]:
    """Return Surefire's own lists of failing tests, of every module that has some."""
    failing = (summary for summary in log.summaries if summary.failed)
    return tuple(line for summary in failing for line in distinct_messages(summary.lines))


def logged_counts(log: BuildLog) -> tuple[int, int, int] | None:
    """Return the tests run, failed (failures and errors) and skipped by Surefire's own totals."""
    totals = [(each.run, each.failed, each.skipped) for each in log.summaries]
    if not totals:
        return None
    run, failed, skipped = map(sum, zip(*totals, strict=True))
    return run, failed, skipped


def useful_tail(log: BuildLog) -> tuple[str, ...]:
    """Return a log's last error lines, each once and without boilerplate; else its last lines."""
    errors = list(distinct_messages(line for line in log.ending if line.is_error))
    if errors:
        return _last(errors, _TAIL)
    useful = (line for line in _without_usage(log.lines) if not _is_routine(line))
    return _last(list(distinct_messages(useful)), _TAIL_WITHOUT_ERRORS)


def _without_usage(log: Sequence[LogLine]) -> Sequence[LogLine]:
    """Return a log without the list of options that Maven prints where one is wrong."""
    usage = next((n for n, line in enumerate(log) if line.text.startswith(_USAGE)), len(log))
    return [*log[:usage], *(line for line in log[usage:] if not _OF_USAGE.match(line.text))]


def _is_routine(line: LogLine) -> bool:
    return line.level == "INFO" and _ROUTINE.match(line.text) is not None


def names_error(lines: Iterable[str]) -> bool:
    """Return whether any line of a log, with or without its level, calls something an error."""
    return any(map(_ERROR.match, lines))


def _last(lines: Sequence[str], most: int) -> tuple[str, ...]:
    left = len(lines) - most
    if left <= 0:
        return with_level_once(lines)
    return (elision(left, "earlier line"), *with_level_once(lines[left:]))
