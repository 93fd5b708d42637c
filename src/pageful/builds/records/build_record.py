"""A recorded build, read from its log, its sealed result and its progress.

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
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from pageful.builds.build_tool import BuildTool, UnfinishedBuild
from pageful.builds.junit.reports import Reports, Stamp
from pageful.builds.junit.test_case import Case
from pageful.builds.limits import DEFAULT_LIMITS, Limits
from pageful.builds.records.failed_tests import FailedTest
from pageful.builds.records.lock_file import FileLock
from pageful.builds.records.progress_file import Progress, read_progress
from pageful.builds.records.sealed_file import DamagedFile, read_sealed
from pageful.builds.results import Build, Running, Status
from pageful.lazy.dataclasses import dataclass, replace
from pageful.tool.errors import ToolError

BEGUN, BASELINE, ALIVE, CLAIM, PROGRESS = "begun", "outset", "alive", "claim", "progress"
LOG, PACKED_LOG, TESTS, OUTSTANDING, BUILD = "log", "log.gz", "tests", "outstanding", "build"
SOURCES, PROBLEM = "sources", "problem"
"""Files of a build's directory; the last is all there is of one that could not be recorded."""


_CLAIMED_WITHIN = 10.0
"""Seconds that whoever has begun a build has to take the lock that says so."""

LONGEST_LINE = 65_536
"""Bytes of a log's line; a longer one is read as several, while a build runs as well as later."""

T = TypeVar("T")


class StartInfo(msgspec.Struct, frozen=True):
    """The start of a build; `at` is in seconds since the epoch, `order` its packed request."""

    operation: str
    order: bytes
    root: bytes
    at: float


class Baseline(msgspec.Struct, frozen=True):
    """The state of the project before the build tool was started.

    `reports` has the stamp of every report below the project as it was then.
    """

    reports: Mapping[bytes, Stamp]
    packages: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS


