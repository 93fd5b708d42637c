"""What Maven says of a failed build: failed goals, other reasons, or the log's useful tail."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from pageful.maven.logs.crash import Crash, crashes, is_crash, named_classes
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import RESULTS, LogLine, begins_tests
from pageful.maven.logs.test_classes import RUNNING
from pageful.text.units import count

_HELP = re.compile(r"(?:^| )-> \[Help \d+\]$")
_BOILERPLATE = re.compile(
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
_ROUTINE = re.compile(
    r"Scanning for projects|Building \S|  from \S|-+[<\[] .* [>\]]-+\Z|BUILD [A-Z]+\Z"
    r"|(?:Total time|Finished at): "
)
_ERROR = re.compile(
    r"\[(?:ERROR|FATAL)\]|(?:fatal |exception in thread |\w+: )?(?:error|exception|failed)\b"
    r"|(?:unable to|could not|can't|cannot|unrecognized|the java_home) ",
    re.IGNORECASE,
)
_TAIL = 40
_TAIL_WITHOUT_ERRORS = 15
_USAGE = "usage: mvn"
_OF_USAGE = re.compile(r"\s|usage: |Options:|\Z")
_FAILED = LogLine("INFO", "BUILD FAILURE")
_ENDS = (_FAILED, LogLine("INFO", "BUILD SUCCESS"))
_FAILED_GOAL = "Failed to execute goal "
_TEST_FAILURES = "There are test failures."
_COMPILATION = re.compile(r": Compilation failure")
_COMPILATION_ERROR = "COMPILATION ERROR"
_NOT_DONE = re.compile(r"The requested (?:optional )?profile .* could not be activated")
_WORDLESS_TEST_GOAL = re.compile(r":maven-(?:surefire|failsafe)-plugin:.* on project [^:]+:\Z")
_UNREADABLE = re.compile(r"The build could not read \d+ projects?\b")
_TREE = re.compile(r"\s|[+|\\]-|and\Z")
_ECHO = "[ERROR] "
_RUNS_PROGRAMS = frozenset(("antrun", "exec", "frontend", "docker", "jib", "cargo"))
"""Plugins that print what their programs say as information."""

_DEBUGGING = ("DEBUG", "TRACE")
_CHATTER = ("Executing tasks", "Executed tasks", "main:")
_SECTION = 20
_FRAME = re.compile(r"\s+(?:at [\w.$/@<>]+ ?\(|\.\.\. \d+ (?:more|common frames))|-+\Z|\s*\Z")
_THROWN_BY_PLUGIN = re.compile(r"(?:Caused by: )?[\w.]+\.[A-Z]\w*(?:Exception|Error)\b")
_TOTAL = re.compile(r"Tests run: \d+, (?P<failing>Failures: [1-9]|Failures: 0, Errors: [1-9])?")
_TOTALS = re.compile(
    r"Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})"
)


@dataclass(frozen=True, eq=False)
class FailedGoal:
    """One failed goal and everything that Maven prints under it."""

    lines: tuple[LogLine, ...]

    @property
    def is_test_failure(self) -> bool:
        """Whether it failed just because tests did; with errors alone, Surefire says no word."""
        told = self.told
        wordless = len(told) == 1 and bool(_WORDLESS_TEST_GOAL.search(told[0]))
        return wordless or any(_TEST_FAILURES in line.text for line in self.lines)

    @property
    def is_compilation(self) -> bool:
        """Whether it failed because a compiler found errors."""
        return bool(_COMPILATION.search(self.lines[0].text))

    @cached_property
    def told(self) -> tuple[str, ...]:
        """Its lines, each once and without boilerplate."""
        return _level_once(list(_told(self.lines)))

    @property
    def head(self) -> str:
        """The line that says that it failed."""
        return self.lines[0].text

    @cached_property
    def goal(self) -> Goal | None:
        """Which goal it is, as far as the log says; of some failures only their module."""
        return Goal.failed(self.head)

    @property
    def module(self) -> str:
        """The artifactId of the module that it failed in, empty if the log does not say."""
        return self.goal.module if self.goal else ""

    @cached_property
    def words(self) -> str:
        """What it failed with, without its name: lines as they are, but for boilerplate."""
        lines = [_HELP.sub("", line.text) for line in self.lines]
        lines[0] = lines[0].partition(f" on project {self.module}:")[2].strip()
        return "\n".join(line for line in lines if not _BOILERPLATE.match(line))

    @property
    def is_crash(self) -> bool:
        """Whether a forked JVM died in it, or ran out of time."""
        return any(is_crash(line.text) for line in self.lines)

    @cached_property
    def crashed_classes(self) -> frozenset[str]:
        """The test classes that it names as those of JVMs that died."""
        return named_classes([line.text for line in self.lines])

    def crashes(
        self, log: Sequence[LogLine], elsewhere: frozenset[str] = frozenset()
    ) -> tuple[Crash, ...]:
        """The forked JVMs that died in it, with what their tests printed into the log.

        `elsewhere` are the classes of those that died in other goals.
        """
        if not self.is_crash:
            return ()
        printed = tuple(_printed_under(self.goal, log)) if self.goal else ()
        begun = any(line.text.startswith(RUNNING) for line in printed)
        return crashes([line.text for line in self.lines], printed if begun else log, elsewhere)


def _printed_under(goal: Goal, log: Iterable[LogLine]) -> Iterator[LogLine]:
    """What was printed while a plugin ran in a module, in whichever goal.

    Failsafe runs tests in one, and fails in another.
    """
    is_meant = False
    for line in log:
        if line.level == "INFO" and (started := Goal.started(line.text)):
            is_meant = (started.plugin, started.module) == (goal.plugin, goal.module)
        elif is_meant:
            yield line


def failed_goals(log: Sequence[LogLine]) -> tuple[FailedGoal, ...]:
    """Every failed goal that the end of the log names."""
    statements = _statements(_after_end(log))
    return tuple(FailedGoal(lines) for lines in statements if _is_goal(lines))


def other_reasons(log: Sequence[LogLine]) -> tuple[str, ...]:
    """Whatever else Maven says that it failed of, each as it says it, lines apart.

    Of a POM that it can't read, it says so by file and line; that is none of these.
    """
    reasons: dict[str, None] = {}
    for lines in _statements(_after_end(log)):
        if any(_UNREADABLE.match(line.text) for line in lines):
            return ()
        if _HELP.search(lines[-1].text) and not _is_goal(lines):
            told = [line.removeprefix(_ECHO) for line in _told(lines)]
            reasons["\n".join(line for line in told if not line.startswith(_ECHO))] = None
    return tuple(filter(None, reasons))


def _statements(log: Iterable[LogLine]) -> Iterator[tuple[LogLine, ...]]:
    """The error lines, from one reason for the build's failure to the next."""
    lines: list[LogLine] = []
    for line in log:
        if not line.is_error:
            continue
        if line.text.startswith(_FAILED_GOAL) and lines:
            yield tuple(lines)
            lines = []
        lines.append(line)
        if _HELP.search(line.text):
            yield tuple(lines)
            lines = []
    if lines:
        yield tuple(lines)


