"""Waiting for a recorded build, and stopping it, whatever process runs it."""

from __future__ import annotations

import time

from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.orphans import end_orphans
from pageful.builds.records.recorded_caller import ask_to_stop
from pageful.builds.results import Build, Running
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

_ENDED_WITHIN = 15.0
"""Seconds that a build has to end; its processes are killed after two."""

_TICK = 0.1


def wait_for(record: BuildRecord, seconds: float, caller: Caller) -> Build | Running:
    """Return the result of a build, or its progress after that many seconds of waiting.

    Raises:
        Cancelled: the caller gave up waiting; the build goes on.
        ToolError: the record is damaged, or gone.
    """
    until = time.monotonic() + seconds
    shown: tuple[str, int | None, int | None] | None = None
    while record.is_running:
        running = record.running()
        caller.checkpoint()
        if time.monotonic() >= until:
            return running
        now = (running.message, running.done, running.total)
        if now != shown and running.message:
            caller.progress(*now)
        shown = now
        time.sleep(_TICK)
    end_orphans(record)
    return record.build()


def stop_build(record: BuildRecord, caller: Caller) -> Build | Running:
    """Stop a running build, and return its result.

    A build that has ended is returned unchanged. One that does not end in time is `Running`.

    Raises:
        Cancelled: the caller gave up waiting for its end.
        ToolError: it can't be asked to stop, or its record is damaged.
    """
    if record.is_running:
        try:
            ask_to_stop(record.directory)
        except OSError as error:
            problem = f"Build {record.id} can't be asked to stop: {error.strerror or error}."
            raise ToolError(problem, "Make its record's directory writable.") from None
    return wait_for(record, _ENDED_WITHIN, caller)
