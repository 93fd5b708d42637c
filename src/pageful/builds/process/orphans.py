"""Maven processes that outlived the program that ran them, as a `kill -9` leaves them behind."""

from __future__ import annotations

import contextlib
from itertools import islice
from pathlib import Path

import psutil

from pageful.builds.process.tree import end, members
from pageful.builds.records.record import Record
from pageful.maven.running.daemon import Daemon
from pageful.maven.running.progress import ProgressParser
from pageful.tool.errors import ToolError

_FILE = "maven-process"
_LINES_LOOKED_AT = 500
"""The Daemon is named before it begins to build."""


def note_process(directory: Path, leader: int) -> None:
    """Write into a build's directory which process leads the session that Maven runs in."""
    with contextlib.suppress(OSError, psutil.Error):
        began = psutil.Process(leader).create_time()
        (directory / _FILE).write_text(f"{leader} {began!r}", encoding="ascii")


def forget_process(directory: Path) -> None:
    """Take that back: Maven has ended, or was ended."""
    with contextlib.suppress(OSError):
        (directory / _FILE).unlink()


def end_orphans(record: Record) -> None:
    """End what is left of Maven's session, if nobody runs that build any more."""
    file = record.directory / _FILE
    if not file.exists() or record.is_running:
        return
    with contextlib.suppress(OSError, ValueError):
        leader, began = file.read_text(encoding="ascii").split()
        if _is_left(int(leader), float(began)):
            _end(record, int(leader))
    forget_process(record.directory)


def _end(record: Record, leader: int) -> None:
    """End the session, and before it the build that the Maven Daemon carries out for it."""
    with contextlib.suppress(ToolError):  # the record is damaged
        if daemon := Daemon.of(_daemon(record)):
            daemon.end_build(leader)
    end(leader)


def _daemon(record: Record) -> str:
    progress = ProgressParser()
    for line in islice(record.lines(), _LINES_LOOKED_AT):
        progress.parse(line)
    return progress.daemon


def _is_left(leader: int, began: float) -> bool:
    """Whether the session's processes are those of then: numbers come back, after a restart too.

    A number is not given anew while a session goes by it.
    """
    if psutil.boot_time() > began:
        return False
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(leader).create_time() == began
    return bool(members(leader))
