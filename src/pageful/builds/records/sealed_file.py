"""Small files that are there whole or not at all, and tell when they were damaged since."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import IO, Literal

from pageful.files import checksummed_file as sealed_file

_MARK = b"pageful build 1\n"


class Damaged(ValueError):
    """A file is not what was written."""


def write_sealed(file: Path, data: bytes) -> None:
    """Write all of it or nothing; who reads at the same time has the former or the latter.

    Raises:
        OSError: it can't be written.
    """
    sealed_file.write(file, _MARK, b"", [zlib.compress(data, 1)])


def read_sealed(file: Path) -> bytes:
    """What was written.

    Raises:
        OSError: there is no such file, or it can't be read.
        Damaged: it is not what was written.
    """
    data = file.read_bytes()
    try:
        return zlib.decompress(sealed_file.opened(data, _MARK)[1])
    except (ValueError, zlib.error):
        raise Damaged(f"{file} is not what was written") from None


def open_private(file: Path, mode: Literal["ab", "wb"]) -> IO[bytes]:
    """A file that nobody else may read, opened without a buffer.

    Raises:
        OSError: it can't be opened.
    """
    file.touch(0o600)
    return file.open(mode, buffering=0)
