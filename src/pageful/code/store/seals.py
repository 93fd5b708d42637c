"""Check sums on what the index keeps as bytes: damage is noticed, and never answered from."""

from __future__ import annotations

import zlib
from binascii import crc_hqx

from pageful.code.store.database import Damaged

_LONG, _SHORT = 4, 2
_START = 0xFFFF
"""Where sums start: from 0, zeros would be their own."""


def sealed(data: bytes) -> bytes:
    """Bytes with their CRC-32 after them."""
    return data + zlib.crc32(data, _START).to_bytes(_LONG)


def unsealed(data: bytes) -> bytes:
    """The bytes that were sealed.

    Raises:
        Damaged: they are not those.
    """
    content = data[:-_LONG]
    if zlib.crc32(content, _START).to_bytes(_LONG) != data[-_LONG:]:
        raise Damaged("a segment is not as it was written")
    return content


def briefly_sealed(data: bytes) -> bytes:
    """Few bytes with their CRC-CCITT of two bytes after them."""
    return data + crc_hqx(data, _START).to_bytes(_SHORT)


def briefly_unsealed(data: bytes) -> bytes:
    """The few bytes that were sealed.

    Raises:
        Damaged: they are not those.
    """
    content = data[:-_SHORT]
    if crc_hqx(content, _START).to_bytes(_SHORT) != data[-_SHORT:]:
        raise Damaged("a posting list is not as it was written")
    return content