def _is_goal(lines: Sequence[LogLine]) -> bool:
    return lines[0].text.startswith(_FAILED_GOAL)


def said_before(
    goals: Iterable[FailedGoal], log: Sequence[LogLine]
) -> Mapping[FailedGoal, tuple[str, ...]]:
    """What each failed goal, or the program that it ran, printed last before it failed."""
    wanted = {goal.goal: goal for goal in goals if goal.goal and goal.goal.plugin}
    found: dict[FailedGoal, deque[str]] = {goal: deque(maxlen=_SECTION) for goal in wanted.values()}
    running: dict[str, FailedGoal | None] = {}
    for line in log[: _end(log)] if found else ():
        if line.level == "INFO" and (started := Goal.started(line.text)):
            running[line.speaker] = wanted.get(started)
        elif (goal := running.get(line.speaker)) and _tells(line, goal):
            found[goal].append(line.text)
    return {goal: tuple(_folded(_without_echo(lines, goal))) for goal, lines in found.items()}


def _folded(lines: Iterable[str]) -> Iterator[str]:
    """The lines, those that are said several times in a row once and counted."""
    for line, same in groupby(lines):
        again = sum(1 for _ in same) - 1
        yield line
        if again and line.strip():
            yield f"… {count(again, 'more such line')}"


def _tells(line: LogLine, goal: FailedGoal) -> bool:
    text = line.text
    if _FRAME.match(text) or _THROWN_BY_PLUGIN.match(text) or text in _CHATTER:
        return False
    if line.level in _DEBUGGING:
        return False
    return line.level != "INFO" or (goal.goal is not None and goal.goal.plugin in _RUNS_PROGRAMS)


