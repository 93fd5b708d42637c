"""What Maven says of the modules of a build: how each ended, and how to resume after a failure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from laconic.maven.log import LogLine

_RESUME = re.compile(r"\s*mvn [<\[]args[>\]] (?P<arguments>-rf \S+|-r\b)")
_SUMMARY = re.compile(r"(?P<module>\S.*?) \.* ?(?P<status>SUCCESS|FAILURE|SKIPPED)(?: \[.*\])?\Z")


@dataclass(frozen=True, slots=True)
class Reactor:
    """How the modules of a build ended, and Maven's arguments that resume it."""

    failed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    resume: tuple[str, ...] = ()


def reactor(log: Iterable[LogLine]) -> Reactor:
    """The reactor's summary, empty for a build of one module."""
    rows: dict[str, list[str]] = {"SUCCESS": [], "FAILURE": [], "SKIPPED": []}
    resume: tuple[str, ...] = ()
    summary = False
    for line in log:
        summary = summary or line.text.startswith("Reactor Summary")
        if match := _RESUME.match(line.text):
            resume = tuple(match["arguments"].split())
        elif summary and line.level == "INFO" and (match := _SUMMARY.match(line.text)):
            rows[match["status"]].append(match["module"])
    return Reactor(tuple(rows["FAILURE"]), tuple(rows["SKIPPED"]), resume)
