"""Follow a build's log while it runs: what it is doing now, in words for a waiting caller."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from laconic.maven.log import LogLine
from laconic.maven.results import Activity
from laconic.units import count

_MODULE = re.compile(r"Building (?P<name>.+?) \S+ *(?:\[(?P<number>\d+)/(?P<total>\d+)\])?\Z")
_GOAL = re.compile(r"--- (?P<goal>\S+):[^:\s]+:(?P<name>\S+) \(.*?\) @ (?P<module>\S+) ---\Z")
_RUNNING = re.compile(r"Running (?P<name>[\w.$]+)\Z")
_RAN = re.compile(r"Tests run: (?P<run>\d+),.*Time elapsed: .*\bin (?P<name>\S+)\Z")


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
        text = line.text
        if not line.level or "WARNING" in line.level:
            return ""
        if match := _GOAL.match(text):
            plugin = match["goal"].removeprefix("maven-").removesuffix("-plugin")
            self.goal, self.module = f"{plugin}:{match['name']}", match["module"]
            self.running.clear()
            return f"{self.of_modules}{self.goal} @ {self.module}"
        if match := _MODULE.match(text):
            self.module = match["name"]
            self.of_modules = f"[{match['number']}/{match['total']}] " if match["total"] else ""
            return f"{self.of_modules}{self.module}"
        if match := _RUNNING.match(text):
            self.running[match["name"]] = None
            return f"{self.of_modules}{match['name']} ({count(self.tests_done, 'test')} so far)"
        if match := _RAN.match(text):
            self.running.pop(match["name"], None)
            self.classes_done += 1
            self.tests_done += int(match["run"])
        return ""

    def activity(self, frames: tuple[str, ...] = ()) -> Activity | None:
        """What is going on, if the log has said so yet."""
        if not self.module:
            return None
        classes = list(self.running)
        return Activity(self.module, self.goal, classes[-1] if classes else None, frames)
