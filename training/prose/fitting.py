"""Fits a vector to each word piece so that their sums come near the teacher's vectors of passages.

In closed form: what the teacher makes of a piece alone, turned by one matrix that all pieces share,
is the first guess, and what each piece adds to that is found by ridge regression (conjugate
gradients). A rare piece keeps to the guess, a frequent one follows the passages.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse  # type: ignore[import-untyped]
from vectors import keys_of, read_passages, read_shards

from pageful.embedding.pieces import fold, split_word, split_words

DIMENSIONS = 192
"""Numbers of a vector: 128 of 8 bits took as much room and were worse, 256 hardly better."""
COMMON = 3e-3
"""Share of all pieces at which a piece weighs half of a rare one in the first guess."""
RIDGE = 2.0
TURN_RIDGE = 10.0
"""What holds back the pieces' own vectors, and the matrix that they share."""
ROUNDS = 40
REPEATS = 3
"""Fits, each to passages scaled by the one before: only directions are to be met, not lengths."""
HELD_OUT = 50
"""One passage of so many is kept for validation."""

Floats = npt.NDArray[np.float32]
Bags: TypeAlias = Any
"""A `scipy.sparse.csr_matrix` of float32, one row a passage: SciPy comes without types."""


def count_pieces(texts: Sequence[str], numbers: dict[str, int]) -> Bags:
    """Return `log(1 + times)` of each known piece of each text."""
    known: dict[str, tuple[int, ...]] = {}
    columns: list[int] = []
    times: list[int] = []
    ends = [0]
    for text in texts:
        words = [word for word in split_words(fold(text)) if not word.isdigit()]
        for word in words:
            if word not in known:
                known[word] = split_word(word, numbers)
        counted = Counter(chain.from_iterable(map(known.__getitem__, words)))
        columns.extend(counted.keys())
        times.extend(counted.values())
        ends.append(len(columns))
    return sparse.csr_matrix(
        (np.log1p(np.array(times, np.float32)), np.array(columns), ends),
        (len(texts), len(numbers)),
        dtype=np.float32,
    )


def unit(vectors: Floats) -> Floats:
    """Return the rows scaled to unit length."""
    units: Floats = vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)
    return units


def solve(times: Callable[[Floats], Floats], right: Floats) -> Floats:
    """Solve for each column by conjugate gradients; `times` multiplies by a positive matrix."""
    found, left, way = np.zeros_like(right), right.copy(), right.copy()
    size = (left * left).sum(axis=0)
    for _ in range(ROUNDS):
        product = times(way)
        step = size / ((way * product).sum(axis=0) + 1e-20)
        found += step * way
        left -= step * product
        size, before = (left * left).sum(axis=0), size
        way = left + size / (before + 1e-20) * way
    return found


def shorten(pieces: Floats, bags: Bags) -> Floats:
    """Return centred vectors of pieces, frequent ones shortened (Arora, Liang and Ma 2017)."""
    times = np.asarray(np.expm1(bags.data))
    share = np.bincount(bags.indices, weights=times, minlength=len(pieces)) / times.sum()
    weights = COMMON / (COMMON + share)
    found: Floats = ((pieces - pieces.mean(axis=0)) * weights[:, None]).astype(np.float32)
    return found


def fit(guess: Floats, bags: Bags, wanted: Floats) -> Floats:
    """Return a vector for each piece; `guess` begins with one of the same kind."""
    vectors = guess[:, : wanted.shape[1]]
    for _ in range(REPEATS):
        scaled = scale_rows(bags, vectors)
        turned = guess @ turn(scaled @ guess, wanted)
        back = scaled.T.tocsr()

        def times(change: Floats, scaled: Bags = scaled, back: Bags = back) -> Floats:
            product: Floats = back @ (scaled @ change) + np.float32(RIDGE) * change
            return product

        right = back @ (wanted - scaled @ turned)
        vectors = turned + solve(times, right)
    return vectors


def scale_rows(bags: Bags, vectors: Floats) -> Bags:
    """Return the bags, each divided by the length of its sum of vectors."""
    lengths = np.linalg.norm(bags @ vectors, axis=1)
    least = lengths[lengths > 0].min()
    return sparse.diags((1 / np.maximum(lengths, least)).astype(np.float32)) @ bags


def turn(made: Floats, wanted: Floats) -> Floats:
    """Return the matrix that brings sums of guesses nearest to what is wanted."""
    size = made.shape[1]
    least = np.float32(TURN_RIDGE)
    prior = least * np.eye(size, wanted.shape[1], dtype=np.float32)
    square = made.T @ made + least * np.eye(size, dtype=np.float32)
    return np.linalg.solve(square, made.T @ wanted + prior).astype(np.float32)


def main_axes(vectors: Floats, bags: Bags, size: int) -> Floats:
    """Return the directions in which sums of vectors differ most, as columns."""
    made = unit(bags @ vectors)
    _, axes = np.linalg.eigh((made.T @ made).astype(np.float64))
    found: Floats = axes[:, ::-1][:, :size].astype(np.float32)
    return found


def cosine(vectors: Floats, bags: Bags, wanted: Floats) -> float:
    """Return the mean cosine between sums of vectors and what is wanted."""
    return float((unit(bags @ vectors) * wanted).sum(axis=1).mean())


def read_guesses(path: Path) -> tuple[list[str], Floats]:
    """Return the pieces, and side by side what the teacher makes of each alone and unread."""
    with np.load(path) as arrays:
        unread = unit(arrays["unread"])
        return arrays["pieces"].tolist(), np.concatenate((arrays["alone"], unread), axis=1)


def read_examples(passages: Path, folder: Path) -> tuple[list[str], Floats]:
    """Return the passages that the teacher has read, with its vectors of them."""
    shards = read_shards(folder)
    texts = read_passages(passages)
    rows = [shards.get(key) for key in keys_of(texts).tolist()]
    read = [(text, row) for text, row in zip(texts, rows, strict=True) if row is not None]
    return [text for text, _ in read], np.array([row for _, row in read], np.float32)


def report(vectors: Floats, first: Floats, axes: Floats, bags: Bags, wanted: Floats) -> None:
    """Print how near sums of vectors come to what is wanted, in passages that were held out."""
    print(f"cosine of {bags.shape[0]} passages: {cosine(first, bags, wanted):.3f} before,")
    print(f"{cosine(vectors, bags, wanted):.3f} with all dimensions,")
    print(f"{cosine(vectors @ axes, bags, unit(wanted @ axes)):.3f} within {axes.shape[1]}")


def main(tokens: str, passages: str, folder: str, target: str) -> None:
    """Fit what is there, and write `pieces` (the most frequent first), `vectors` and `trained`."""
    pieces, known = read_guesses(Path(tokens))
    texts, teacher = read_examples(Path(passages), Path(folder))
    print(f"{len(texts)} passages")
    bags = count_pieces(texts, {piece: number for number, piece in enumerate(pieces)})
    wanted = unit(teacher - teacher.mean(axis=0))
    held = keys_of(texts) % HELD_OUT == 0
    guess = shorten(known, bags[~held])
    vectors = fit(guess, bags[~held], wanted[~held])
    axes = main_axes(vectors, bags[~held], DIMENSIONS)
    report(vectors, guess[:, : wanted.shape[1]], axes, bags[held], wanted[held])
    times = np.bincount(bags[~held].indices, minlength=len(pieces))
    order = np.argsort(-times, kind="stable")
    np.savez(
        target,
        pieces=np.array(pieces)[order],
        vectors=(vectors @ axes)[order].astype(np.float32),
        trained=np.array((times > 0).sum()),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
