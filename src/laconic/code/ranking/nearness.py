"""How near chunks come to a text in meaning, by their rank among all: the semantic side."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from laconic.code.ranking.bm25 import Floats

NEAREST = 100
"""Chunks that meaning alone can bring in."""
_HALF = 10


def nearness(vector: Floats, vectors: Floats, among: npt.NDArray[np.bool_] | None = None) -> Floats:
    """For each chunk from 0 to 1 how near it is: the nearest 1, the eleventh one half.

    `vector` (d) and `vectors` (n, d) are of unit length. The `NEAREST` with a positive cosine
    have a share by their rank, as in reciprocal-rank fusion (Cormack, Clarke and Büttcher 2009);
    all others 0.
    """
    cosines = vectors @ vector
    if among is not None:
        cosines = np.where(among, cosines, np.float32(-1))
    near = _nearest(cosines)
    shares = np.zeros(len(cosines), np.float32)
    shares[near] = _HALF / (_HALF + np.arange(len(near), dtype=np.float32))
    return shares


def _nearest(cosines: Floats) -> npt.NDArray[np.int64]:
    positive = np.flatnonzero(cosines > 0)
    if len(positive) > NEAREST:
        least = np.partition(cosines[positive], len(positive) - NEAREST)[-NEAREST]
        positive = positive[cosines[positive] >= least]
    return positive[np.lexsort((positive, -cosines[positive]))][:NEAREST]
