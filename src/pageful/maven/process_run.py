"""A finished run of Maven, as it is judged."""

from __future__ import annotations

from dataclasses import dataclass

from pageful.builds.results import Activity
from pageful.maven.logs.log import LogLine


@dataclass(frozen=True, slots=True)
class ProcessRun:
    """One run of Maven, after its end; `exit_code` is absent where it was stopped.

    `cancelled` says that it was stopped since its caller gave up, and not since its time was up.
    """

    exit_code: int | None
    log: tuple[LogLine, ...]
    milliseconds: int
    activity: Activity | None = None
    cancelled: bool = False
