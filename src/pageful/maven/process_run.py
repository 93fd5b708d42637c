"""A finished run of Maven, as input of the outcome."""

from __future__ import annotations

from functools import cached_property

from pageful.builds.results import Activity
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.threads import group_by_module


@dataclass(frozen=True)
class ProcessRun:
    """One run of Maven, after its end; `exit_code` is None if it was stopped.

    `cancelled` says that it was stopped because its caller gave up, and not by its time limit.
    """

    exit_code: int | None
    log: tuple[LogLine, ...]
    milliseconds: int
    activity: Activity | None = None
    cancelled: bool = False

    @cached_property
    def build_log(self) -> BuildLog:
        """The log with each module's lines in a row, annotated."""
        return BuildLog.read(group_by_module(self.log))
