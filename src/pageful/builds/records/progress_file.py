"""The progress of a running build, written again and again into the same small file.

A write takes no new room on the disk, and is cheap enough for every step of progress.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import IO

import msgspec

from pageful.builds.results import Counts, Running
from pageful.text.printable import make_printable

_SIZE = 2048
_CHECKSUM = 8
_LONGEST = 400
_TRIES = 3


class Progress(msgspec.Struct, frozen=True):
    """The part of `Running` that the record itself does not know."""

    waiting: bool = False
    message: str = ""
    done: int | None = None
    total: int | None = None
    tests: Counts | None = None


def write_progress(file: IO[bytes], running: Running) -> None:
    """Overwrite the file, unbuffered.

    Raises:
        OSError: the file can't be written.
    """
    message = make_printable(running.message)[:_LONGEST]
    told = Progress(running.waiting, message, running.done, running.total, running.tests)
    data = msgspec.json.encode(told).ljust(_SIZE - _CHECKSUM)
    file.seek(0)
    file.write(f"{zlib.crc32(data):0{_CHECKSUM}x}".encode() + data)


def read_progress(file: Path) -> Progress:
    """Read the progress last written; empty if it can't be read."""
    for _ in range(_TRIES):  # it may just be written over
        try:
            block = file.read_bytes()
            if int(block[:_CHECKSUM], 16) == zlib.crc32(block[_CHECKSUM:]):
                return msgspec.json.decode(block[_CHECKSUM:], type=Progress)
        except (OSError, ValueError, msgspec.MsgspecError):
            continue
    return Progress()
