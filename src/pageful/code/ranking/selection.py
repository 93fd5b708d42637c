"""Select the best chunks by score, where further chunks of one file count less."""

from __future__ import annotations

import numpy as np

from pageful.code.ranking.layout import Integers
from pageful.text.bm25 import Floats

CEILING = 8.0
"""A score above any sum of those for words, names, path and meaning."""


def diversify_by_file(
    chunks: Integers,
    scores: Floats,
    files: Integers,
    *,
    tiers: Integers,
    repeat: float,
    want: int,
) -> tuple[Integers, Floats]:
    """Select the `want` best chunks with their scores, lowering repeats from the same file.

    The n-th best chunk of a file counts `repeat` to the power n - 1 of its score; each tier
    scores `CEILING` more than that, above all lower ones. `chunks` are positions, ascending, with
    their scores, files and `tiers` (0 for most); ties go to the lower position.
    """
    kept = (tiers > 0) | (scores >= _least(scores, files, want))
    chunks, scores, files, tiers = chunks[kept], scores[kept], files[kept], tiers[kept]
    by_file = np.lexsort((chunks, -scores, -tiers, files))
    ranks = np.empty(len(chunks), np.int64)
    ranks[by_file] = _counts_within(files[by_file])
    stepped: Floats = (scores * np.float32(repeat) ** np.minimum(ranks, 30)).astype(np.float32)
    stepped = np.minimum(stepped, np.nextafter(np.float32(CEILING), np.float32(0)))
    stepped += np.float32(CEILING) * tiers.astype(np.float32)
    order = np.lexsort((chunks, -stepped))[:want]
    return chunks[order], stepped[order]


def _least(scores: Floats, files: Integers, want: int) -> float:
    """Compute a lower bound of the chosen scores: as many files have a chunk that reaches it."""
    starts = _starts(files)
    if len(starts) < want or not len(starts):
        return 0.0
    tops = np.maximum.reduceat(scores, starts)
    return float(np.partition(tops, len(tops) - want)[len(tops) - want])


def _counts_within(ordered: Integers) -> Integers:
    starts = _starts(ordered)
    sizes = np.diff(np.append(starts, len(ordered)))
    counted: Integers = np.arange(len(ordered)) - np.repeat(starts, sizes)
    return counted


def _starts(ordered: Integers) -> Integers:
    changes = np.flatnonzero(np.diff(ordered)) + 1
    return np.concatenate(([0], changes)) if len(ordered) else changes
