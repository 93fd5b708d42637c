"""The output as it came: kept while there may be a page, printed where there is none."""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, TYPE_CHECKING

from pageful.text.printable import strip_ansi
from pageful.typed_command.viewer import Viewer

if TYPE_CHECKING:
    from pageful.builds.records.build_writer import BuildWriter

_BLOCK = 1 << 16

_STDOUT = 1


class Printer:
    """The standard output, in bytes; of what is printed, only what `viewer` would show.

    Nobody may be reading any more, or the disk be full: the program's exit code is right
    all the same.
    """

    def __init__(self, viewer: Viewer | None = None) -> None:
        self._left = viewer.lines if viewer and viewer.is_head else None
        self._last: deque[bytes] | None = None
        if viewer and not viewer.is_head:
            self._last = deque(maxlen=viewer.lines)
        self._rest = b""
        self._broken = False

    def print(self, data: bytes) -> None:
        """Print bytes now, or keep them until it is known which lines are the last."""
        if self._left is not None:
            self._print_first(data, self._left)
        elif self._last is None:
            self._write(data)
        else:
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._last.extend(line + b"\n" for line in lines)

    def _print_first(self, data: bytes, most: int) -> None:
        parts = data.split(b"\n", most)
        first = parts[:most]
        self._left = most - (len(parts) - 1)
        self._write(b"\n".join(first) + (b"\n" if len(parts) > most > 0 else b""))

    def finish(self) -> None:
        """Print what was kept."""
        if self._last is not None:
            kept = [*self._last, self._rest] if self._rest else [*self._last]
            self._write(b"".join(kept[-(self._last.maxlen or 0) :] if self._last.maxlen else []))
            self._last.clear()
            self._rest = b""

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left and not self._broken:
            try:
                left = left[os.write(_STDOUT, left) :]
            except OSError:
                self._broken = True


class KeptOutput:
    """A program's output that is kept as it is read, whatever its reader makes of it."""

    def __init__(self, output: IO[bytes], keep: Callable[[bytes], object]) -> None:
        self._output = output
        self._keep = keep

    def __enter__(self) -> KeptOutput:
        return self

    def __exit__(self, *_: object) -> None:
        self._output.close()

    def read(self, most: int) -> bytes:
        """Read up to `most` bytes, none at the end."""
        data = self._output.read(most)
        if data:
            self._keep(data)
        return data


class RawLog:
    """The output of one run, as its record keeps it.

    Where the record can't keep it, all of it is printed, also what is still to come: then there
    will be no page. `is_printed` says so; `taken` are all bytes that came.
    """

    def __init__(self, printer: Printer) -> None:
        self.is_printed = False
        self._printer = printer
        self._file: IO[bytes] | None = None
        self._size = 0
        self.taken = 0
        # One thread reads the output, another may find that there is no page.
        self._busy = threading.RLock()

    def keep(self, recording: BuildWriter, output: IO[bytes]) -> KeptOutput:
        """Return the output so that whatever is read of it is in the record too."""
        return KeptOutput(output, partial(self._take, recording))

    def _take(self, recording: BuildWriter, data: bytes) -> None:
        with self._busy:
            self.taken += len(data)
            if not self.is_printed:
                self._keep(recording, data)
            if self.is_printed:
                self._printer.print(data)

    def _keep(self, recording: BuildWriter, data: bytes) -> None:
        if self._file is None and recording.log_file:
            with contextlib.suppress(OSError):
                self._file = recording.log_file.open("rb")
        if self._file is not None:
            recording.write(data)
        if self._file is None or recording.problem:
            # The last bytes may be there in part: they are printed by who brought them.
            self.print_all()
        else:
            self._size += len(data)

    def print_all(self) -> None:
        """Print all that was kept, and from now on whatever comes."""
        with self._busy:
            if self.is_printed:
                return
            self.is_printed = True
            for block in self._blocks():
                self._printer.print(block)

    def _blocks(self) -> Iterator[bytes]:
        if self._file is None:
            return
        self._file.seek(0)
        left = self._size
        while left and (block := self._file.read(min(left, _BLOCK))):
            yield block
            left -= len(block)

    def content(self, most: int) -> bytes | None:
        """Return what is kept of the output, absent where it has more bytes than `most`."""
        return None if self._size > most else b"".join(self._blocks())

    def text(self, most: int) -> str | None:
        """Return the same as text without colours."""
        output = self.content(most)
        return None if output is None else strip_ansi(output.decode("utf-8", "replace"))
