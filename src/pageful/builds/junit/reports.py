"""The test reports of one build: every test of every module, and how many passed."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from xml.parsers.expat import ExpatError

from pageful.builds.junit.report_reader import EntityDeclared, OutputQuota, read_report
from pageful.builds.junit.tally import Tally
from pageful.builds.junit.test_case import Case
from pageful.builds.results import Counts
from pageful.lazy.dataclasses import dataclass

Stamp = tuple[int, int]
"""When a report was written (ns) and its size: equal stamps mean an untouched file."""


@dataclass(frozen=True, slots=True)
class Reports:
    """All tests of a run, and the report files that could not be read."""

    cases: tuple[Case, ...] = ()
    unreadable: tuple[str, ...] = ()


def count_tests(cases: Iterable[Case]) -> Counts:
    """Count the tests that ran, failed and were skipped, by Maven's rule for its last total.

    All cases of one name in a class are one test if any of them failed, or if all were skipped;
    else each passed one is a test.
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


@dataclass(frozen=True, slots=True)
class ReportLayout:
    """The places where a build tool writes test reports: files `TEST-*.xml`.

    `directories` lists the directories that may have reports, for a project's root. `module_of`
    makes, for a root, the function from such a directory to its module: a path below the root, "."
    for the root itself.
    """

    directories: Callable[[Path], Iterable[Path]]
    module_of: Callable[[Path], Callable[[Path], str]]

    def stamps(self, root: Path) -> Mapping[Path, Stamp]:
        """Return the stamp of every report of the project in `root`, in every module."""
        return {
            directory / name: stamp
            for directory in self.directories(root)
            for name, stamp in sorted(_stamps_in(directory))
        }

    def read(self, root: Path, before: Mapping[Path, Stamp]) -> Reports:
        """Read the reports written since the stamps `before` were taken."""
        tally, room, unreadable = Tally(), OutputQuota(), list[str]()
        module = self.module_of(root)
        for path, stamp in self.stamps(root).items():
            if before.get(path) == stamp:
                continue
            try:
                cases = read_report(path, module(path.parent), room)
            except (ExpatError, EntityDeclared, ValueError, OSError, LookupError):
                unreadable.append(Path(os.path.relpath(path, root)).as_posix())
            else:
                tally.take(cases, path.parent, stamp[0])
        return Reports(tally.cases, tuple(unreadable))


def _stamps_in(directory: Path) -> Iterator[tuple[str, Stamp]]:
    with contextlib.suppress(OSError), os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith("TEST-") and entry.name.endswith(".xml"):
                with contextlib.suppress(OSError):  # another build may be cleaning up
                    status = entry.stat()
                    yield entry.name, (status.st_mtime_ns, status.st_size)
