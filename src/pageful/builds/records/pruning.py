"""Keep a project's records in order: finalize killed builds, drop the oldest."""

from __future__ import annotations

import contextlib
from pathlib import Path

from pageful.builds.build_tool import BuildTool
from pageful.builds.records import directories
from pageful.builds.records.build_end import write_end
from pageful.builds.records.build_record import BEGUN, BuildRecord, has_ended, is_running
from pageful.builds.records.lock_file import FileLock

KEPT = 20
"""Builds of a project that are kept, beside those that run."""

_SETTLING = "settling"


def finalize_killed(place: Path, tool: BuildTool) -> None:
    """Write the ends of killed builds, before the next build overwrites their reports."""
    for number in directories.build_numbers(place):
        directory = place / f"b{number}"
        if (directory / BEGUN).exists() and not (has_ended(directory) or is_running(directory)):
            # Whatever is wrong with it is its own matter, and not that of the build to come.
            with contextlib.suppress(Exception):
                _finalize(directory, tool)


def _finalize(directory: Path, tool: BuildTool) -> None:
    with FileLock(directory / _SETTLING):
        if not has_ended(directory):
            build, cases = BuildRecord.at(directory, tool).so_far
            write_end(directory, build, cases, tool, some_rows=True)


def prune(place: Path) -> None:
    """Remove the oldest builds beyond `KEPT`, and remains of unfinished directories.

    Builds that could not be recorded take no room from those that were: they are counted apart.
    """
    kept = [place / f"b{number}" for number in directories.build_numbers(place)]
    ended = [directory for directory in kept if not is_running(directory)]
    recorded = [directory for directory in ended if (directory / BEGUN).exists()]
    others = [directory for directory in ended if directory not in recorded]
    for directory in (*recorded[KEPT:], *others[KEPT:]):
        directories.remove(directory)
    directories.clean_up(place)
