"""Progress messages for a waiting caller, parsed from the log of a build while it runs."""

from __future__ import annotations

import re

from pageful.builds.junit.class_names import outer_class, package_name
from pageful.builds.results import Activity
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.phrases import RESULTS
from pageful.text.units import count

# > Building Shop 1.0.0                                                [1/6]
_MODULE = patterns.compile(
    r"Building (?!\w+: (?:/|[A-Z]:))(?P<name>.*[^: ]) (?!\[\d+/)\S+?"
    r"(?: +\[(?P<number>\d+)/(?P<total>\d+)\])?\Z"
)
# > Running com.example.shop.core.MoneyTest
_RUNNING = patterns.compile(r"Running (?P<name>[\w.$]+)\Z")
# Newer versions of Surefire add `-- in com.example.AppTest`.
# > Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s
_RAN = patterns.compile(
    r"Tests run: (?P<run>\d{1,9}), (?:Failures: (?P<failures>\d{1,9}), Errors: (?P<errors>\d{1,9})"
    r", Skipped: (?P<skipped>\d{1,9}))?.*?Time elapsed: [^-<]*"
    r"(?:<<< [A-Z]+!)?(?: --? in (?P<name>\S+))?\Z"
)
# > Processing build on daemon 74871285
_DAEMON = patterns.compile(r"Processing build on daemon (?P<id>[0-9a-f]{1,64})\Z")
_TEST_GOALS = ("surefire:test", "failsafe:integration-test")
_FIRST_CHARACTERS = frozenset("BPRT-")
"""Of every line that matters; all others are passed over at once."""

_LONGEST = 1000
"""Characters of a line that can matter; the patterns are not tried on longer ones."""

_MOST_THREADS = 1000
_MOST_RUNNING = 1000
_MOST_DONE = 100_000
"""Threads and test classes that are told apart, so that memory is bounded."""


@dataclass(slots=True)
class _Thread:
    """A thread of a build: the module and the goal that it is at, and whether it runs tests."""

    module: str
    place: str = ""
    goal: str | None = None
    testing: bool = False


@dataclass(slots=True)
class ProgressParser:
    """The state of a build by its log so far; `running` are test classes, each with its thread.

    `daemon` is the id of the Maven Daemon that carries the build out, empty for plain Maven.
    """

    running: dict[str, str] = field(default_factory=dict)
    classes_done: int = 0
    tests_done: int = 0
    tests_failed: int = 0
    tests_skipped: int = 0
    daemon: str = ""
    _threads: dict[str, _Thread] = field(default_factory=dict)
    _last: str = ""
    _done: set[str] = field(default_factory=set)

    def parse(self, line: LogLine) -> str:
        """Take the next line; return its message for a waiting caller, empty if it has none."""
        text = line.text
        if text[:1] not in _FIRST_CHARACTERS or len(text) > _LONGEST:
            return ""
        if ran := _RAN.match(text):
            return self._end_class(ran)
        if running := _RUNNING.match(text):
            return self._begin_class(running["name"], line)
        return self._parse_info(text, line.thread) if line.level == "INFO" else ""

    def _parse_info(self, text: str, key: str) -> str:
        if goal := Goal.of_start(text):
            thread = self._enter_module(key, goal.module)
            thread.goal = str(goal)
            thread.testing = thread.goal in _TEST_GOALS
            self._forget_tests(key)
            return f"{thread.place}{thread.goal} @ {thread.module}"
        if module := _MODULE.match(text):
            thread = self._enter_module(key, module["name"])
            thread.place = f"[{module['number']}/{module['total']}] " if module["total"] else ""
            thread.goal, thread.testing = None, False
            return f"{thread.place}{thread.module}"
        if RESULTS.match(text) and key in self._threads:
            self._threads[key].testing = False
            self._forget_tests(key)
        if daemon := _DAEMON.match(text):
            self.daemon = self.daemon or daemon["id"]
        return ""

    def _enter_module(self, key: str, module: str) -> _Thread:
        if len(self._threads) >= _MOST_THREADS and key not in self._threads:
            key = ""
        thread = self._threads.setdefault(key, _Thread(module))
        thread.module = module
        self._last = key
        return thread

    def _begin_class(self, name: str, line: LogLine) -> str:
        # Surefire before 2.20 prints without a level, as tests do: only a class has a package.
        if not line.level and "." not in name:
            return ""
        key = self._testing_thread(line.thread)
        if len(self.running) >= _MOST_RUNNING:
            del self.running[next(iter(self.running))]
        self.running[name] = key
        thread = self._threads.get(key)
        return f"{thread.place if thread else ''}{name} ({count(self.tests_done, 'test')} so far)"

    def _testing_thread(self, key: str) -> str:
        """The thread whose tests one without a module prints: the only one that runs any."""
        if key in self._threads:
            return key
        testers = [key for key, thread in self._threads.items() if thread.testing]
        return testers[0] if len(testers) == 1 else key

    def _end_class(self, ran: re.Match[str]) -> str:
        """Count a class: the one that is named, or where old Surefire names none, the last."""
        name = ran["name"] or self.test_class
        if name:
            outer = outer_class(name)
            for each in [each for each in self.running if outer_class(each) == outer]:
                del self.running[each]
        self.classes_done += not name or name not in self._done
        if len(self._done) < _MOST_DONE:
            self._done.add(name or "")
        self.tests_done += int(ran["run"])
        self.tests_failed += int(ran["failures"] or 0) + int(ran["errors"] or 0)
        self.tests_skipped += int(ran["skipped"] or 0)
        return ""

    def _forget_tests(self, key: str) -> None:
        """Drop the running tests of a thread, and where none tests, those of no known thread."""
        testing = any(thread.testing for thread in self._threads.values())
        for name, tester in list(self.running.items()):
            if tester == key or not (testing or tester in self._threads):
                del self.running[name]

    @property
    def test_class(self) -> str | None:
        """The test class that started last and runs, if one does."""
        return next(reversed(self.running), None)

    @property
    def test_package(self) -> str:
        """The package of that class, empty if there is none."""
        return package_name(self.test_class or "")

    def activity(self, frames: tuple[str, ...] = ()) -> Activity | None:
        """Return the current activity, if the log tells it yet: tests before other goals."""
        if not self._threads:
            return None
        test_class = self.test_class
        thread = self._threads.get(self.running[test_class] if test_class else self._last)
        if not thread:
            return Activity(None, None, test_class, frames)
        return Activity(thread.module, thread.goal, test_class, frames)
