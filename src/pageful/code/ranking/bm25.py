"""BM25, term by term: how rare a term is, and how much its repeats count.

The formula is that of Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and
Beyond (2009), with Lucene's idf, which is never negative. The factor k1 + 1 is left out, so that
a term's share of its idf lies between 0 and 1.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


def idf(documents: int, having: int) -> float:
    """Compute the inverse document frequency of a term that `having` of all documents have."""
    return math.log1p((documents - having + 0.5) / (having + 0.5))


def dampings(lengths: Floats, mean: float, saturation: float, length_effect: float) -> Floats:
    """Compute for each document the count at which a term reaches half its idf.

    `mean` is the mean length of all documents, `saturation` is k1, `length_effect` b.
    """
    slope = np.float32(saturation * length_effect / (mean or 1.0))
    damping: Floats = np.float32(saturation * (1 - length_effect)) + slope * lengths
    return damping


def shares(counts: Floats, damping: Floats) -> Floats:
    """Compute the share of its idf that a term brings to each document, 0 to 1."""
    share: Floats = counts / (counts + damping)
    return share
