"""Follow a build's log while it runs: what it is doing now, in words for a waiting caller."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from laconic.maven.log import LogLine
from laconic.maven.results import Activity
from laconic.units import count

_MODULE = re.compile(
    r"Building (?!\w+: (?:/|[A-Z]:))(?P<name>.*[^: ]) \S+?"
    r"(?: +\[(?P<number>\d+)/(?P<total>\d+)\])?\Z"
)
_GOAL = re.compile(
    r"--- (?P<plugin>[^:\s]+):[^:\s]+:(?P<name>[^:\s]+) \([^)]*\) @ (?P<module>\S+) ---\Z"
)
_RUNNING = re.compile(r"Running (?P<name>[\w.$]+)\Z")
_RAN = re.compile(
    r"Tests run: (?P<run>\d{1,9}), .*?Time elapsed: [^-<]*"
    r"(?:<<< [A-Z]+!)?(?: --? in (?P<name>\S+))?\Z"
)
_LONGEST = 1000


@dataclass(slots=True)
class Follower:
    """What has been seen of a log so far."""

    module: str | None = None
    of_modules: str = ""
    goal: str | None = None
    running: dict[str, None] = field(default_factory=dict)
    classes_done: int = 0
    tests_done: int = 0

    def follow(self, line: LogLine) -> str:
        """Take the next line; what it means for a waiting caller, empty if nothing."""
        if len(line.text) > _LONGEST:
            return ""
        if ran := _RAN.match(line.text):
            return self._ran(int(ran["run"]), ran["name"])
        if running := _RUNNING.match(line.text):
            return self._runs(running["name"], leveled=bool(line.level))
        if line.level != "INFO":
            return ""
        if goal := _GOAL.match(line.text):
            plugin = goal["plugin"].removeprefix("maven-").removesuffix("-plugin")
            self.goal, self.module = f"{plugin}:{goal['name']}", goal["module"]
            self.running.clear()
            return f"{self.of_modules}{self.goal} @ {self.module}"
        if module := _MODULE.match(line.text):
            self.module = module["name"]
            self.of_modules = f"[{module['number']}/{module['total']}] " if module["total"] else ""
            return f"{self.of_modules}{self.module}"
        return ""

    def _runs(self, name: str, *, leveled: bool) -> str:
        # Surefire before 2.20 prints without a level, as tests do: only a class has a package.
        if not leveled and "." not in name:
            return ""
        self.running[name] = None
        return f"{self.of_modules}{name} ({count(self.tests_done, 'test')} so far)"

    def _ran(self, tests: int, name: str | None) -> str:
        """A class is done: the named one, or where old Surefire names none, the last."""
        name = name or self.test_class
        if name:
            self.running.pop(name, None)
        self.classes_done += 1
        self.tests_done += tests
        return ""

    @property
    def test_class(self) -> str | None:
        """The test class that started last and runs, if one does."""
        return next(reversed(self.running), None)

    @property
    def test_package(self) -> str:
        """The package of that class, empty if there is none."""
        return (self.test_class or "").rpartition(".")[0]

    def activity(self, frames: tuple[str, ...] = ()) -> Activity | None:
        """What is going on, if the log has said so yet."""
        if not self.module:
            return None
        return Activity(self.module, self.goal, self.test_class, frames)
