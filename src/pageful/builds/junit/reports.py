"""What Surefire and Failsafe reported of a run: every test, of every module."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.parsers.expat import ExpatError

from pageful.builds.junit.report import Case, EntityDeclared, Room, Thrown, read_report
from pageful.builds.junit.tally import Tally
from pageful.builds.results import Counts
from pageful.maven.reports.report_directories import module_of, modules, report_directories

__all__ = ["Case", "Reports", "Stamp", "Thrown", "modules", "read_reports", "stamps"]

Stamp = tuple[int, int]
"""When a report was written (ns) and its size: equal stamps mean an untouched file."""


@dataclass(frozen=True, slots=True)
class Reports:
    """All tests of a run, and the report files that could not be read."""

    cases: tuple[Case, ...] = ()
    unreadable: tuple[str, ...] = ()


def count_tests(cases: Iterable[Case]) -> Counts:
    """How many tests ran, failed and were skipped, by Maven's rule for its last total.

    Of the cases that have one name in a class all are one test if any of them failed, or if all
    were skipped; else each that passed is one.
    """
    run = failed = skipped = 0
    for named in _by_name(cases):
        passed = sum(not case.skipped for case in named)
        if any(case.thrown for case in named):
            failed, passed = failed + 1, 1
        elif not passed:
            skipped, passed = skipped + 1, 1
        run += passed
    return Counts(run, failed, skipped)


def _by_name(cases: Iterable[Case]) -> Iterable[list[Case]]:
    found: defaultdict[tuple[str, str, str], list[Case]] = defaultdict(list)
    for case in cases:
        found[case.module, case.class_name, case.name].append(case)
    return found.values()


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
