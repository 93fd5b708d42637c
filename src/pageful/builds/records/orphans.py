"""Processes of builds that outlived the program that ran them, as after `kill -9`."""

from __future__ import annotations

import contextlib
from pathlib import Path

import psutil

from pageful.builds.process.tree import end, members
from pageful.builds.records.build_record import BuildRecord
from pageful.tool.errors import ToolError

_FILE = "maven-process"
"""The name of the file, kept since Maven was the only build tool."""


def note_process(directory: Path, leader: int) -> None:
    """Write the process that leads the build's session into the build's directory."""
    with contextlib.suppress(OSError, psutil.Error):
        began = psutil.Process(leader).create_time()
        (directory / _FILE).write_text(f"{leader} {began!r}", encoding="ascii")


def forget_process(directory: Path) -> None:
    """Remove the note of the process once it has ended."""
    with contextlib.suppress(OSError):
        (directory / _FILE).unlink()


def end_orphans(record: BuildRecord) -> None:
    """End the processes left of a build's session, if the build no longer runs."""
    file = record.directory / _FILE
    if not file.exists() or record.is_running:
        return
    with contextlib.suppress(OSError, ValueError):
        leader, began = file.read_text(encoding="ascii").split()
        if _is_left(int(leader), float(began)):
            _end(record, int(leader))
    forget_process(record.directory)


def _end(record: BuildRecord, leader: int) -> None:
    """End the session, and first the work done for it elsewhere, as by a daemon."""
    with contextlib.suppress(ToolError):  # the record is damaged
        record.tool.end_elsewhere(record.lines(), leader)
    end(leader)


def _is_left(leader: int, began: float) -> bool:
    """Return whether the session is the noted one: process ids are used again.

    The system does not reuse the id of a session that still exists.
    """
    if psutil.boot_time() > began:
        return False
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(leader).create_time() == began
    return bool(members(leader))