def _without_echo(lines: Iterable[str], goal: FailedGoal) -> Iterator[str]:
    """The lines that the failed goal does not say again."""
    said = {line.strip() for line in goal.words.split("\n")}
    first = goal.words.partition("\n")[0]
    return (
        line for line in lines if line.strip() not in said and not first.startswith(line.strip())
    )


def _end(log: Sequence[LogLine]) -> int:
    """Where Maven says how the build ended: what programs print of other builds comes before."""
    numbers = range(len(log) - 1, -1, -1)
    return next((number for number in numbers if log[number] in _ENDS), 0)


def _after_end(log: Sequence[LogLine]) -> Sequence[LogLine]:
    return log[_end(log) :]


def says_failure(log: Sequence[LogLine]) -> bool:
    """Whether the log calls the build a failure."""
    return bool(log) and log[_end(log)] == _FAILED


def says_compilation_error(log: Iterable[LogLine]) -> bool:
    """Whether a compiler failed, also where the build is told to go on after that."""
    return any(line.is_error and line.text.startswith(_COMPILATION_ERROR) for line in log)


def warned(log: Iterable[LogLine]) -> tuple[str, ...]:
    """What Maven did not do as it was asked, and only warns of."""
    return tuple(dict.fromkeys(line.text for line in log if _NOT_DONE.match(line.text)))


def listed_failures(log: Iterable[LogLine]) -> tuple[str, ...]:
    """Surefire's own list of failing tests, of every module that has some."""
    found: list[str] = []
    results: list[LogLine] | None = None
    for line in log:
        if RESULTS.match(line.text):
            results = []
        elif results is not None:
            results.append(line)
            if total := _TOTAL.match(line.text):
                found += _told(results) if total["failing"] else ()
                results = None
    return tuple(found)


def logged_counts(log: Iterable[LogLine]) -> tuple[int, int, int] | None:
    """Tests run, failed (failures and errors) and skipped, by Surefire's own totals.

    What has no level is printed by tests, unless Surefire is so old that it sets none.
    """
    totals: list[tuple[int, int, int]] = []
    results = False
    plain = True
    for line in log:
        if begins_tests(line):
            plain = not line.level
        if not (line.level or plain):
            continue
        results = results or bool(RESULTS.match(line.text))
        if results and (match := _TOTALS.match(line.text)):
            run, failures, errors, skipped = map(int, match.groups())
            totals.append((run, failures + errors, skipped))
            results = False
    if not totals:
        return None
    run, failed, skipped = map(sum, zip(*totals, strict=True))
    return run, failed, skipped


def useful_tail(log: Sequence[LogLine]) -> tuple[str, ...]:
    """The log's last error lines, each once and without boilerplate; else its last lines."""
    told = list(_told(line for line in _after_end(log) if line.is_error))
    if told:
        return _last(told, _TAIL)
    useful = (line for line in _without_usage(log) if not _is_routine(line))
    return _last(list(_told(useful)), _TAIL_WITHOUT_ERRORS)


def _without_usage(log: Sequence[LogLine]) -> Sequence[LogLine]:
    """A log without the list of options that Maven prints where one is wrong."""
    usage = next((n for n, line in enumerate(log) if line.text.startswith(_USAGE)), len(log))
    return [*log[:usage], *(line for line in log[usage:] if not _OF_USAGE.match(line.text))]


def _is_routine(line: LogLine) -> bool:
    return line.level == "INFO" and _ROUTINE.match(line.text) is not None


def names_error(lines: Iterable[str]) -> bool:
    """Whether lines of a log, some of them with their levels, call something an error."""
    return any(map(_ERROR.match, lines))


def _last(lines: Sequence[str], most: int) -> tuple[str, ...]:
    left = len(lines) - most
    if left <= 0:
        return _level_once(lines)
    return (f"… {count(left, 'earlier line')}", *_level_once(lines[left:]))


def _level_once(lines: Sequence[str]) -> tuple[str, ...]:
    """Errors, of which the first alone says that they are."""
    return (*lines[:1], *(line.removeprefix("[ERROR] ") for line in lines[1:]))


def _told(lines: Iterable[LogLine]) -> Iterator[str]:
    said: set[str] = set()
    for line in lines:
        text = _HELP.sub("", line.text).rstrip()
        whole = f"[{line.level}] {text}" if line.level else text
        again = line.level and not _TREE.match(text) and whole in said
        if not _BOILERPLATE.match(text) and not again:
            said.add(whole)
            yield whole
