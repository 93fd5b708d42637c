"""Semantic scores: the cosine similarity of chunks and files to a vector."""

from __future__ import annotations

import numpy as np

from pageful.code.ranking.array_vectors import Mask
from pageful.code.ranking.corpus import Corpus
from pageful.code.ranking.layout import Integers
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

NEAREST = 20
"""The number of chunks that can be matches by their vectors alone."""


@dataclass(frozen=True, slots=True)
class SemanticScores:
    """The nearness of each chunk to a vector, and the chunks that are matches by that alone.

    `shares` (float32 by chunk) are from 0 to 1: the nearest of all has 1, the mean and all below it
    0, others lie between by their cosine. `found` are positions, the nearest first.
    """

    shares: Floats
    found: Integers


def nearness_of_files(vector: Floats, corpus: Corpus, among: Mask | None) -> SemanticScores | None:
    """Score the chunks by the cosine of their files to a unit vector; `None` without vectors.

    A file's vector is the mean of its chunks', by length: what a file is about tells more than
    what a chunk of it is about. Each of the nearest files brings in its nearest chunk.
    """
    vectors, files = corpus.vectors, corpus.layout.files
    if vectors is None or not len(files):
        return None
    shares = _spread(vectors.file_cosines(vector))
    allowed = np.ones(len(shares), np.bool_)
    if among is not None:
        allowed[:] = False
        allowed[files[among]] = True
    found = vectors.nearest_chunks(vector, _best(shares * allowed), among)
    return SemanticScores(shares[files], found)


def nearness_of_chunks(vector: Floats, corpus: Corpus, among: Mask) -> SemanticScores | None:
    """Score the chunks by their own cosine to a unit vector; `None` without vectors."""
    if corpus.vectors is None:
        return None
    shares = _spread(np.where(among, corpus.vectors.chunk_cosines(vector), np.float32(0)))
    return SemanticScores(shares, _best(shares))


def _spread(cosines: Floats) -> Floats:
    mean, most = float(cosines.mean()), float(cosines.max())
    shares: Floats = np.clip((cosines - mean) / max(most - mean, 1e-6), 0, 1).astype(np.float32)
    return shares


def _best(shares: Floats) -> Integers:
    least = np.partition(shares, -NEAREST)[-NEAREST] if len(shares) > NEAREST else 0.0
    near = np.flatnonzero((shares >= least) & (shares > 0))
    return near[np.argsort(-shares[near], kind="stable")][:NEAREST]
