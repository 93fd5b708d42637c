"""The caller of a recorded build: progress is written to the record, others may stop it."""

from __future__ import annotations

from pathlib import Path

from pageful.builds.records.build_writer import BuildWriter
from pageful.builds.results import Counts, Running
from pageful.tool.context import Caller

_STOP = "stop"


class RecordedCaller(Caller):
    """A caller that passes progress on to another one and to the record."""

    def __init__(self, caller: Caller, recording: BuildWriter, operation: str) -> None:
        super().__init__()
        self._caller = caller
        self._recording = recording
        self._operation = operation
        self._waiting = True
        self._tests: Counts | None = None

    def stop_waiting(self) -> None:
        """Note that the build no longer waits for another one."""
        self._waiting = False
        self._note("", None, None)

    def progress(self, message: str, done: int | None = None, total: int | None = None) -> None:
        """Report progress to the caller and to the record."""
        self._caller.progress(message, done, total)
        self._note(message, done, total)

    def count_tests(self, tests: Counts) -> None:
        """Note how many tests have run; written with the next progress."""
        self._tests = tests if tests.run else None

    def _note(self, message: str, done: int | None, total: int | None) -> None:
        id_, waiting = self._recording.id or "", self._waiting
        self._recording.write_progress(
            Running(id_, self._operation, 0, waiting, message, done, total, self._tests)
        )

    def cancel(self) -> None:
        """Ask the build to stop."""
        self._caller.cancel()

    @property
    def cancelled(self) -> bool:
        """Return whether the caller gave up, or another one asked the build to stop."""
        return self._caller.cancelled or is_asked_to_stop(self._recording.directory)


def ask_to_stop(directory: Path) -> None:
    """Ask the build that is recorded in a directory to stop, whatever process runs it.

    Raises:
        OSError: the directory can't be written.
    """
    (directory / _STOP).touch()


def is_asked_to_stop(directory: Path | None) -> bool:
    """Return whether the build was asked to stop."""
    return directory is not None and (directory / _STOP).exists()
