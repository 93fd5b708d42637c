"""The catalog of an index in SQLite, with the parts that a later one can take over."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.array_vectors import ArrayVectors
from pageful.code.ranking.corpus import Postings
from pageful.code.ranking.layout import Positions
from pageful.code.store.catalog import Catalog
from pageful.code.store.content import Content
from pageful.code.store.segment_arrays import Segment
from pageful.code.store.sqlite.database import State
from pageful.lazy.dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class StoredCatalog(Catalog):
    """A catalog as it was in one state of the index.

    `embedder` is the name that its vectors go by; `embedded` (bool by file) says whether a file's
    chunks have vectors. `positions` maps each segment to the position of each of its chunks
    (int32), -1 for a dropped one.

    `postings` by term and `contents` by file number cache what was read last. Threads share both,
    which plain dictionaries allow: at worst something is read twice.
    """

    state: State
    vectors: ArrayVectors | None
    embedder: object
    embedded: npt.NDArray[np.bool_]
    segments: Mapping[int, Segment]
    positions: Mapping[int, Positions]
    contents: dict[int, Content]
    postings: dict[str, Postings] = field(default_factory=dict)
