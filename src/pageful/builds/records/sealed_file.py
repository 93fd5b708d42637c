"""Small files with checksums, written whole or not at all."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import IO, Literal

from pageful.files import checksummed_file as sealed_file

_MARK = b"pageful build 1\n"


class DamagedFile(ValueError):
    """A file that does not have the content that was written."""


def write_sealed(file: Path, data: bytes) -> None:
    """Write a file atomically: a reader has the old content or the new.

    Raises:
        OSError: the file can't be written.
    """
    sealed_file.write(file, _MARK, b"", [zlib.compress(data, 1)])


def read_sealed(file: Path) -> bytes:
    """Read the content that was written.

    Raises:
        OSError: there is no such file, or it can't be read.
        DamagedFile: the content is not what was written.
    """
    data = file.read_bytes()
    try:
        return zlib.decompress(sealed_file.unpack(data, _MARK)[1])
    except (ValueError, zlib.error):
        raise DamagedFile(f"{file} is not what was written") from None


def open_private(file: Path, mode: Literal["ab", "wb"]) -> IO[bytes]:
    """Open a file that nobody else may read, without a buffer.

    Raises:
        OSError: the file can't be opened.
    """
    file.touch(0o600)
    return file.open(mode, buffering=0)
