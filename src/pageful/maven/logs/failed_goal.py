"""A failed goal, and the lines that Maven prints of it at the end of a log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.crash import Crash, crashes, is_crash, named_classes
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.phrases import FAILED_GOAL, HELP, RUNNING

# > Re-run Maven using the -X switch to enable full debug logging.
# >   mvn <args> -rf :shop-api
_BOILERPLATE = patterns.compile(
    r"""
      To\ see\ the\ full\ stack\ trace | Re-run\ Maven\ using
    | For\ more\ information\ about\ the\ errors | \[Help\ \d+\] | Please\ refer\ to
    | See\ \S.*\ for\ the\ individual\ test\ results | See\ dump\ files\ \(if\ any
    | After\ correcting\ the\ problems | \s+mvn\ [<\[]args[>\]]\ -r | Command\ was\ | -+\Z | \s*\Z
    | \s+at\ [\w.$/@]+\( | Error\ occurred\ in\ starting\ fork | \[ERROR\]\ Some\ problems\ were
    | Picked\ up\ \w+:\  | SLF4J\(W\):\ Using\ deprecated\ property
    """,
    re.VERBOSE,
)
ERROR_MARK = "[ERROR] "
_TEST_FAILURES = "There are test failures."
# > Failed to execute goal a:compiler:3:compile (x) on project sums: Compilation failure
_COMPILATION = patterns.compile(r": Compilation failure")
# > org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project shop:
_WORDLESS_TEST_GOAL = patterns.compile(
    r":maven-(?:surefire|failsafe)-plugin:.* on project [^:]+:\Z"
)
# >   required: double
# > +-com.example:calculator:1.0.0
_TREE = patterns.compile(r"\s|[+|\\]-|and\Z")


@dataclass(frozen=True, eq=False)
class FailedGoal:
    """One failed goal and everything that Maven prints under it."""

    lines: tuple[LogLine, ...]

    @property
    def is_test_failure(self) -> bool:
        """Tell if failing tests are its only reason; tests with errors have none in the log."""
        messages = self.messages
        wordless = len(messages) == 1 and bool(_WORDLESS_TEST_GOAL.search(messages[0]))
        return wordless or any(_TEST_FAILURES in line.text for line in self.lines)

    @property
    def is_compilation(self) -> bool:
        """Return whether the goal failed because a compiler found errors."""
        return bool(_COMPILATION.search(self.lines[0].text))

    @cached_property
    def messages(self) -> tuple[str, ...]:
        """The goal's lines with their levels, each once and without boilerplate."""
        return with_level_once(list(distinct_messages(self.lines)))

    @property
    def head(self) -> str:
        """The line that reports the failure."""
        return self.lines[0].text

    @cached_property
    def goal(self) -> Goal | None:
        """The goal as the log names it; for some failures only the module is known."""
        return Goal.of_failure(self.head)

    @property
    def module(self) -> str:
        """The artifactId of the module that it failed in, empty if the log does not say."""
        return self.goal.module if self.goal else ""

    @cached_property
    def body(self) -> str:
        """The reason that Maven gives behind the goal's name: whole lines, without boilerplate."""
        lines = [HELP.sub("", line.text) for line in self.lines]
        lines[0] = lines[0].partition(f" on project {self.module}:")[2].strip()
        return "\n".join(line for line in lines if not _BOILERPLATE.match(line))

    @property
    def is_crash(self) -> bool:
        """Return whether a forked JVM died in the goal, or ran out of time."""
        return any(is_crash(line.text) for line in self.lines)

    @cached_property
    def crashed_classes(self) -> frozenset[str]:
        """The test classes that the goal names as those of JVMs that died."""
        return named_classes([line.text for line in self.lines])

    def crashes(
        self, log: Sequence[LogLine], elsewhere: frozenset[str] = frozenset()
    ) -> tuple[Crash, ...]:
        """Return the forked JVMs that died in the goal, with the output of their tests.

        `elsewhere` are the classes of those that died in other goals.
        """
        if not self.is_crash:
            return ()
        printed = tuple(_output_of_plugin(self.goal, log)) if self.goal else ()
        begun = any(line.text.startswith(RUNNING) for line in printed)
        return crashes([line.text for line in self.lines], printed if begun else log, elsewhere)


def _output_of_plugin(goal: Goal, log: Iterable[LogLine]) -> Iterator[LogLine]:
    """Yield the lines printed while the plugin of a goal ran in its module, in any of its goals.

    Failsafe runs tests in one goal, and fails in another.
    """
    is_meant = False
    for line in log:
        if line.level == "INFO" and (started := Goal.of_start(line.text)):
            is_meant = (started.plugin, started.module) == (goal.plugin, goal.module)
        elif is_meant:
            yield line


def failed_goals(log: BuildLog) -> tuple[FailedGoal, ...]:
    """Return every failed goal that the end of a log names."""
    statements = error_statements(log.ending)
    return tuple(FailedGoal(lines) for lines in statements if is_failed_goal(lines))


def error_statements(ending: Iterable[LogLine]) -> Iterator[tuple[LogLine, ...]]:
    """Yield the error lines at the end of a log, grouped by reason for the failure."""
    lines: list[LogLine] = []
    for line in ending:
        if not line.is_error:
            continue
        if line.text.startswith(FAILED_GOAL) and lines:
            yield tuple(lines)
            lines = []
        lines.append(line)
        if HELP.search(line.text):
            yield tuple(lines)
            lines = []
    if lines:
        yield tuple(lines)


def is_failed_goal(lines: Sequence[LogLine]) -> bool:
    """Return whether the lines of one reason are those of a failed goal."""
    return lines[0].text.startswith(FAILED_GOAL)


def distinct_messages(lines: Iterable[LogLine]) -> Iterator[str]:
    """Yield lines with their levels, each once but for trees', and without boilerplate."""
    seen: set[str] = set()
    for line in lines:
        text = HELP.sub("", line.text).rstrip()
        message = f"[{line.level}] {text}" if line.level else text
        repeats = line.level and not _TREE.match(text) and message in seen
        if not _BOILERPLATE.match(text) and not repeats:
            seen.add(message)
            yield message


def with_level_once(lines: Sequence[str]) -> tuple[str, ...]:
    """Return error messages of which only the first is marked as an error."""
    return (*lines[:1], *(line.removeprefix(ERROR_MARK) for line in lines[1:]))
