"""Write a build's record while it runs: its log as it comes, its progress, and its result."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import IO

from pageful.builds.build_tool import BuildTool
from pageful.builds.junit.reports import Stamp
from pageful.builds.junit.test_case import Case
from pageful.builds.limits import DEFAULT_LIMITS, Limits
from pageful.builds.records import directories
from pageful.builds.records.build_end import encode, write_end
from pageful.builds.records.build_record import (
    ALIVE,
    BASELINE,
    CLAIM,
    LOG,
    PROBLEM,
    PROGRESS,
    SOURCES,
    Baseline,
)
from pageful.builds.records.lock_file import FileLock
from pageful.builds.records.progress_file import write_progress
from pageful.builds.records.pruning import finalize_killed, prune
from pageful.builds.records.sealed_file import open_private, write_sealed
from pageful.builds.results import Build, Running
from pageful.lazy.dataclasses import replace

_PATIENCE = 5.0
"""Seconds to wait for a record's lock, which a check whether it is held takes for a moment."""


class BuildWriter:
    """The writer of a build's record. A full disk never raises: the writer has a `problem` then.

    After a problem nothing more is written; no earlier record is touched. Any thread may call it.
    Leaving the `with` block without calling `end` marks the build as killed.
    """

    def __init__(self, directory: Path | None, tool: BuildTool, problem: str | None = None) -> None:
        self.directory = directory
        self.problem = problem
        self._tool = tool
        self._busy = threading.RLock()
        self._log: IO[bytes] | None = None
        self._progress: IO[bytes] | None = None
        self._held: FileLock | None = None
        self._attempt(self._claim)

    def __enter__(self) -> BuildWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def id(self) -> str | None:
        """The name of the build, None if it is not recorded."""
        return self.directory.name if self.directory and not self.problem else None

    @property
    def log_file(self) -> Path | None:
        """The file that the log is written to, None if it is not recorded."""
        return self.directory / LOG if self.directory and not self.problem else None

    def write_baseline(
        self,
        before: Mapping[Path, Stamp],
        packages: tuple[str, ...] = (),
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        """Write the stamps of the project's reports `before` the build tool is started.

        Without them the reports of a killed or running build don't count.
        """
        reports = {os.fsencode(path): stamp for path, stamp in before.items()}
        baseline = encode(Baseline(reports, packages, limits))
        self._attempt(lambda directory: self._set_baseline(directory, baseline))

    def write_sources(self, packed: bytes) -> None:
        """Write the state of the sources that the build is of, by which later ones see changes."""
        self._attempt(lambda directory: write_sealed(directory / SOURCES, packed))

    def write(self, raw: bytes) -> None:
        """Append bytes to the log, unbuffered, so that others can read along."""
        self._attempt(lambda _: self._append(raw))

    def write_progress(self, running: Running) -> None:
        """Write the progress of the build (`id` and `milliseconds` are ignored)."""
        self._attempt(lambda _: self._note(running))

    def end(
        self,
        build: Build,
        cases: Sequence[Case],
        *,
        gone: Collection[Case] = (),
        some_rows: bool = False,
    ) -> Build:
        """Seal the record, and return the build with its id and the fixed tests.

        `gone` are outstanding tests that the build would have run if they existed still;
        `some_rows` says that it may have run some rows of JUnit 4's parameters without the others.
        A build that could not be recorded has no id, but a note that says why.
        """
        sealed: list[Build] = []
        end = partial(
            write_end, build=build, cases=cases, tool=self._tool, gone=gone, some_rows=some_rows
        )
        self._attempt(lambda directory: sealed.append(end(directory)))
        self.close()
        if sealed:
            self._attempt(lambda directory: prune(directory.parent))
            return sealed[0]
        self._give_up()
        notes = (*build.notes, self.problem) if self.problem else build.notes
        return replace(build, id=None, notes=notes)

    def discard(self) -> None:
        """Remove the record, as the request never became a build."""
        self.close()
        with self._busy:
            if self.directory:
                directories.remove(self.directory)
            self.directory = None

    def close(self) -> None:
        """Write no more; without an end the build counts as killed from now on."""
        with self._busy:
            for file in (self._log, self._progress):
                if file:
                    file.close()
            if self._held:
                self._held.release()
            self._log = self._progress = self._held = None

    def _attempt(self, work: Callable[[Path], object]) -> None:
        """Do work that may fail on a full disk, unless something failed already."""
        with self._busy:
            if self.problem or not self.directory:
                return
            try:
                work(self.directory)
            except OSError as error:
                self.problem = problem_of(error, self.directory.parent)

    def _claim(self, directory: Path) -> None:
        """Take the lock of the build for as long as this process lives.

        Raises:
            OSError: the record's files can't be written, or another process has it.
        """
        held = FileLock(directory / ALIVE, timeout=_PATIENCE)
        held.acquire()
        self._held = held
        self._log = open_private(directory / LOG, "ab")
        self._progress = open_private(directory / PROGRESS, "wb")
        write_progress(self._progress, Running("", "", 0))
        (directory / CLAIM).unlink(missing_ok=True)

    def _note(self, running: Running) -> None:
        if self._progress:
            write_progress(self._progress, running)

    def _set_baseline(self, directory: Path, baseline: bytes) -> None:
        finalize_killed(directory.parent, self._tool)
        write_sealed(directory / BASELINE, baseline)

    def _give_up(self) -> None:
        """Keep only the problem, so that no other build gets the build's id."""
        if not self.directory or not self.problem:
            return
        with contextlib.suppress(OSError):
            for file in self.directory.iterdir():
                file.unlink()
            write_sealed(self.directory / PROBLEM, self.problem.encode("utf-8", "replace"))

    def _append(self, raw: bytes) -> None:
        left = memoryview(raw)
        while left and self._log:
            left = left[self._log.write(left) :]


def problem_of(error: OSError | RuntimeError, place: Path | None = None) -> str:
    """Return the note for a build's page that says why it is not recorded."""
    reason = getattr(error, "strerror", None) or str(error)
    where = f" in {place}" if place else ""
    return f"The build could not be recorded{where}: {reason}."
