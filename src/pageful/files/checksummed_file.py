"""Files that tell whether they are whole: a mark, a checksum over the rest, a head, and a body."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

_SEAL = sha256().digest_size
_LENGTH = 8


def write(file: Path, mark: bytes, head: bytes, body: Sequence[bytes | memoryview]) -> None:
    """Write all of it or nothing; who reads at the same time has the former or the latter.

    Raises:
        OSError: it can't be written.
    """
    parts = [len(head).to_bytes(_LENGTH, "little"), head, *body]
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=f"{file.suffix}.part")
    try:
        with os.fdopen(handle, "wb") as written:
            written.writelines([mark, seal(parts), *parts])
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def opened(data: bytes, mark: bytes) -> tuple[memoryview, memoryview]:
    """The head and the body of a file's bytes.

    Raises:
        ValueError: they are not what was written under this mark.
    """
    sealed = memoryview(data)[len(mark) + _SEAL :]
    if not data.startswith(mark + seal([sealed])):
        raise ValueError
    end = _LENGTH + int.from_bytes(sealed[:_LENGTH], "little")
    return sealed[_LENGTH:end], sealed[end:]


def seal(parts: Iterable[bytes | memoryview]) -> bytes:
    """The checksum of some parts in a row."""
    checksum = sha256()
    for part in parts:
        checksum.update(part)
    return checksum.digest()
