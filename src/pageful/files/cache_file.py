"""Files of what can be computed anew: a mark, a checksum, the sizes of the parts, and the parts.

The checksum is CRC-32: it shows damage in half the time of SHA-256, and each start reads it all.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from zlib import crc32

_COUNT = 8
_CHECKSUM = 4
_SIZE = 8
_MOST_PARTS = 64
"""More parts than any cache has: what says that it has more is no such file."""

Part = Sequence[bytes | memoryview]
"""A part of a file, in pieces."""


def write(file: Path, mark: bytes, parts: Sequence[Part]) -> None:
    """Write a file whole or not at all: a reader finds the former content or the new one.

    Raises:
        OSError: it can't be written.
    """
    import tempfile  # loads every compression, and few calls write

    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=f"{file.suffix}.part")
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(head_of(mark, parts))
            for part in parts:
                written.writelines(part)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def head_of(mark: bytes, parts: Sequence[Part]) -> bytes:
    """Return the bytes before the parts of a file."""
    sizes = array("Q", (sum(map(len, part)) for part in parts)).tobytes()
    table = len(parts).to_bytes(_COUNT, "little") + sizes
    return mark + _checksum(table, *parts) + table


def read(file: Path, mark: bytes) -> list[bytes]:
    """Read the parts of a file.

    Raises:
        OSError: it can't be read.
        ValueError: its bytes are not those of a whole file with this mark.
    """
    # Without a buffer each part is read into its own place.
    with file.open("rb", buffering=0) as content:
        left = os.fstat(content.fileno()).st_size
        head = content.read(len(mark) + _CHECKSUM + _COUNT)
        count = int.from_bytes(head[-_COUNT:], "little")
        if not head.startswith(mark) or count > _MOST_PARTS:
            raise ValueError
        table = content.read(count * _SIZE)
        if len(table) != count * _SIZE:
            raise ValueError
        sizes = array("Q", table)
        if len(head) + len(table) + sum(sizes) != left:
            raise ValueError
        parts = [content.read(size) for size in sizes]
    if head_of(mark, [[part] for part in parts]) != head + table:
        raise ValueError
    return parts


def read_first(file: Path, mark: bytes) -> bytes:
    """Read the first part of a file, unchecked.

    Raises:
        OSError: it can't be read.
        ValueError: it is no file with this mark.
    """
    with file.open("rb") as content:
        head = content.read(len(mark) + _CHECKSUM + _COUNT)
        count = int.from_bytes(head[-_COUNT:], "little")
        if not head.startswith(mark) or not 0 < count <= _MOST_PARTS:
            raise ValueError
        sizes = array("Q", content.read(count * _SIZE))
        left = file.stat().st_size - content.tell()
        if len(sizes) != count or sizes[0] > left:
            raise ValueError
        return content.read(sizes[0])


def _checksum(table: bytes, *parts: Iterable[bytes | memoryview]) -> bytes:
    checksum = crc32(table)
    for part in parts:
        for piece in part:
            checksum = crc32(piece, checksum)
    return checksum.to_bytes(_CHECKSUM, "little")
