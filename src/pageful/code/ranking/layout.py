"""The layout of a corpus: the chunks of each file, and how many terms they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

# > ../shop/cart.py
_UP = re.compile(r"\A(?:\.{1,2}/)+")

Integers: TypeAlias = npt.NDArray[np.int64]
Positions: TypeAlias = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Layout:
    """All chunks and files of a corpus, in the order of repository, path and line.

    A chunk is known by its position in that order, from 0; position breaks ties.

    By chunk: `lengths` (float32, terms as `terms.ChunkTerms.length` counts them) and `files`
    (int32, indices into `paths`, never falling). By file: `paths`, relative to its repository with
    forward slashes, and `starts` (int64, the position of its first chunk), which has one more entry
    at the end, the number of all chunks.
    """

    lengths: Floats
    files: Positions
    paths: Sequence[str]
    starts: Integers

    @cached_property
    def file_lengths(self) -> Floats:
        """Terms of each file, float32 by file."""
        return np.bincount(self.files, self.lengths, len(self.paths)).astype(np.float32)

    @cached_property
    def mean_chunk(self) -> float:
        """Mean terms of a chunk."""
        return self._total / max(1, len(self.lengths))

    @cached_property
    def mean_file(self) -> float:
        """Mean terms of a file."""
        return self._total / max(1, len(self.paths))

    @cached_property
    def _total(self) -> float:
        return float(self.lengths.sum(dtype=np.float64))

    def files_at(self, path: str) -> list[int]:
        """List the files whose path ends with a path, `./` and `../` before it aside."""
        end = "/" + _UP.sub("", path, count=1).strip("/")
        return [number for number, known in enumerate(self.paths) if ("/" + known).endswith(end)]

    def locate(self, chunk: int) -> tuple[int, int]:
        """Find the file of a chunk, and the chunk's number within it."""
        file = int(self.files[chunk])
        return file, chunk - int(self.starts[file])
