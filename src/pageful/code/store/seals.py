"""Check sums on the binary values of the index, so that damage is detected when they are read."""

from __future__ import annotations

import zlib
from binascii import crc_hqx

from pageful.code.store.damage import DamagedIndexError

_LONG, _SHORT = 4, 2
_START = 0xFFFF
"""Initial value of the sums: with 0, the sum of zeros would be zero, and not detect them."""


def seal(data: bytes) -> bytes:
    """Append the CRC-32 of the bytes."""
    return data + zlib.crc32(data, _START).to_bytes(_LONG)


def unseal(data: bytes) -> bytes:
    """Verify and remove the check sum that `seal` appended.

    Raises:
        DamagedIndexError: the sum is wrong.
    """
    content = data[:-_LONG]
    if zlib.crc32(content, _START).to_bytes(_LONG) != data[-_LONG:]:
        raise DamagedIndexError("a segment is not as it was written")
    return content


def seal_short(data: bytes) -> bytes:
    """Append the CRC-CCITT of the bytes, two bytes long: for short values."""
    return data + crc_hqx(data, _START).to_bytes(_SHORT)


def unseal_short(data: bytes) -> bytes:
    """Verify and remove the check sum that `seal_short` appended.

    Raises:
        DamagedIndexError: the sum is wrong.
    """
    content = data[:-_SHORT]
    if crc_hqx(content, _START).to_bytes(_SHORT) != data[-_SHORT:]:
        raise DamagedIndexError("a posting list is not as it was written")
    return content
