"""What Surefire and Failsafe reported of a run: every test, of every module."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.parsers.expat import ExpatError

from pageful.maven.reports.report import Case, EntityDeclared, Room, Thrown, read_report
from pageful.maven.reports.report_directories import module_of, modules, report_directories
from pageful.maven.reports.tally import Tally
from pageful.maven.results import Counts

__all__ = ["Case", "Reports", "Stamp", "Thrown", "counted", "modules", "read_reports", "stamps"]

Stamp = tuple[int, int]
"""When a report was written (ns) and its size: equal stamps mean an untouched file."""


@dataclass(frozen=True, slots=True)
class Reports:
    """All tests of a run, and the report files that could not be read."""

    cases: tuple[Case, ...] = ()
    unreadable: tuple[str, ...] = ()


def counted(cases: Collection[Case]) -> Counts:
    """How many tests ran, failed and were skipped."""
    return Counts(
        run=len(cases),
        failed=sum(case.thrown is not None for case in cases),
        skipped=sum(case.skipped for case in cases),
    )


def stamps(root: Path) -> Mapping[Path, Stamp]:
    """Every report below the project, in every module, with its stamp."""
    return {
        directory / name: stamp
        for directory in report_directories(root)
        for name, stamp in sorted(_stamps_in(directory))
    }


def _stamps_in(directory: Path) -> Iterator[tuple[str, Stamp]]:
    with contextlib.suppress(OSError), os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith("TEST-") and entry.name.endswith(".xml"):
                with contextlib.suppress(OSError):  # another build may be cleaning up
                    status = entry.stat()
                    yield entry.name, (status.st_mtime_ns, status.st_size)


def read_reports(root: Path, before: Mapping[Path, Stamp]) -> Reports:
    """The reports written since the stamps `before` were taken; older ones do not count."""
    tally, room, unreadable = Tally(), Room(), list[str]()
    module = module_of(root)
    for path, stamp in stamps(root).items():
        if before.get(path) == stamp:
            continue
        try:
            cases = read_report(path, module(path.parent), room)
        except (ExpatError, EntityDeclared, ValueError, OSError, LookupError):
            unreadable.append(Path(os.path.relpath(path, root)).as_posix())
        else:
            tally.take(cases, path.parent, stamp[0])
    return Reports(tally.cases, tuple(unreadable))
