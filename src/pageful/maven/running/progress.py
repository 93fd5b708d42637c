"""Follow a build's log while it runs: what it is doing now, in words for a waiting caller."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pageful.builds.results import Activity
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.phrases import RESULTS
from pageful.text.units import count

_MODULE = re.compile(
    r"Building (?!\w+: (?:/|[A-Z]:))(?P<name>.*[^: ]) (?!\[\d+/)\S+?"
    r"(?: +\[(?P<number>\d+)/(?P<total>\d+)\])?\Z"
)
_RUNNING = re.compile(r"Running (?P<name>[\w.$]+)\Z")
_RAN = re.compile(
    r"Tests run: (?P<run>\d{1,9}), (?:Failures: (?P<failures>\d{1,9}), Errors: (?P<errors>\d{1,9})"
    r", Skipped: (?P<skipped>\d{1,9}))?.*?Time elapsed: [^-<]*"
    r"(?:<<< [A-Z]+!)?(?: --? in (?P<name>\S+))?\Z"
)
_DAEMON = re.compile(r"Processing build on daemon (?P<id>[0-9a-f]{1,64})\Z")
_TEST_GOALS = ("surefire:test", "failsafe:integration-test")
_TELLING = frozenset("BPRT-")
"""What every line begins with that tells something; all others are passed over at once."""

_LONGEST = 1000
_MOST_THREADS = 1000
_MOST_RUNNING = 1000
_MOST_DONE = 100_000


@dataclass(slots=True)
class _Part:
    """One of the threads of a build, as far as it has told what it does."""

    module: str
    place: str = ""
    goal: str | None = None
    testing: bool = False


@dataclass(slots=True)
class Follower:
    """What has been seen of a log so far; `running` are the test classes that run, and for whom.

    `daemon` is the id of the Maven Daemon that carries the build out, empty for plain Maven.
    """

    running: dict[str, str] = field(default_factory=dict)
    classes_done: int = 0
    tests_done: int = 0
    tests_failed: int = 0
    tests_skipped: int = 0
    daemon: str = ""
    _parts: dict[str, _Part] = field(default_factory=dict)
    _last: str = ""
    _done: set[str] = field(default_factory=set)

    def follow(self, line: LogLine) -> str:
        """Take the next line; what it means for a waiting caller, empty if nothing."""
        text = line.text
        if text[:1] not in _TELLING or len(text) > _LONGEST:
            return ""
        if ran := _RAN.match(text):
            return self._ran(ran)
        if running := _RUNNING.match(text):
            return self._runs(running["name"], line)
        return self._informed(text, line.thread) if line.level == "INFO" else ""

    def _informed(self, text: str, thread: str) -> str:
        if goal := Goal.started(text):
            part = self._part(thread, goal.module)
            part.goal = str(goal)
            part.testing = part.goal in _TEST_GOALS
            self._forget(thread)
            return f"{part.place}{part.goal} @ {part.module}"
        if module := _MODULE.match(text):
            part = self._part(thread, module["name"])
            part.place = f"[{module['number']}/{module['total']}] " if module["total"] else ""
            part.goal, part.testing = None, False
            return f"{part.place}{part.module}"
        if RESULTS.match(text) and thread in self._parts:
            self._parts[thread].testing = False
            self._forget(thread)
        if daemon := _DAEMON.match(text):
            self.daemon = self.daemon or daemon["id"]
        return ""

    def _part(self, thread: str, module: str) -> _Part:
        if len(self._parts) >= _MOST_THREADS and thread not in self._parts:
            thread = ""
        part = self._parts.setdefault(thread, _Part(module))
        part.module = module
        self._last = thread
        return part

    def _runs(self, name: str, line: LogLine) -> str:
        # Surefire before 2.20 prints without a level, as tests do: only a class has a package.
        if not line.level and "." not in name:
            return ""
        thread = self._tester(line.thread)
        if len(self.running) >= _MOST_RUNNING:
            del self.running[next(iter(self.running))]
        self.running[name] = thread
        part = self._parts.get(thread)
        return f"{part.place if part else ''}{name} ({count(self.tests_done, 'test')} so far)"

    def _tester(self, thread: str) -> str:
        """Whose tests a thread prints that has no module: of the only one that runs tests."""
        if thread in self._parts:
            return thread
        testers = [key for key, part in self._parts.items() if part.testing]
        return testers[0] if len(testers) == 1 else thread

    def _ran(self, ran: re.Match[str]) -> str:
        """A class is done: the named one, or where old Surefire names none, the last."""
        name = ran["name"] or self.test_class
        if name:
            outer = name.partition("$")[0]
            for each in [each for each in self.running if each.partition("$")[0] == outer]:
                del self.running[each]
        self.classes_done += not name or name not in self._done
        if len(self._done) < _MOST_DONE:
            self._done.add(name or "")
        self.tests_done += int(ran["run"])
        self.tests_failed += int(ran["failures"] or 0) + int(ran["errors"] or 0)
        self.tests_skipped += int(ran["skipped"] or 0)
        return ""

    def _forget(self, thread: str) -> None:
        """The tests of a thread are over; so are those of nobody, where nobody tests."""
        testing = any(part.testing for part in self._parts.values())
        for name, tester in list(self.running.items()):
            if tester == thread or not (testing or tester in self._parts):
                del self.running[name]

    @property
    def test_class(self) -> str | None:
        """The test class that started last and runs, if one does."""
        return next(reversed(self.running), None)

    @property
    def test_package(self) -> str:
        """The package of that class, empty if there is none."""
        return (self.test_class or "").rpartition(".")[0]

    def activity(self, frames: tuple[str, ...] = ()) -> Activity | None:
        """What is going on, if the log has said so yet: the tests before what else goes on."""
        if not self._parts:
            return None
        test_class = self.test_class
        part = self._parts.get(self.running[test_class] if test_class else self._last)
        if not part:
            return Activity(None, None, test_class, frames)
        return Activity(part.module, part.goal, test_class, frames)
