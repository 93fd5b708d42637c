"""Semantic scores: the cosine similarity of chunks and files to a vector."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.centroids import floats
from pageful.code.ranking.corpus import Corpus
from pageful.code.ranking.corpus_stats import stats_of
from pageful.text.bm25 import Floats

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

NEAREST = 20
"""Chunks that meaning alone can bring in."""


@dataclass(frozen=True, slots=True)
class SemanticScores:
    """For each chunk from 0 to 1 how near it is, and the chunks that are found for that alone.

    The nearest of all has 1, the mean and all below it 0, others lie between by their cosine.
    """

    shares: Floats
    found: Integers


def nearness_of_files(vector: Floats, corpus: Corpus, among: Mask | None) -> SemanticScores | None:
    """How near the chunks' whole files are to a vector of unit length; `None` without vectors.

    A file's vector is the mean of its chunks', by length: what a file is about tells more than
    what a chunk of it is about. Each of the nearest files brings in its nearest chunk.
    """
    centroids = corpus.centroids
    if centroids is None or not len(corpus.files):
        return None
    shares = _spread(centroids @ vector)
    allowed = shares if among is None else shares * _with_any(corpus, among)
    found = [_nearest_chunk(vector, corpus, file, among) for file in _best(allowed).tolist()]
    return SemanticScores(shares[corpus.files], np.array(found, np.int64))


def nearness_of_chunks(vector: Floats, corpus: Corpus, among: Mask) -> SemanticScores | None:
    """How near chunks are to a vector of unit length; `None` without vectors."""
    if corpus.vectors is None:
        return None
    shares = _spread(np.where(among, floats(corpus.vectors) @ vector, np.float32(0)))
    return SemanticScores(shares, _best(shares))


def _spread(cosines: Floats) -> Floats:
    mean, most = float(cosines.mean()), float(cosines.max())
    shares: Floats = np.clip((cosines - mean) / max(most - mean, 1e-6), 0, 1).astype(np.float32)
    return shares


def _best(shares: Floats) -> Integers:
    least = np.partition(shares, -NEAREST)[-NEAREST] if len(shares) > NEAREST else 0.0
    near = np.flatnonzero((shares >= least) & (shares > 0))
    return near[np.argsort(-shares[near], kind="stable")][:NEAREST]


def _with_any(corpus: Corpus, among: Mask) -> Mask:
    any_allowed = np.zeros(len(corpus.paths), np.bool_)
    any_allowed[corpus.files[among]] = True
    return any_allowed


def _nearest_chunk(vector: Floats, corpus: Corpus, file: int, among: Mask | None) -> int:
    start, end = stats_of(corpus).span(file)
    assert corpus.vectors is not None
    cosines = floats(corpus.vectors[start:end]) @ vector
    if among is not None:
        cosines = np.where(among[start:end], cosines, np.float32(-2))
    return start + int(np.argmax(cosines))
