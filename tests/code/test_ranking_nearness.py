"""Nearness in meaning: whole files by their mean, and the chunks that it alone brings in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pageful.code.chunking.chunk import Chunk
from pageful.code.ranking.ranking import rank
from pageful.code.ranking.semantic import NEAREST, nearness_of_chunks, nearness_of_files
from pageful.code.store.memory import MemoryReader, memory_corpus


class _Topics:
    """Embeds a text as how often it speaks of the sea and of the land, in words of its own."""

    name = "topics"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        told = [
            [_count(text, "ship wave harbour"), _count(text, "hill road field")] for text in texts
        ]
        counts = np.array(told, np.float32).reshape(len(texts), 2)
        norms = np.linalg.norm(counts, axis=1, keepdims=True)
        return (counts / np.where(norms > 0, norms, 1)).astype(np.float32)


def _count(text: str, words: str) -> int:
    return sum(text.split().count(word) for word in words.split())


def _corpus(*files: Sequence[str]) -> MemoryReader:
    chunks = [[Chunk(n, n, text) for n, text in enumerate(texts, 1)] for texts in files]
    return memory_corpus(((f"{n}.py", each) for n, each in enumerate(chunks)), _Topics())


_SEA, _LAND = np.eye(2, dtype=np.float32)


def test_the_file_that_speaks_most_of_it_is_nearest() -> None:
    corpus = _corpus(["hill", "road"], ["wave", "hill"], ["ship", "wave harbour"])
    near = nearness_of_files(_SEA, corpus, None)
    assert near is not None
    assert near.shares.tolist()[4:] == [1.0, 1.0]
    assert near.shares[0] == near.shares[1] == 0
    assert 0 < near.shares[2] == near.shares[3] < 1


def test_each_near_file_brings_its_nearest_chunk() -> None:
    corpus = _corpus(["hill", "road"], ["hill", "wave"], ["ship", "road"])
    near = nearness_of_files(_SEA, corpus, None)
    assert near is not None
    assert sorted(near.found.tolist()) == [3, 4]


def test_a_filter_changes_what_is_found_but_not_how_near_it_is() -> None:
    corpus = _corpus(["hill", "road"], ["hill", "wave"], ["ship", "road"])
    among = np.array([True, True, True, False, False, False])
    every, some = nearness_of_files(_SEA, corpus, None), nearness_of_files(_SEA, corpus, among)
    assert every is not None
    assert some is not None
    assert some.found.tolist() == [2]
    assert some.shares.tolist() == every.shares.tolist()


def test_meaning_finds_what_words_do_not() -> None:
    corpus = _corpus(["hill road"], ["ship harbour"], ["field"])
    ranked = rank("wave wave", corpus, embedder=_Topics(), want=5)
    assert ranked.chunks.tolist() == [1]
    assert ranked.total == 1
    assert rank("wave wave", corpus, want=5).total == 0


def test_a_symbol_means_nothing() -> None:
    corpus = _corpus(["hill road"], ["ship harbour"])
    assert rank("wave", corpus, embedder=_Topics(), want=5).total == 0


def test_only_so_many_are_near() -> None:
    corpus = _corpus(*(["ship"] if n % 2 else ["hill"] for n in range(6 * NEAREST)))
    near = nearness_of_files(_SEA, corpus, None)
    assert near is not None
    assert near.found.tolist() == list(range(1, 2 * NEAREST, 2))


def test_a_query_that_says_nothing_is_near_to_nothing() -> None:
    corpus = _corpus(["hill"], ["ship"])
    near = nearness_of_files(np.zeros(2, np.float32), corpus, None)
    assert near is not None
    assert not near.shares.any()
    assert not near.found.size


def test_chunks_are_near_one_by_one() -> None:
    corpus = _corpus(["hill", "ship"], ["wave"])
    near = nearness_of_chunks(_LAND, corpus, np.array([True, True, True]))
    assert near is not None
    assert near.found.tolist() == [0]


def test_a_corpus_without_vectors_has_no_nearness() -> None:
    corpus = memory_corpus([("a.py", [Chunk(1, 1, "wave")])])
    assert nearness_of_files(_SEA, corpus, None) is None
    assert nearness_of_chunks(_SEA, corpus, np.array([True])) is None
