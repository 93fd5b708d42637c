"""Checksummed files, which show damage: a mark, a checksum over the rest, a head, and a body."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

_SEAL = sha256().digest_size
_LENGTH = 8


def write(file: Path, mark: bytes, head: bytes, body: Sequence[bytes | memoryview]) -> None:
    """Write a file whole or not at all: a reader finds the former content or the new one.

    Raises:
        OSError: it can't be written.
    """
    import tempfile  # loads every compression, and few calls write

    parts = [len(head).to_bytes(_LENGTH, "little"), head, *body]
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=f"{file.suffix}.part")
    try:
        with os.fdopen(handle, "wb") as written:
            written.writelines([mark, seal(parts), *parts])
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def unpack(data: bytes, mark: bytes) -> tuple[memoryview, memoryview]:
    """Check a file's bytes, and return its head and its body.

    Raises:
        ValueError: the bytes are not those of a whole file with this mark.
    """
    sealed = memoryview(data)[len(mark) + _SEAL :]
    if not data.startswith(mark + seal([sealed])):
        raise ValueError
    end = _LENGTH + int.from_bytes(sealed[:_LENGTH], "little")
    return sealed[_LENGTH:end], sealed[end:]


def seal(parts: Iterable[bytes | memoryview]) -> bytes:
    """Compute the checksum, SHA-256, of some parts in a row."""
    checksum = sha256()
    for part in parts:
        checksum.update(part)
    return checksum.digest()
