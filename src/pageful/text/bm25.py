"""BM25, term by term: how rare a term is, and how much its repeats count.

The formula is that of Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and
Beyond (2009), with Lucene's idf, which is never negative. The factor k1 + 1 is left out, so that
a term's share of its idf lies between 0 and 1.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
_Float = TypeVar("_Float", np.float32, np.float64)


def idf(documents: int, having: int) -> float:
    """Return how much a term tells that `having` of all documents have."""
    return math.log1p(odds(documents, having))


def odds(documents: int, having: int) -> float:
    """Return the odds, always above 0, that a document does not have a term."""
    return (documents - having + 0.5) / (having + 0.5)


def dampings(lengths: Floats, mean: float, saturation: float, length_effect: float) -> Floats:
    """Return for each document the count at which a term reaches half its idf.

    `mean` is the mean length of all documents, `saturation` is k1, `length_effect` b.
    """
    slope = np.float32(saturation * length_effect / (mean or 1.0))
    damping: Floats = np.float32(saturation * (1 - length_effect)) + slope * lengths
    return damping


def shares(
    counts: npt.NDArray[_Float], damping: npt.NDArray[_Float] | float
) -> npt.NDArray[_Float]:
    """Return the share of its idf that a term brings to each document, from 0 to 1."""
    share: npt.NDArray[_Float] = counts / (counts + damping)
    return share
