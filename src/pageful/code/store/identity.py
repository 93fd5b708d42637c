"""Stable identities of repositories, files and chunks, which survive reindexing.

A chunk's UUID (version 8 of RFC 9562, the free form) consists of a key of its file and one of its
text: it changes only when the text does, wherever in the file that moves.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from uuid import UUID

_VERSION = 0xF000
_VARIANT = 0xC000_0000_0000_0000


def repository_uuid(root: Path) -> UUID:
    """Compute the identity of the repository in a directory."""
    return _uuid(_digest(b"repository", str(root)), _digest(b"root", str(root)))


def file_key(repository: UUID, path: str) -> int:
    """Compute a file's key: the first half of its chunks' UUIDs, as a signed 64-bit integer."""
    return _as_signed(_uuid(_digest(repository.bytes, path), 0).int >> 64)


def chunk_uuid(key: int, text: str, copies: int) -> UUID:
    """Compute a chunk's UUID from its file's key, its text and the number of earlier copies."""
    return _uuid(key % (1 << 64), _digest(str(copies).encode(), text))


def file_key_of(chunk: UUID) -> int:
    """Extract the key of the file from a chunk's UUID."""
    return _as_signed(chunk.int >> 64)


def _digest(salt: bytes, text: str) -> int:
    data = salt + b"\0" + text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest())


def _uuid(high: int, low: int) -> UUID:
    return UUID(int=((high & ~_VERSION | 0x8000) << 64) | (low & ~_VARIANT | 1 << 63))


def _as_signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
