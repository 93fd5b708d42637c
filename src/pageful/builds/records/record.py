"""A recorded build as it is read: from its log, its sealed result, and how far it is.

What was killed is judged by what it left behind, just as a build that was cancelled.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TypeVar

import msgspec
from filelock import FileLock, Timeout

from pageful.builds.junit.reports import Case, Reports, Stamp, read_reports
from pageful.builds.records.failed_tests import Open
from pageful.builds.records.progress_file import Progress, read_progress
from pageful.builds.records.sealed_file import Damaged, read_sealed
from pageful.builds.results import Build, Running, Status
from pageful.jvm.test_failures import DEFAULT_LIMITS, Limits
from pageful.maven.logs.bounded_log import BoundedLog
from pageful.maven.logs.log import LONGEST_LINE, LogLine, parse_log
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.projects.project import Project
from pageful.maven.running.progress import ProgressParser
from pageful.maven.running.run_maven import ProcessRun
from pageful.tool.errors import ToolError

BEGUN, OUTSET, ALIVE, CLAIM, PROGRESS = "begun", "outset", "alive", "claim", "progress"
LOG, PACKED_LOG, TESTS, OUTSTANDING, BUILD = "log", "log.gz", "tests", "outstanding", "build"
PROBLEM = "problem"
"""Files of a build's directory; the last is all there is of one that could not be recorded."""


_CLAIMED_WITHIN = 10.0
"""Seconds that whoever has begun a build has to take the lock that says so."""

T = TypeVar("T")


class Begun(msgspec.Struct, frozen=True):
    """What is known of a build when its record is begun; `at` is in seconds since the epoch."""

    operation: str
    order: bytes
    root: bytes
    at: float


class Outset(msgspec.Struct, frozen=True):
    """What a build of which only log and reports are left is judged with.

    `reports` has the stamp of every report below the project as it was before Maven was started.
    """

    reports: Mapping[bytes, Stamp]
    packages: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS


@dataclass(frozen=True)
class Record:
    """A build that was recorded, or is being."""

    directory: Path
    begun: Begun

    @classmethod
    def at(cls, directory: Path) -> Record:
        """The record in a directory.

        Raises:
            ToolError: it is damaged, or gone.
        """
        return cls(directory, _decoded(directory / BEGUN, Begun))

    @property
    def id(self) -> str:
        """What the build is called: the first of a project is b1."""
        return self.directory.name

    @property
    def operation(self) -> str:
        """What was asked for, as its page says it."""
        return self.begun.operation

    @property
    def order(self) -> bytes:
        """What its worker needs to carry it out."""
        return self.begun.order

    @property
    def root(self) -> Path:
        """The directory of its project."""
        return Path(os.fsdecode(self.begun.root))

    @property
    def has_ended(self) -> bool:
        """Whether its end is written down."""
        return has_ended(self.directory)

    @property
    def is_running(self) -> bool:
        """Whether the process that runs it lives; if not, and without an end, it was killed."""
        return is_running(self.directory)

    def running(self) -> Running:
        """How far it is."""
        known = self._progress
        return Running(
            self.id,
            self.operation,
            self._milliseconds,
            known.waiting,
            known.message,
            known.done,
            known.total,
            known.tests,
        )

    def build(self) -> Build:
        """What it came to; of one without an end, what its log and finished reports tell.

        Of one that is still running the status is what would be said if it ended now.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        if self.has_ended:
            return _decoded(self.directory / BUILD, Build)
        return self.whole[0]

    def cases(self) -> tuple[Case, ...]:
        """All its tests, with whole traces and outputs; without an end, those in its reports.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        if self.has_ended:
            return _decoded(self.directory / TESTS, tuple[Case, ...])
        return self._reports_since(self._outset).cases

    @property
    def whole(self) -> tuple[Build, tuple[Case, ...]]:
        """Both of one look, so that they fit together while the build goes on.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        if self.has_ended:
            return self.build(), self.cases()
        runs = self.is_running
        build, cases = self.so_far
        return (_unfinished(build) if runs else build), cases

    @property
    def so_far(self) -> tuple[Build, tuple[Case, ...]]:
        """A build without an end, and its tests, as its log and finished reports tell of it."""
        outset, progress, log = self._outset, ProgressParser(), BoundedLog()
        reports = self._reports_since(outset)
        for line in self.lines():
            log.append(line)
            progress.parse(line)
        evidence = Evidence(
            self.operation,
            ProcessRun(None, log.lines, self._milliseconds, progress.activity(), cancelled=True),
            reports,
            str(self.root),
            outset.packages if outset else (),
            outset.limits if outset else DEFAULT_LIMITS,
            members=Project(self.root).members,
        )
        return replace(build_outcome(evidence), id=self.id), reports.cases

    def log(self) -> Iterator[bytes]:
        """The lines of its log as Maven printed them, without line ends.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        with self._open_log() as stream:
            try:
                while raw := stream.readline(LONGEST_LINE):
                    yield raw.rstrip(b"\r\n")
            except (OSError, EOFError, zlib.error):
                raise _damaged(self.directory) from None

    def lines(self) -> Iterator[LogLine]:
        """The lines of its log, taken apart.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        return parse_log(raw.decode("utf-8", "replace") for raw in self.log())

    @property
    def open_tests(self) -> tuple[Open, ...]:
        """The tests that failed in the last build that ran them, as far as the records go.

        Those of a build without an end are not known yet.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        return self._ledger[0]

    @property
    def fixed(self) -> tuple[Open, ...]:
        """The tests that had failed when they last ran before this build, and passed in it."""
        return self._ledger[1]

    @property
    def _ledger(self) -> tuple[tuple[Open, ...], tuple[Open, ...]]:
        if not self.has_ended:
            return (), ()
        return _decoded(self.directory / OUTSTANDING, tuple[tuple[Open, ...], tuple[Open, ...]])

    @property
    def _outset(self) -> Outset | None:
        """How things were when Maven was started, absent before that."""
        there = (self.directory / OUTSET).exists()
        return _decoded(self.directory / OUTSET, Outset) if there else None

    def _reports_since(self, outset: Outset | None) -> Reports:
        """The reports written since the build began; none before Maven was started."""
        if not outset:
            return Reports()
        before = {Path(os.fsdecode(path)): stamp for path, stamp in outset.reports.items()}
        return read_reports(self.root, before)

    @property
    def _progress(self) -> Progress:
        return read_progress(self.directory / PROGRESS)

    @property
    def _milliseconds(self) -> int:
        """How long it has been at it: until now, or until it was last heard of."""
        until = time.time() if self.is_running else self._last_heard()
        return max(0, round((until - self.begun.at) * 1000))

    def _last_heard(self) -> float:
        stamps = [self.begun.at]
        for name in (LOG, PROGRESS):
            with contextlib.suppress(OSError):
                stamps.append((self.directory / name).stat().st_mtime)
        return max(stamps)

    def _open_log(self) -> IO[bytes]:
        with contextlib.suppress(OSError):
            return (self.directory / LOG).open("rb")
        try:
            return io.BufferedReader(gzip.GzipFile(self.directory / PACKED_LOG), 1 << 18)
        except OSError:
            raise _unreadable(self.directory) from None


