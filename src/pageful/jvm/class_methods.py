"""The names of the methods that a compiled class declares.

Format: The Java Virtual Machine Specification, chapter 4, "The class File Format".
"""

from __future__ import annotations

import struct
from pathlib import Path

_MAGIC = 0xCAFEBABE
_UTF8, _LONG, _DOUBLE = 1, 5, 6
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4}
_SIZES |= {15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
"""Bytes of each kind of constant but for texts, behind its tag."""

_LARGEST = 16_000_000


def method_names(file: Path) -> frozenset[str]:
    """Return the names of a class file's methods; empty if it can't be read."""
    try:
        if file.stat().st_size > _LARGEST:
            return frozenset()
        return methods_of(file.read_bytes())
    except OSError:
        return frozenset()


def methods_of(content: bytes) -> frozenset[str]:
    """Return the names of the methods in a class file's content, if it is one."""
    try:
        return frozenset(_ClassFileReader(content).methods())
    except (ValueError, LookupError, struct.error):
        return frozenset()


def _decode(text: bytes) -> str:
    """Decode a class file's text: characters beyond 16 bits are two encoded surrogates."""
    units = text.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass")
    return units.decode("utf-16", "replace")


class _ClassFileReader:
    """A reader of a class file from its beginning to its methods."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def methods(self) -> list[str]:
        """Return the names of the methods.

        Raises:
            ValueError: the file is no class file.
            LookupError: a name is not among its constants, or a constant is of an unknown kind.
            struct.error: the file ends too soon.
        """
        if self._number(4) != _MAGIC:
            raise ValueError
        self._skip(4)
        texts = self._texts()
        self._skip(6)
        self._skip(2 * self._number(2))
        self._members()
        return [_decode(texts[name]) for name in self._members()]

    def _texts(self) -> dict[int, bytes]:
        """Read the constants that are texts, by number."""
        texts: dict[int, bytes] = {}
        number, count = 1, self._number(2)
        while number < count:
            tag = self._number(1)
            if tag == _UTF8:
                texts[number] = self._bytes(self._number(2))
            else:
                self._skip(_SIZES[tag])
            number += 2 if tag in (_LONG, _DOUBLE) else 1
        return texts

    def _members(self) -> list[int]:
        """Read the names of all fields, or of all methods, as numbers of constants."""
        names = []
        for _ in range(self._number(2)):
            self._skip(2)
            names.append(self._number(2))
            self._skip(2)
            for _ in range(self._number(2)):
                self._skip(2)
                self._skip(self._number(4))
        return names

    def _number(self, size: int) -> int:
        data = self._bytes(size)
        if len(data) < size:
            raise struct.error
        return int.from_bytes(data, "big")

    def _bytes(self, size: int) -> bytes:
        data = self._data[self._at : self._at + size]
        self._at += size
        return data

    def _skip(self, size: int) -> None:
        self._at += size
