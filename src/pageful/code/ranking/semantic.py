"""How near chunks and files come to a text in meaning: the semantic side."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.bm25 import Floats
from pageful.code.ranking.corpus import Corpus
from pageful.code.ranking.corpus_stats import shape_of

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_BLOCK = 4096  # files whose vectors are summed at a time
NEAREST = 20
"""Chunks that meaning alone can bring in."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """For each chunk from 0 to 1 how near it is, and the chunks that are found for that alone.

    The nearest of all has 1, the mean and all below it 0, others lie between by their cosine.
    """

    shares: Floats
    found: Integers


def nearness_of_files(vector: Floats, corpus: Corpus, among: Mask | None) -> Nearness | None:
    """How near the chunks' whole files are to a vector of unit length; `None` without vectors.

    A file's vector is the mean of its chunks', by length: what a file is about tells more than
    what a chunk of it is about. Each of the nearest files brings in its nearest chunk.
    """
    if corpus.vectors is None or not len(corpus.files):
        return None
    shares = _spread(_centroids(corpus, corpus.vectors) @ vector)
    allowed = shares if among is None else shares * _with_any(corpus, among)
    found = [_nearest_chunk(vector, corpus, file, among) for file in _best(allowed).tolist()]
    return Nearness(shares[corpus.files], np.array(found, np.int64))


def nearness_of_chunks(vector: Floats, corpus: Corpus, among: Mask) -> Nearness | None:
    """How near chunks are to a vector of unit length; `None` without vectors."""
    if corpus.vectors is None:
        return None
    shares = _spread(np.where(among, corpus.vectors @ vector, np.float32(0)))
    return Nearness(shares, _best(shares))


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
    start, end = shape_of(corpus).span(file)
    assert corpus.vectors is not None
    cosines = corpus.vectors[start:end] @ vector
    if among is not None:
        cosines = np.where(among[start:end], cosines, np.float32(-2))
    return start + int(np.argmax(cosines))


_last: tuple[weakref.ref[Floats], Floats] | None = None


def _centroids(corpus: Corpus, vectors: Floats) -> Floats:
    """Each file's vector, of unit length; those of the last index are kept while it lives."""
    global _last  # noqa: PLW0603 - one index is searched again and again
    if _last is not None and _last[0]() is vectors:
        return _last[1]
    sums = _sums(vectors, corpus.lengths, shape_of(corpus).first)
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    centroids: Floats = (sums / np.where(norms > 0, norms, 1)).astype(np.float32)
    _last = weakref.ref(vectors), centroids
    return centroids


def _sums(vectors: Floats, lengths: Floats, first: Integers) -> Floats:
    """For each file the sum of its chunks' vectors times their lengths."""
    sums = np.zeros((len(first) - 1, vectors.shape[1]), np.float32)
    files = np.flatnonzero(np.diff(first))
    for block in np.array_split(files, len(files) // _BLOCK + 1):
        if block.size:
            start, end = first[block[0]], first[block[-1] + 1]
            weighed = vectors[start:end] * lengths[start:end, None]
            sums[block] = np.add.reduceat(weighed, first[block] - start, axis=0)
    return sums
