"""A build's output, read while it runs: all of it to disk, the lines that matter into memory."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator

from pageful.builds.records.build_record import LONGEST_LINE
from pageful.builds.results import Activity, Counts
from pageful.builds.typed_build import Readable
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.bounded_log import BoundedLog
from pageful.maven.logs.log import LogLine
from pageful.maven.running.progress import ProgressParser
from pageful.text.units import size

_BLOCK = 65_536
"""Bytes read at once: as many as a pipe holds on Linux."""

_MOST_STEPS = 1000
"""Steps kept for a caller that is slow to take them; older ones are of no use to it."""

_KEPT = 2000
"""Bytes that are kept of a line longer than any message; all of it is in the log."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a build as a message, and how many test classes and tests were done by then."""

    message: str
    classes_done: int
    tests: Counts


class LogReader:
    """The reader of a build's output, in a separate thread: no slow caller holds up the build.

    `write` gets the bytes as they come, before anything is made of them. `ended` says that there
    is no more to read.
    """

    def __init__(self, stream: Readable, write: Callable[[bytes], object]) -> None:
        self._stream = stream
        self._write = write
        self._progress_parser = ProgressParser()
        self._log = BoundedLog()
        self._rest = bytearray()
        self._left_out = 0
        self._steps: deque[Step] = deque(maxlen=_MOST_STEPS)
        self._news = threading.Event()
        self._taking = threading.RLock()
        self._closed = False
        self.ended = False
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._read, name="maven-log", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError), self._stream:
            while block := self._stream.read(_BLOCK):
                self._take(block, self._write)
        self._end_line()
        self.ended = True
        self._news.set()

    def _take(self, block: bytes, write: Callable[[bytes], object]) -> None:
        """Take the next bytes; after `close` or a fault they are read and thrown away."""
        with self._taking:
            if self._closed:
                return
            try:
                write(block)
                for line in self._lines(block):
                    self._parse_line(LogLine.parse(line))
            except Exception as error:
                self._fault, self._closed = error, True
                self._news.set()

    def _end_line(self) -> None:
        """Take a line that has begun as a whole one."""
        with self._taking:
            self._take(b"\n" if self._rest else b"", len)

    def _lines(self, block: bytes) -> Iterator[str]:
        """Split off the lines that a block ends; of a huge one the beginning, and its size."""
        before = len(self._rest)
        self._rest += block
        end = self._rest.rfind(b"\n", before) + 1
        ended = self._rest[: end - 1].split(b"\n") if end else []
        del self._rest[:end]
        for line in ended:
            size_of_line, self._left_out = len(line) + self._left_out, 0
            if size_of_line > LONGEST_LINE:
                head = line[:_KEPT].decode("utf-8", "ignore")
                yield f"{head}… {size(size_of_line - _KEPT)} more"
            else:
                yield line.decode("utf-8", "replace")
        if len(self._rest) > LONGEST_LINE:
            self._left_out += len(self._rest) - LONGEST_LINE
            del self._rest[LONGEST_LINE:]

    def _parse_line(self, line: LogLine) -> None:
        self._log.append(line)
        if message := self._progress_parser.parse(line):
            progress = self._progress_parser
            tests = Counts(progress.tests_done, progress.tests_failed, progress.tests_skipped)
            self._steps.append(Step(message, progress.classes_done, tests))
            self._news.set()

    def steps(self, seconds: float) -> Iterator[Step]:
        """Take the steps since the last call, after waiting for one at most `seconds`.

        Raises:
            Exception: the fault that kept the log from being read.
        """
        if not self.ended:
            self._news.wait(seconds)
            self._news.clear()
        with contextlib.suppress(IndexError):
            while True:
                yield self._steps.popleft()
        if self._fault:
            raise self._fault

    @property
    def daemon(self) -> str:
        """The id of the Maven Daemon that carries the build out, empty for plain Maven."""
        with self._taking:
            return self._progress_parser.daemon

    @property
    def test_package(self) -> str:
        """The package of the test class that runs, empty if none does."""
        with self._taking:
            return self._progress_parser.test_package

    def activity(self, frames: tuple[str, ...] = ()) -> Activity | None:
        """Return the current activity, if the log tells it yet."""
        with self._taking:
            return self._progress_parser.activity(frames)

    def close(self, seconds: float) -> tuple[LogLine, ...]:
        """Stop reading, and return the log to its end, or as far as it comes in `seconds`.

        A child of the program may still hold its output when the program has ended.
        """
        self._thread.join(seconds)
        with self._taking:
            self._end_line()
            self._closed = True
            return self._log.lines
