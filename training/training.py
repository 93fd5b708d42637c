"""Trains term vectors so that what is said about code comes near to the code.

A text's vector is the sum of `log(1 + times)` times the vector of each of its terms, scaled to
unit length. Of a batch's texts, drawn from a few packages at a time so that they are hard to tell
apart, each sentence shall be nearer to its own code than to any other, and the reverse: the loss is
InfoNCE (van den Oord, Li and Vinyals 2018) in both directions, the optimiser Adam (Kingma and Ba
2015) on the rows that a batch touches.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from bags import Bags, Floats, bags, damped, shared, some_rows, without
from scipy import sparse  # type: ignore[import-untyped]

DIMENSIONS = 128
TERMS = 30_000
STEPS = 3_000
BATCH = 1_024
FROM_ONE_PACKAGE = 256
TEMPERATURE = 0.05
RATE = 0.02
WARM_UP = 100
LEAST_SENTENCE, LEAST_CODE = 3, 10
SHARED_DROPPED, ANY_DROPPED = 0.25, 0.1
REST_IN_SENTENCE, REST_IN_CODE, WITH_NEIGHBOUR = 0.15, 0.3, 0.5
HELD_OUT = 25
"""One package of so many is kept for validation."""
POOL, ASKED = 10_000, 2_000

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs, row by row: what is said, the rest of it, the code, and the package."""

    sentence: Bags
    rest: Bags
    code: Bags
    packages: Numbers
    languages: Numbers

    def usable(self) -> npt.NDArray[np.bool_]:
        """Which pairs have enough terms on both sides."""
        said, written = np.diff(self.sentence.indptr), np.diff(self.code.indptr)
        enough: npt.NDArray[np.bool_] = (said >= LEAST_SENTENCE) & (written >= LEAST_CODE)
        return enough

    def held_out(self) -> npt.NDArray[np.bool_]:
        """Which pairs are of packages kept for validation."""
        scattered = self.packages * 2_654_435_761 % (1 << 32)
        held: npt.NDArray[np.bool_] = scattered % HELD_OUT == 0
        return held


class Batches:
    """Draws batches: a few packages each, languages by the square root of their share."""

    def __init__(self, pairs: Pairs, rows: Numbers, rng: np.random.Generator) -> None:
        self._pairs, self._rng = pairs, rng
        ordered = rows[np.argsort(pairs.packages[rows], kind="stable")]
        cuts = np.flatnonzero(np.diff(pairs.packages[ordered])) + 1
        self._groups = [group for group in np.split(ordered, cuts) if len(group) >= 32]
        sizes = np.array([len(group) for group in self._groups], np.float64)
        main = [np.bincount(pairs.languages[group]).argmax() for group in self._groups]
        shares = sizes / np.sqrt(np.bincount(main, weights=sizes)[main])
        self._chances = shares / shares.sum()

    def draw(self) -> tuple[Bags, Bags]:
        """Sentences and code of a batch, row by row, damped, with terms left out at random."""
        rows = self._rows()
        said, code = self._pairs.sentence[rows], self._pairs.code[rows]
        code = without(code, shared(code, said) & self._happens(code.nnz, SHARED_DROPPED))
        rest, chance = damped(self._pairs.rest[rows]), self._rng.random(len(rows))
        said = damped(said) + some_rows(rest, chance < REST_IN_SENTENCE)
        code = code + some_rows(self._pairs.rest[rows], chance > 1 - REST_IN_CODE)
        code = sparse.csr_matrix(code + self._neighbours(rows))
        return sparse.csr_matrix(said), damped(without(code, self._happens(code.nnz, ANY_DROPPED)))

    def _rows(self) -> Numbers:
        rows: list[Numbers] = []
        left = BATCH
        while left:
            group = self._groups[self._rng.choice(len(self._groups), p=self._chances)]
            rows.append(
                self._rng.choice(group, min(left, FROM_ONE_PACKAGE, len(group)), replace=False)
            )
            left -= len(rows[-1])
        return np.concatenate(rows)

    def _neighbours(self, rows: Numbers) -> Bags:
        """What follows in the same package, for some rows: chunks hold more than one thing."""
        after = np.minimum(rows + 1, len(self._pairs.packages) - 1)
        same = self._pairs.packages[after] == self._pairs.packages[rows]
        added = self._pairs.code[after] + self._pairs.sentence[after]
        return some_rows(added, same & self._happens(len(rows), WITH_NEIGHBOUR))

    def _happens(self, times: int, chance: float) -> npt.NDArray[np.bool_]:
        return self._rng.random(times) < chance


