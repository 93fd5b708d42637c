"""Small class files, as a compiler would write them."""

from __future__ import annotations

import struct
from pathlib import Path

HEAD = struct.pack(">IHH", 0xCAFEBABE, 0, 61)


def class_file(*methods: str) -> bytes:
    """A class with these methods, a field `count`, and the text "works"."""
    constants = [
        _text("count"),  # 1
        struct.pack(">Bd", 6, 1.5),  # 2 and 3
        _text("works"),  # 4
        struct.pack(">BH", 8, 4),  # 5
        *map(_text, methods),  # from 6 on
    ]
    pool = struct.pack(">H", 6 + len(methods)) + b"".join(constants)
    interfaces = struct.pack(">HHH", 1, 2, 2) + struct.pack(">HHH", 2, 1, 1)
    fields = struct.pack(">H", 1) + _member(1, b"xyz")
    members = [_member(6 + number, b"code", b"") for number in range(len(methods))]
    return HEAD + pool + interfaces + fields + struct.pack(">H", len(members)) + b"".join(members)


def write_class(module: Path, name: str, *methods: str) -> None:
    """Write the class of that name as a compiled test of a module."""
    file = module / "target" / "test-classes" / f"{name.replace('.', '/')}.class"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(class_file(*methods))


def _text(value: str) -> bytes:
    units = value.encode("utf-16-be")
    pairs = zip(units[::2], units[1::2], strict=True)  # the JVM's own UTF-8 has surrogates in it
    data = "".join(chr(high << 8 | low) for high, low in pairs).encode("utf-8", "surrogatepass")
    return struct.pack(">BH", 1, len(data)) + data


def _member(name: int, *attributes: bytes) -> bytes:
    packed = b"".join(struct.pack(">HI", 1, len(each)) + each for each in attributes)
    return struct.pack(">HHHH", 1, name, 1, len(attributes)) + packed
