"""What Maven says of a failed build: failed goals, crashed forks, or the log's useful tail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from laconic.maven.log import LogLine
from laconic.units import count

_HELP = re.compile(r"(?:^| )-> \[Help \d+\]$")
_BOILERPLATE = re.compile(
    r"""
      To\ see\ the\ full\ stack\ trace | Re-run\ Maven\ using
    | For\ more\ information\ about\ the\ errors | \[Help\ \d+\] | Please\ refer\ to
    | After\ correcting\ the\ problems | \s+mvn\ [<\[]args[>\]]\ -r | Command\ was\ | -+\Z | \s*\Z
    | \s+at\ [\w.$/@]+\( | Error\ occurred\ in\ starting\ fork | \[ERROR\]\ Some\ problems\ were
    """,
    re.VERBOSE,
)
_TAIL = 40
_TAIL_WITHOUT_ERRORS = 15
_USAGE = "usage: mvn"
_FAILED = LogLine("INFO", "BUILD FAILURE")
_ENDS = (_FAILED, LogLine("INFO", "BUILD SUCCESS"))
_FAILED_GOAL = "Failed to execute goal "
_TEST_FAILURES = "There are test failures."
_COMPILATION = re.compile(r": Compilation failure")
_COMPILATION_ERROR = "COMPILATION ERROR"
_NOT_DONE = re.compile(r"The requested (?:optional )?profile .* could not be activated")
_WORDLESS_TEST_GOAL = re.compile(r":maven-(?:surefire|failsafe)-plugin:.* on project [^:]+:\Z")
_FORK_DIED = "The forked VM terminated"
_CRASHED = "Crashed tests:"
_CLASS = re.compile(r"[\w$]+(?:\.[\w$]+)*\Z")
_LAST_WORDS = re.compile(
    r"OutOfMemoryError|StackOverflowError|A fatal error has been detected|hs_err"
)
_RESULTS = re.compile(r"Results ?:\Z")
_TOTAL = re.compile(r"Tests run: \d+, (?P<failing>Failures: [1-9]|Failures: 0, Errors: [1-9])?")
_TOTALS = re.compile(
    r"Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})"
)


@dataclass(frozen=True, slots=True)
class Crash:
    """A forked JVM that died: the test classes it was running, and what was said of it."""

    classes: tuple[str, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
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

    @property
    def told(self) -> tuple[str, ...]:
        """Its lines, each once and without boilerplate."""
        return _level_once(list(_told(self.lines)))

    @property
    def is_crash(self) -> bool:
        """Whether a forked JVM died in it."""
        return any(_FORK_DIED in line.text for line in self.lines)

    def crash(self, log: Sequence[LogLine]) -> Crash | None:
        """The forked JVM that died in it, if one did, with its last words from the whole log."""
        if not self.is_crash:
            return None
        texts = [line.text for line in self.lines]
        start = next(n for n, text in enumerate(texts) if _FORK_DIED in text)
        end = texts.index(_CRASHED, start) if _CRASHED in texts[start:] else len(texts)
        words = [line for line in log if _LAST_WORDS.search(line.text)]
        said = [text.removeprefix("[ERROR] ") for text in _told([*self.lines[start:end], *words])]
        return Crash(tuple(_classes(texts[end + 1 :])), tuple(said))


def _classes(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        if not _CLASS.match(text):
            return
        yield text


def failed_goals(log: Sequence[LogLine]) -> tuple[FailedGoal, ...]:
    """Every failed goal that the end of the log names."""
    goals: list[list[LogLine]] = []
    for line in _after_end(log):
        if not line.is_error:
            continue
        if line.text.startswith(_FAILED_GOAL):
            goals.append([])
        if goals:
            goals[-1].append(line)
    return tuple(FailedGoal(tuple(lines)) for lines in goals)


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
        if _RESULTS.match(line.text):
            results = []
        elif results is not None:
            results.append(line)
            if total := _TOTAL.match(line.text):
                found += _told(results) if total["failing"] else ()
                results = None
    return tuple(found)


def logged_counts(log: Iterable[LogLine]) -> tuple[int, int, int] | None:
    """Tests run, failed (failures and errors) and skipped, by Surefire's own totals."""
    totals: list[tuple[int, int, int]] = []
    results = False
    for line in log:
        results = results or bool(_RESULTS.match(line.text))
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
    usage = next((n for n, line in enumerate(log) if line.text.startswith(_USAGE)), len(log))
    return _last(list(_told(log[:usage])), _TAIL_WITHOUT_ERRORS)


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
        if not _BOILERPLATE.match(text) and not (line.level and whole in said):
            said.add(whole)
            yield whole