class Adam:
    """Term vectors and the running moments of their gradients."""

    def __init__(self, vectors: Floats) -> None:
        self.vectors = vectors
        self._first, self._second = np.zeros_like(vectors), np.zeros_like(vectors)
        self._steps = 0

    def step(self, rows: Numbers, gradient: Floats, rate: float) -> None:
        """Moves the rows against the gradient."""
        self._steps += 1
        self._first[rows] = 0.9 * self._first[rows] + 0.1 * gradient
        self._second[rows] = 0.999 * self._second[rows] + 0.001 * gradient**2
        size = np.sqrt(self._second[rows] / (1 - 0.999**self._steps)) + 1e-8
        self.vectors[rows] -= rate * self._first[rows] / size


def loss_and_gradient(said: Bags, code: Bags, vectors: Floats) -> tuple[float, Numbers, Floats]:
    """The batch's loss, the terms in it, and the gradient of their vectors."""
    both = sparse.vstack([said, code]).tocsr()
    terms, places = np.unique(both.indices, return_inverse=True)
    both = sparse.csr_matrix((both.data, places, both.indptr), (both.shape[0], len(terms)))
    units, lengths = unit(both @ vectors[terms])
    size = said.shape[0]
    queries, answers = units[:size], units[size:]
    likeness = np.exp((queries @ answers.T - 1) / TEMPERATURE)
    forth = likeness / likeness.sum(axis=1, keepdims=True)
    back = likeness / likeness.sum(axis=0, keepdims=True)
    loss = -(np.log(np.diag(forth) + 1e-12) + np.log(np.diag(back) + 1e-12)).mean() / 2
    error = (forth + back) / 2
    error[np.diag_indices(size)] -= 1
    error /= size * TEMPERATURE
    along = np.concatenate((error @ answers, error.T @ queries))
    across = (along - (along * units).sum(axis=1, keepdims=True) * units) / lengths
    return float(loss), terms, both.T.tocsr() @ across


def unit(vectors: Floats) -> tuple[Floats, Floats]:
    """The rows scaled to unit length, and their lengths."""
    lengths: Floats = np.linalg.norm(vectors, axis=1, keepdims=True).astype(np.float32) + 1e-6
    units: Floats = vectors / lengths
    return units, lengths


def first_vectors(code: Bags, rng: np.random.Generator) -> Floats:
    """Random vectors whose lengths are half the terms' inverse document frequencies."""
    rarity = np.log(1 + code.shape[0] / (1 + np.bincount(code.indices, minlength=code.shape[1])))
    drawn = rng.standard_normal((code.shape[1], DIMENSIONS)) / np.sqrt(DIMENSIONS)
    vectors: Floats = (drawn * rarity[:, None] / 2).astype(np.float32)
    return vectors


def validated(pairs: Pairs, rows: Numbers, vectors: Floats) -> str:
    """How well held-out sentences find their code, in a pool and in their own package's part."""
    pool = np.random.default_rng(1).permutation(rows)[:POOL]
    asked = pool[:ASKED]
    code, _ = unit(damped(pairs.code[pool]) @ vectors)
    said, _ = unit(damped(pairs.sentence[asked]) @ vectors)
    likeness = said @ code.T
    better = likeness >= np.diag(likeness)[:, None]
    ranks = better.sum(axis=1)
    near = (better & (pairs.packages[asked][:, None] == pairs.packages[pool])).sum(axis=1)
    return (
        f"MRR {np.mean(1 / ranks):.3f}, recall@10 {np.mean(ranks <= 10):.3f}, "
        f"MRR within the package {np.mean(1 / near):.3f}"
    )


def trained(pairs: Pairs, seed: int) -> Floats:
    """Term vectors after all steps; prints the loss and the validation on the way."""
    rng = np.random.default_rng(seed)
    usable, held = pairs.usable(), pairs.held_out()
    batches = Batches(pairs, np.flatnonzero(usable & ~held), rng)
    adam = Adam(first_vectors(pairs.code, rng))
    begin, mean = time.monotonic(), 0.0
    for step in range(1, STEPS + 1):
        loss, terms, gradient = loss_and_gradient(*batches.draw(), adam.vectors)
        adam.step(terms, gradient, RATE * min(1, step / WARM_UP) * max(0.02, 1 - step / STEPS))
        mean = loss if step == 1 else 0.98 * mean + 0.02 * loss
        if step % 500 == 0:
            told = validated(pairs, np.flatnonzero(usable & held), adam.vectors)
            print(f"{step}: {time.monotonic() - begin:.0f} s, loss {mean:.3f}, {told}", flush=True)
    return adam.vectors


def main(source: str, target: str, seed: str = "0") -> None:
    """Trains on the arrays that `corpus.py` wrote and writes `vocab` and `E`."""
    with np.load(source) as opened:
        arrays = dict(opened)
    names = arrays["vocabulary"][:TERMS]
    sides = {side: bags(arrays, side, len(names)) for side in ("sentence", "rest", "code")}
    numbers = {key: arrays[key].astype(np.int64) for key in ("packages", "languages")}
    np.savez(target, vocab=names, E=trained(Pairs(**sides, **numbers), int(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
