"""A project's last builds, kept on disk: the log, the tests and the result of each.

They are under the user's cache directory. A damaged record is recognised as such.

Each build has a directory there, named by its id, with a lock that the process of the build holds.
`BuildStore.begin` gives a `BuildWriter`; `find` and `every` give `BuildRecord`s to read.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from pageful.builds.build_tool import BuildTool
from pageful.builds.junit.test_case import Case
from pageful.builds.records import directories
from pageful.builds.records.build_end import encode, last_failed_tests
from pageful.builds.records.build_record import BEGUN, CLAIM, LOG, BuildRecord, StartInfo
from pageful.builds.records.build_writer import BuildWriter, problem_of
from pageful.builds.records.kept_builds import prune_projects
from pageful.builds.records.pruning import prune
from pageful.builds.records.sealed_file import write_sealed
from pageful.lazy.dataclasses import dataclass
from pageful.text.excerpts import shorten
from pageful.tool.errors import ToolError

_LONGEST_QUOTED = 100


@dataclass(frozen=True, slots=True)
class BuildStore:
    """The builds of the project in the directory `root` that are kept in `directory`.

    Without a directory, because the user has no home, nothing is kept.
    """

    directory: Path | None
    root: Path
    tool: BuildTool

    @classmethod
    def of(cls, root: Path, tool: BuildTool) -> BuildStore:
        """Return the store for the project in the directory `root`."""
        try:
            return cls(directories.directory_for(root, tool.name), root, tool)
        except (OSError, RuntimeError):
            return cls(None, root, tool)

    def begin(self, operation: str, order: bytes = b"") -> BuildWriter:
        """Begin to record a build; `order` is its packed request.

        The oldest ended builds beyond `KEPT` are removed. Where nothing can be written the
        recording has a `problem` from the start, and no id.
        """
        if not self.directory:
            problem = "The build could not be recorded: there is no home directory."
            return BuildWriter(None, self.tool, problem)
        try:
            start = StartInfo(operation, order, os.fsencode(self.root), time.time())
            recording = BuildWriter(_publish(self.directory, start), self.tool)
        except OSError as error:
            return BuildWriter(None, self.tool, problem_of(error, self.directory))
        if recording.problem:
            recording.discard()
        prune(self.directory)
        prune_projects(self.directory)
        return recording

    def find(self, build: str | None = None) -> BuildRecord:
        """Return the build of that id, or the last one.

        Raises:
            ToolError: there is no such build, or none at all; or its record is damaged.
        """
        ids = [path.name for path in self._directories()]
        if not ids:
            raise ToolError(
                "No build of this project is recorded.",
                f"Run one, as with {self.tool.name}_test, first.",
            )
        if build is not None and build not in ids:
            kept = ", ".join(ids)
            asked = shorten(build, _LONGEST_QUOTED, "…")
            raise ToolError(f"There is no build {asked!r}.", f"These are kept: {kept}.")
        assert self.directory
        return BuildRecord.at(self.directory / (build or ids[0]), self.tool)

    def every(self) -> tuple[BuildRecord, ...]:
        """Return all records that can be read, the newest first."""
        return tuple(self._readable())

    @property
    def failed_tests(self) -> tuple[Case, ...]:
        """Return the tests that failed when they last ran, after the build that ended last."""
        entries = last_failed_tests(self.directory, self.tool) if self.directory else ()
        return tuple(entry.case for entry in entries)

    def _readable(self) -> Iterator[BuildRecord]:
        for directory in self._directories():
            with contextlib.suppress(ToolError):
                yield BuildRecord.at(directory, self.tool)

    def _directories(self) -> list[Path]:
        place = self.directory
        return (
            [place / f"b{number}" for number in directories.build_numbers(place)] if place else []
        )


def _publish(place: Path, start: StartInfo) -> Path:
    """Create a record, to be claimed by its writer."""
    new = directories.create(place)
    try:
        for name in (CLAIM, LOG):
            (new / name).touch(0o600)
        write_sealed(new / BEGUN, encode(start))
        return directories.publish(new)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
