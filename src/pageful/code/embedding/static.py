"""The embedder that comes along: a text's vector is the weighted sum of its terms' vectors."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import chain, repeat
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pageful.code.embedding.vectors import scale_to_unit
from pageful.code.terms import splitting as terms
from pageful.lazy.dataclasses import dataclass

_WEIGHTS = "weights/terms.npz"
_FEW = 24
"""Terms of a query that are looked for one by one: the table of all takes as long as a hundred."""


@dataclass(frozen=True)
class TermVectors:
    """A vector for each known term, its row times its scale; its length is the term's weight.

    `names` are the terms, one a line; `rows` is int8, one row a term; `digest` tells one file of
    weights from another.
    """

    digest: str
    names: str
    rows: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The row of each term."""
        return {name: number for number, name in enumerate(self.names.split("\n"))}

    def number_of(self, term: str) -> int:
        """Return the row of a term, -1 without one; for few terms, without a table of all."""
        if "\n" in term:
            return -1
        at = self._lines.find(f"\n{term}\n")
        return self._lines.count("\n", 0, at) if at >= 0 else -1

    @cached_property
    def _lines(self) -> str:
        return f"\n{self.names}\n"


class StaticEmbedder:
    """The embedder that comes with pageful, trained on documentation and the code below it.

    The vector of a text is the sum of `log(1 + times)` times the vector of each of its terms,
    scaled to unit length; unknown terms add nothing.
    """

    @cached_property
    def name(self) -> str:
        """`static@` and a digest of the weights."""
        return f"static@{_digest(_weights())}"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Embed texts, shape (texts, dimensions), each row of unit length or zero."""
        return self.embed_terms([_count_terms(text) for text in texts])

    def embed_terms(self, counted: Sequence[Mapping[str, int]]) -> npt.NDArray[np.float32]:
        """Embed texts by the counts of their terms, as `terms.chunk_terms` gives them.

        Terms that begin with a mark (`terms.DEFINES` and the like) add nothing.
        """
        known = self._term_vectors
        sums = np.zeros((len(counted), known.rows.shape[1]), np.float32)
        numbers, weights, ends = _join_terms(counted, known)
        begin = 0
        for row, end in zip(sums, ends, strict=True):
            if begin < end:
                said = known.rows[numbers[begin:end]].astype(np.float32)
                np.matmul(weights[begin:end], said, out=row)
            begin = end
        return scale_to_unit(sums)

    @cached_property
    def _term_vectors(self) -> TermVectors:
        return term_vectors(_weights())


def _weights() -> bytes:
    return (Path(__file__).parent / _WEIGHTS).read_bytes()


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=6).hexdigest()


def term_vectors(content: bytes) -> TermVectors:
    """Read the term vectors in the content of a weights file.

    That is an `.npz` of `terms` (UTF-8, one a line), `vectors` (int8, one row a term) and
    `scales` (float16), by which the rows are multiplied.
    """
    with np.load(io.BytesIO(content)) as arrays:
        names = arrays["terms"].tobytes().decode()
        rows, scales = arrays["vectors"], arrays["scales"].astype(np.float32)
    return TermVectors(_digest(content), names, rows, scales)


def _join_terms(
    counted: Sequence[Mapping[str, int]], known: TermVectors
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], list[int]]:
    """Return the known terms of all texts in a row: numbers, weights, and the end of each text."""
    said = list(chain.from_iterable(counted))
    if len(said) <= _FEW:
        every = map(known.number_of, said)
    else:
        every = map(known.numbers.get, said, repeat(-1))
    numbers = np.fromiter(every, np.int32)
    times = np.fromiter(chain.from_iterable(counts.values() for counts in counted), np.float32)
    has = numbers >= 0
    before = np.concatenate(([0], np.cumsum(has)))
    ends = before[np.cumsum([len(counts) for counts in counted], dtype=np.int64)]
    numbers = numbers[has]
    return numbers, np.log1p(times[has]) * known.scales[numbers], ends.tolist()


def _count_terms(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word, times in Counter(terms.words(text)).items():
        for term in terms.parts(word):
            counts[term] = counts.get(term, 0) + times
    return counts