def _unfinished(build: Build) -> Build:
    failed = build.errors or build.failures
    return replace(
        build,
        operation=f"{build.operation} so far",
        status=Status.FAILURE if failed else Status.SUCCESS,
        activity=None,
    )


def has_ended(directory: Path) -> bool:
    """Whether the end of the build that is recorded there is written down."""
    return (directory / BUILD).exists()


def is_running(directory: Path) -> bool:
    """Whether a living process runs the build, or is just about to."""
    if has_ended(directory):
        return False
    held = _is_held(directory / ALIVE) or _is_fresh(directory / CLAIM)
    return held and not has_ended(directory)


def _decoded(file: Path, kind: type[T]) -> T:
    try:
        return msgspec.msgpack.decode(read_sealed(file), type=kind)
    except (Damaged, msgspec.MsgspecError, RecursionError):
        raise _damaged(file.parent) from None
    except OSError:
        raise _unreadable(file.parent) from None


def _is_held(file: Path) -> bool:
    """Whether a living process holds the lock in a file."""
    if not file.exists():
        return False
    lock = FileLock(file)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    except OSError:  # nobody can write there, and so nobody runs there
        return False
    lock.release()
    return False


def _is_fresh(claim: Path) -> bool:
    with contextlib.suppress(OSError):
        return time.time() - claim.stat().st_mtime < _CLAIMED_WITHIN
    return False


def _damaged(directory: Path) -> ToolError:
    return ToolError(
        f"The record of build {directory.name} is damaged.",
        "Run the build again; the records of other builds can still be read.",
    )


def _unreadable(directory: Path) -> ToolError:
    with contextlib.suppress(OSError, Damaged):
        problem = read_sealed(directory / PROBLEM).decode("utf-8", "replace")
        return ToolError(problem, "Make room there, or make it writable, and run the build again.")
    if (directory / BEGUN).exists():
        return _damaged(directory)
    return ToolError(
        f"There is no record of build {directory.name} any more.",
        "Only a project's last builds are kept. Run it again, or leave `build` out for the last.",
    )
