"""A project's last builds, kept on disk: the log, the tests and what each came to.

They are under the user's cache directory. What is there is whole or says that it is not.

A build has a directory there, named by its id, with a lock that the process holds that runs it.
`Records.begin` gives a `Recording` to write into; `find` and `every` give `Record`s to read.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pageful.builds.junit.reports import Case
from pageful.builds.records import directories
from pageful.builds.records.ending import encoded, outstanding_on
from pageful.builds.records.pruning import KEPT, prune
from pageful.builds.records.record import BEGUN, CLAIM, LOG, Begun, Record
from pageful.builds.records.recording import Recording, problem_of
from pageful.builds.records.sealed_file import write_sealed
from pageful.text.excerpts import shorten
from pageful.tool.errors import ToolError

__all__ = ["KEPT", "Record", "Recording", "Records"]

_LONGEST_QUOTED = 100


@dataclass(frozen=True, slots=True)
class Records:
    """The builds of the project in the directory `root` that are kept in `directory`.

    Without a directory, because the user has no home, nothing is kept.
    """

    directory: Path | None
    root: Path

    @classmethod
    def of(cls, root: Path) -> Records:
        """The records of the project in the directory `root`."""
        try:
            return cls(directories.directory_for(root), root)
        except (OSError, RuntimeError):
            return cls(None, root)

    def begin(self, operation: str, order: bytes = b"") -> Recording:
        """Begin to record a build; `order` is whatever its worker needs to carry it out.

        The oldest ended builds beyond `KEPT` are removed. Where nothing can be written the
        recording has a `problem` from the start, and no id.
        """
        if not self.directory:
            return Recording(None, "The build could not be recorded: there is no home directory.")
        try:
            begun = Begun(operation, order, os.fsencode(self.root), time.time())
            recording = Recording(_put_up(self.directory, begun))
        except OSError as error:
            return Recording(None, problem_of(error, self.directory))
        if recording.problem:
            recording.discard()
        prune(self.directory)
        return recording

    def find(self, build: str | None = None) -> Record:
        """The build of that id, or the last one.

        Raises:
            ToolError: there is no such build, or none at all; or its record is damaged.
        """
        ids = [path.name for path in self._directories()]
        if not ids:
            raise ToolError(
                "No build of this project is recorded.", "Run one, as with maven_test, first."
            )
        if build is not None and build not in ids:
            kept = ", ".join(ids)
            asked = shorten(build, _LONGEST_QUOTED, "…")
            raise ToolError(f"There is no build {asked!r}.", f"These are kept: {kept}.")
        assert self.directory
        return Record.at(self.directory / (build or ids[0]))

    def every(self) -> tuple[Record, ...]:
        """All that are kept and can be read, the newest first."""
        return tuple(self._readable())

    @property
    def outstanding(self) -> tuple[Case, ...]:
        """The tests that failed when they last ran, after the build that ended last."""
        entries = outstanding_on(self.directory) if self.directory else ()
        return tuple(entry.case for entry in entries)

    def _readable(self) -> Iterator[Record]:
        for directory in self._directories():
            with contextlib.suppress(ToolError):
                yield Record.at(directory)

    def _directories(self) -> list[Path]:
        place = self.directory
        return [place / f"b{number}" for number in directories.numbers(place)] if place else []


def _put_up(place: Path, begun: Begun) -> Path:
    """A new record, to be claimed by the one who records."""
    new = directories.made(place)
    try:
        for name in (CLAIM, LOG):
            (new / name).touch(0o600)
        write_sealed(new / BEGUN, encoded(begun))
        return directories.put_up(new)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
