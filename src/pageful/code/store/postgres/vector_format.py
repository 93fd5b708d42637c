"""Vectors in the binary formats of PostgreSQL and pgvector."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.layout import Integers
from pageful.code.store.damage import DamagedIndexError

_COPY_BEGIN = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_END = b"\xff\xff"


def decode_vectors(data: bytes, count: int, kind: np.dtype[np.generic]) -> npt.NDArray[np.generic]:
    """Decode as many vectors, each as pgvector sends it: dimensions, two bytes, the values."""
    width = kind.itemsize
    if not count or len(data) % count or len(data) // count < 4 + width:
        raise DamagedIndexError("chunks or files have not the vectors that they should have")
    rows = np.frombuffer(data, np.uint8).reshape(count, -1)[:, 4:]
    return np.ascontiguousarray(rows).view(kind).reshape(count, rows.shape[1] // width)


def encode_copy(
    project: int,
    vectors: npt.NDArray[np.generic],
    files: Integers,
    numbers: npt.NDArray[np.generic] | None = None,
) -> bytes:
    """Compose a binary COPY of vectors: each with its project, its file, and maybe a number.

    `vectors` and `numbers` are of big-endian types.
    """
    count, width = vectors.shape
    fields: list[tuple[str, str] | tuple[str, np.dtype[np.generic], tuple[int]]] = [
        *(("fields", ">i2"), ("project_size", ">i4"), ("project", ">i4")),
        *(("file_size", ">i4"), ("file", ">i8")),
        *((("number_size", ">i4"), ("number", ">i4")) if numbers is not None else ()),
        *(("vector_size", ">i4"), ("dimensions", ">u2"), ("unused", ">u2")),
        ("vector", vectors.dtype, (width,)),
    ]
    rows = np.zeros(count, np.dtype(fields))
    rows["fields"] = 3 if numbers is None else 4
    rows["project_size"], rows["project"] = 4, project
    rows["file_size"], rows["file"] = 8, files
    if numbers is not None:
        rows["number_size"], rows["number"] = 4, numbers
    rows["vector_size"] = 4 + width * vectors.dtype.itemsize
    rows["dimensions"], rows["vector"] = width, vectors
    return _COPY_BEGIN + rows.tobytes() + _COPY_END
