"""Small files that are there whole or not at all, and tell when they were damaged since."""

from __future__ import annotations

import os
import tempfile
import zlib
from hashlib import blake2b
from pathlib import Path
from typing import IO, Literal

_MARK = b"laconic build 1\n"
_SEAL = 16


class Damaged(ValueError):
    """A file is not what was written."""


def write_sealed(file: Path, data: bytes) -> None:
    """Write all of it or nothing; who reads at the same time has the former or the latter.

    Raises:
        OSError: it can't be written.
    """
    packed = zlib.compress(data, 1)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as written:
            written.writelines([_MARK, _seal(packed), packed])
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_sealed(file: Path) -> bytes:
    """What was written.

    Raises:
        OSError: there is no such file, or it can't be read.
        Damaged: it is not what was written.
    """
    data = file.read_bytes()
    packed = data[len(_MARK) + _SEAL :]
    if not data.startswith(_MARK + _seal(packed)):
        raise Damaged(f"{file} is not what was written")
    return zlib.decompress(packed)


def _seal(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=_SEAL).digest()


def opened_privately(file: Path, mode: Literal["ab", "wb"]) -> IO[bytes]:
    """A file that nobody else may read, opened without a buffer.

    Raises:
        OSError: it can't be opened.
    """
    file.touch(0o600)
    return file.open(mode, buffering=0)
