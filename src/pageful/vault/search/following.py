"""Notes that follow those that hold all of a question: by its words, and by what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from pageful.files.latest import Latest
from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.search.inverted_index import Integers
from pageful.vault.search.question_scores import QuestionScores
from pageful.vault.search.ranking import BELOW_NEXT_HALF_BAND, HALF
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.term_scores import Floats, Truths
from pageful.vault.snapshot.snapshot import VaultSnapshot

if TYPE_CHECKING:
    from pageful.vault.meaning.nearness import Nearness
    from pageful.vault.meaning.passage_rows import PassageRows

LEAST_GAIN = 0.4
"""The least gain of a partial match, as a part of the best one's.

Chosen by hand: it drops notes that share only frequent words with a long question.
"""
MOST_NEAR = 10
"""Notes that are found by meaning alone: a page of them. Any note is near to some degree."""
LEAST_NEARNESS = 0.1
"""The nearness of a note that is found by meaning alone, at least: unrelated notes have less."""
LEAST_OF_NEAREST = 0.5
"""The same, as a part of the nearest note's: below it, none of the notes asked for was."""
# The weight of nearness beside the score by words. Chosen on half of the questions in readers'
# words, on mined ones and on short notes (`benchmarks/vault_meaning.py`): a quarter more or less of
# either changes the mean of reciprocal ranks by less than .005.
_ALWAYS = 0.5
"""The weight where a note holds all of a question's telling words."""
_WITHOUT_WORDS = 2.0
"""The further weight where no note holds any: a quarter of it where one holds half."""


@dataclass(frozen=True)
class Following:
    """Notes in their order: `near` of them are found by meaning alone.

    Of a question, `scores` says how much of it each note holds; `nearness` has that of each note,
    where meaning took part.
    """

    paths: tuple[str, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    near: frozenset[str] = frozenset()
    nearness: Mapping[str, float] = field(default_factory=dict)


def notes_with_most(gains: Floats, among: Truths) -> list[int]:
    """Return the documents, of those given, with much of the best one's gain, the best first."""
    doc_ids = np.flatnonzero((gains > 0) & among)
    falling = doc_ids[np.argsort(-gains[doc_ids], kind="stable")].tolist()
    return [*takewhile(lambda doc_id: gains[doc_id] >= LEAST_GAIN * gains[falling[0]], falling)]


def follow(
    scores: QuestionScores,
    near: Nearness | None,
    index: TermIndex,
    among: Truths,
) -> Following:
    """Return the notes that follow for a question, of the documents given.

    The less of the question the best of them holds, its rare words weighing more, the more what
    notes mean counts.
    """
    by_words = notes_with_most(scores.gains, among)
    if near is None:
        paths = _sort_paths(by_words, scores.gains, index)
        return Following(paths, _scores(paths, scores, index))
    nearness = _of_documents(near, index)
    by_meaning = _nearest(nearness, among, by_words, index)
    held = float(scores.shares[among].max(initial=0.0))
    weight = near.trust * (_ALWAYS + _WITHOUT_WORDS * (1 - held) ** 2)
    blended = scores.gains + weight * np.maximum(nearness, 0.0)
    paths = _sort_paths([*by_words, *by_meaning], blended, index)
    return Following(
        paths,
        _scores(paths, scores, index),
        frozenset(map(index.paths.__getitem__, by_meaning)),
        {path: float(nearness[index.doc_ids[path]]) for path in paths},
    )


def _of_documents(near: Nearness, index: TermIndex) -> Floats:
    """Return the nearness of the documents of an index, -1 for those without a vector."""
    found = np.full(len(index.paths), -1.0)
    places = _places(near.rows, index)
    found[places[places >= 0]] = near.of_notes[places >= 0]
    return found


@lru_cache(maxsize=1)  # it takes a thousandth of a second for each thousand notes
def _places(rows: PassageRows, index: TermIndex) -> Integers:
    """Return the document of each note that has vectors, -1 for those that are gone."""
    return np.array([index.doc_ids.get(path, -1) for path in rows.paths], np.int64)


_searchable = Latest[tuple[VaultSnapshot, TermIndex], Truths]()


def searchable(snapshot: VaultSnapshot, index: TermIndex) -> Truths:
    """Return a mask of the documents that are notes and not excluded from search."""

    def mask(_last: object) -> Truths:
        found = np.zeros(len(index.paths), np.bool_)
        notes, files = snapshot.notes, snapshot.files
        wanted = (path in notes and not files[path].excluded for path in index.doc_ids)
        found[list(index.doc_ids.values())] = np.fromiter(wanted, np.bool_, len(index.doc_ids))
        return found

    return _searchable.get((snapshot, index), mask)


def _scores(paths: Sequence[str], scores: QuestionScores, index: TermIndex) -> Mapping[str, float]:
    """Return the scores of notes for a page: at least 0.5 where one holds half of the question."""
    half = {path: scores.shares[index.doc_ids[path]] >= HALF for path in paths}
    gains = {path: float(scores.gains[index.doc_ids[path]]) for path in paths}
    return {path: 0.5 * half[path] + BELOW_NEXT_HALF_BAND * gains[path] for path in paths}


def _nearest(nearness: Floats, among: Truths, without: list[int], index: TermIndex) -> list[int]:
    """Return the nearest documents that are not found by their words."""
    there = among & (nearness >= least_nearness(nearness[among]))
    there[without] = False
    doc_ids = np.flatnonzero(there)
    order = np.lexsort((index.ranks[doc_ids], -nearness[doc_ids]))
    nearest: list[int] = doc_ids[order][:MOST_NEAR].tolist()
    return nearest


def least_nearness(nearness: Floats) -> float:
    """Return the nearness from which on a note is found by meaning alone."""
    return max(LEAST_NEARNESS, LEAST_OF_NEAREST * float(nearness.max(initial=0.0)))


def _sort_paths(doc_ids: list[int], scores: Floats, index: TermIndex) -> tuple[str, ...]:
    """Return the paths of documents, the best first; equal ones by path."""
    chosen = np.array(doc_ids, np.int64)
    order = np.lexsort((index.ranks[chosen], -scores[chosen]))
    return tuple(index.paths[doc_id] for doc_id in chosen[order].tolist())
