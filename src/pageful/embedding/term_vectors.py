"""Tables of term vectors, as files hold them."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError


class TableError(ToolError):
    """A table of vectors that is missing, broken, or none at all."""


@dataclass(frozen=True)
class TermVectors:
    """A vector for each known term, its row times its scale; its length is the term's weight.

    `names` are the terms, one a line; `rows` is int8, one row a term; `digest` tells one file of
    weights from another. The first `trained` terms were in the texts that the table was made of.
    """

    digest: str
    names: str
    rows: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]
    trained: int

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The row of each term."""
        return {name: number for number, name in enumerate(self.names.split("\n"))}

    def number_of(self, term: str) -> int:
        """Return the row of a term, -1 without one; for few terms, without a table of all."""
        if "\n" in term:
            return -1
        at = self._lines.find(f"\n{term}\n")
        return self._lines.count("\n", 0, at) if at >= 0 else -1

    @cached_property
    def _lines(self) -> str:
        return f"\n{self.names}\n"


_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, OSError, ValueError, KeyError, TypeError, EOFError,
    RuntimeError,  # zip files of a later version, and encrypted ones
)  # fmt: skip
"""The errors by which numpy and the standard library say that a file is not such an archive."""


def digest_of(content: bytes) -> str:
    """Return the digest that names a table."""
    return blake2b(content, digest_size=6).hexdigest()


def read_table(path: Path) -> bytes:
    """Read the content of a table's file.

    Raises:
        TableError: there is no such file, or it can't be read.
    """
    try:
        return path.read_bytes()
    except OSError as failure:
        raise _fault(f"can't be read: {failure.strerror or failure}") from failure


def term_vectors(content: bytes) -> TermVectors:
    """Read the term vectors in the content of a table's file.

    That is an `.npz` of `terms` (UTF-8, one a line), `vectors` (int8, one row a term) and
    `scales` (float16), by which the rows are multiplied; where not all terms were trained,
    `trained` says how many, the first ones.

    Raises:
        TableError: the content is no such table, or a part of one.
    """
    try:
        with np.load(io.BytesIO(content)) as arrays:
            names = arrays["terms"].tobytes().decode()
            rows, scales = arrays["vectors"], arrays["scales"].astype(np.float32)
            trained = int(arrays["trained"]) if "trained" in arrays else len(rows)
    except _UNREADABLE as failure:
        raise _fault("is broken") from failure
    size = names.count("\n") + 1
    if rows.dtype != np.int8 or rows.ndim != 2 or not rows.shape[1] or rows.shape[0] != size:
        raise _fault("is no table of vectors, a row of small numbers for each term")
    if scales.shape != (size,) or not np.isfinite(scales).all() or not 0 <= trained <= size:
        raise _fault("does not say how long its vectors are")
    return TermVectors(digest_of(content), names, rows, scales, trained)


def _fault(what: str) -> TableError:
    return TableError(
        f"The table of vectors that comes with pageful {what}.",
        "Install pageful again, or search by words alone.",
    )