@dataclass(frozen=True)
class BuildRecord:
    """A build that was recorded, or is being."""

    directory: Path
    start: StartInfo
    tool: BuildTool

    @classmethod
    def at(cls, directory: Path, tool: BuildTool) -> BuildRecord:
        """Read the record of a build of `tool` in a directory.

        Raises:
            ToolError: it is damaged, or gone.
        """
        return cls(directory, _decode(directory / BEGUN, StartInfo), tool)

    @property
    def id(self) -> str:
        """The name of the build: the first of a project is b1."""
        return self.directory.name

    @property
    def operation(self) -> str:
        """The operation asked for, as the build's page calls it."""
        return self.start.operation

    @property
    def order(self) -> bytes:
        """The packed request of the build."""
        return self.start.order

    @property
    def root(self) -> Path:
        """The directory of its project."""
        return Path(os.fsdecode(self.start.root))

    @property
    def has_ended(self) -> bool:
        """True once the end of the build is written."""
        return has_ended(self.directory)

    @property
    def is_running(self) -> bool:
        """True while a process runs the build; where none does and it has no end, it was killed."""
        return is_running(self.directory)

    def running(self) -> Running:
        """Return the progress of the build."""
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
        """Return the build; without an end, as its log and finished reports tell it.

        Of one that is still running the status is what would be said if it ended now.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        if self.has_ended:
            return _decode(self.directory / BUILD, Build)
        return self.whole[0]

    def cases(self) -> tuple[Case, ...]:
        """Return all tests with whole traces and outputs; without an end, those in its reports.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        if self.has_ended:
            return _decode(self.directory / TESTS, tuple[Case, ...])
        return self._reports_since(self._baseline).cases

    @property
    def whole(self) -> tuple[Build, tuple[Case, ...]]:
        """The build and its tests, read together, so that they agree while the build goes on.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        if self.has_ended:
            return self.build(), self.cases()
        runs = self.is_running
        build, cases = self.so_far
        return (_describe_unfinished(build) if runs else build), cases

    @property
    def so_far(self) -> tuple[Build, tuple[Case, ...]]:
        """A build without an end and its tests, as its log and finished reports tell them."""
        baseline = self._baseline
        reports = self._reports_since(baseline)
        unfinished = UnfinishedBuild(
            self.operation,
            self.root,
            self._milliseconds,
            self.lines(),
            reports,
            baseline.packages if baseline else (),
            baseline.limits if baseline else DEFAULT_LIMITS,
        )
        return replace(self.tool.judge(unfinished), id=self.id), reports.cases

    @property
    def sources(self) -> bytes:
        """The state of the sources that the build was of, empty where none was written."""
        try:
            return read_sealed(self.directory / SOURCES)
        except (OSError, DamagedFile):
            return b""

    def log(self) -> Iterator[bytes]:
        """Read the lines of the log as they were printed, without line ends.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        with self._open_log() as stream:
            try:
                while raw := stream.readline(LONGEST_LINE):
                    yield raw.rstrip(b"\r\n")
            except (OSError, EOFError, zlib.error):
                raise _damage_error(self.directory) from None

    def lines(self) -> Iterator[str]:
        """Read the lines of the log as text.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        return (raw.decode("utf-8", "replace") for raw in self.log())

    @property
    def failed_tests(self) -> tuple[FailedTest, ...]:
        """The tests that failed in the last build that ran them, as far as the records go.

        Those of a build without an end are not known yet.

        Raises:
            ToolError: the record is damaged, or gone.
        """
        return self._ledger[0]

    @property
    def fixed(self) -> tuple[FailedTest, ...]:
        """The tests that had failed when they last ran before this build, and passed in it."""
        return self._ledger[1]

    @property
    def _ledger(self) -> tuple[tuple[FailedTest, ...], tuple[FailedTest, ...]]:
        if not self.has_ended:
            return (), ()
        return _decode(
            self.directory / OUTSTANDING, tuple[tuple[FailedTest, ...], tuple[FailedTest, ...]]
        )

    @property
    def _baseline(self) -> Baseline | None:
        """The state before the build tool was started; absent until then."""
        there = (self.directory / BASELINE).exists()
        return _decode(self.directory / BASELINE, Baseline) if there else None

    def _reports_since(self, baseline: Baseline | None) -> Reports:
        """Read the reports written since the build tool was started."""
        if not baseline:
            return Reports()
        before = {Path(os.fsdecode(path)): stamp for path, stamp in baseline.reports.items()}
        return self.tool.reports.read(self.root, before)

    @property
    def _progress(self) -> Progress:
        return read_progress(self.directory / PROGRESS)

    @property
    def _milliseconds(self) -> int:
        """The time since the start: until now, or until the last sign of life."""
        until = time.time() if self.is_running else self._last_sign_of_life()
        return max(0, round((until - self.start.at) * 1000))

    def _last_sign_of_life(self) -> float:
        stamps = [self.start.at]
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
            raise _read_error(self.directory) from None


def _describe_unfinished(build: Build) -> Build:
    failed = build.errors or build.failures
    return replace(
        build,
        operation=f"{build.operation} so far",
        status=Status.FAILURE if failed else Status.SUCCESS,
        activity=None,
    )


def has_ended(directory: Path) -> bool:
    """Return whether the end of the build that is recorded there is written down."""
    return (directory / BUILD).exists()


def is_running(directory: Path) -> bool:
    """Return whether a living process runs the build, or is just about to."""
    if has_ended(directory):
        return False
    held = _is_held(directory / ALIVE) or _is_fresh(directory / CLAIM)
    return held and not has_ended(directory)


def _decode(file: Path, kind: type[T]) -> T:
    try:
        return msgspec.msgpack.decode(read_sealed(file), type=kind)
    except (DamagedFile, msgspec.MsgspecError, RecursionError):
        raise _damage_error(file.parent) from None
    except OSError:
        raise _read_error(file.parent) from None


def _is_held(file: Path) -> bool:
    """Return whether a living process holds the lock in a file."""
    if not file.exists():
        return False
    lock = FileLock(file)
    try:
        lock.acquire()
    except TimeoutError:
        return True
    except OSError:  # nobody can write there, and so nobody runs there
        return False
    lock.release()
    return False


def _is_fresh(claim: Path) -> bool:
    with contextlib.suppress(OSError):
        return time.time() - claim.stat().st_mtime < _CLAIMED_WITHIN
    return False


def _damage_error(directory: Path) -> ToolError:
    return ToolError(
        f"The record of build {directory.name} is damaged.",
        "Run the build again; the records of other builds can still be read.",
    )


def _read_error(directory: Path) -> ToolError:
    with contextlib.suppress(OSError, DamagedFile):
        problem = read_sealed(directory / PROBLEM).decode("utf-8", "replace")
        return ToolError(problem, "Make room there, or make it writable, and run the build again.")
    if (directory / BEGUN).exists():
        return _damage_error(directory)
    return ToolError(
        f"There is no record of build {directory.name} any more.",
        "Only a project's last builds are kept. Run it again, or leave `build` out for the last.",
    )
