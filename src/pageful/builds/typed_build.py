"""A build that a shell's command line starts, as the runner of that line needs to know it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Protocol, Self, TypeAlias

if TYPE_CHECKING:
    from pageful.builds.records.build_writer import BuildWriter
    from pageful.builds.results import Build, Running
    from pageful.tool.tool import Toolset


class Readable(Protocol):
    """A stream that is read to its end, and closed."""

    def read(self, most: int, /) -> bytes:
        """Read up to `most` bytes, none at the end."""

    def __enter__(self) -> Self:
        """Read within a `with` block."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None:
        """Close the stream."""


Keep: TypeAlias = "Callable[[BuildWriter, IO[bytes]], Readable]"
"""The function that makes an output which is kept in a record as it is read."""


class WatchedBuild(Protocol):
    """A build that runs, and is written down as it goes on."""

    @property
    def recording(self) -> BuildWriter:
        """The record that is being written."""

    @property
    def is_asked_to_stop(self) -> bool:
        """Tell whether somebody else asked for the build's end."""

    def running(self) -> Running:
        """Return how far the build is."""

    def stop_reading(self) -> None:
        """Read no more of the output: what comes now is about being ended."""

    def read_rest(self) -> None:
        """Read what is left of the output of a program that has ended."""

    def end(self, exit_code: int | None) -> Build:
        """Judge the build by its exit code, absent where it was stopped, and seal its record."""


class TypedBuild(Protocol):
    """A build as a command line asks for it.

    `is_quiet` says that the line asks for errors alone. `shows` is the tool of the family that
    shows more of a recorded build.
    """

    @property
    def root(self) -> Path:
        """The directory of the project that is built."""

    @property
    def is_quiet(self) -> bool:
        """Tell whether nothing but errors is asked for."""

    def watch(self, output: IO[bytes], began: int, keep: Keep) -> WatchedBuild:
        """Begin the record of the build that has begun at that time, and read its output.

        `began` is in nanoseconds since the epoch. `keep` makes, of the record and the output, the
        output that is read.
        """

    def toolset(self) -> Toolset:
        """Return the tools by which a page names what goes on."""

    @property
    def shows(self) -> str:
        """The name of the tool that shows more of a recorded build."""


ReadLine: TypeAlias = Callable[[list[str], Path], TypedBuild | None]
"""The reader of a program's command line in a directory; nothing where there is no page for it."""
