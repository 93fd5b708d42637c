"""Scores of notes for a question of plain words: how much of it each note holds, and how often.

Where no note holds all of a question's words, or few do, other notes follow in this order. Forms of
a word count as the word, and words that name no topic do not count, both as in the question's
language.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import odds, shares
from pageful.text.folding import fold_text
from pageful.text.stems import Language, language_of
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.query import And, Query, Word
from pageful.vault.search.segment import Segment
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.term_scores import Floats, field_worths, length_factors, most_more
from pageful.vault.search.words import words

# Chosen on questions in readers' words and mined ones, of four English vaults, a German, an Italian
# and a Chinese one: `benchmarks/vault_quality.py` measures them.
LEAST_WORDS = 3
"""Words of a question: two are rather a name, or a pair that is sought for itself."""
_SATURATION = 1.2
"""BM25's k1. Less than for notes that hold all words: here a note should hold several words, and
not one of them often."""
_WORTH = 0.4
"""The part of what a field counts otherwise: a title is worth as much against k1 as there."""
_LONGER = 0.7
"""The part of an occurrence that a longer word counts which has another stem."""
_SHORTEST_ROOT = 2
"""Bytes at which the words that may have a stem begin: the last letter of a stem may differ in the
word, as in `rising`."""


@dataclass(frozen=True, slots=True)
class QuestionScores:
    """Scores of each document for a question, as arrays of shape (documents,), float64.

    `gains` are BM25 scores from 0 to 1; `shares` tell how much of the question a document holds at
    all, its rare words weighing more than frequent ones. `words` are those that count.
    """

    gains: Floats
    shares: Floats
    words: tuple[str, ...]


def is_question(query: Query) -> bool:
    """Return whether a query is several words alone, without phrases and operators."""
    parts = query.parts if isinstance(query, And) else ()
    plain = all(isinstance(part, Word) for part in parts)
    return plain and len(question_text(query).split()) >= LEAST_WORDS


def question_text(query: Query) -> str:
    """Return the words of a question as they were asked."""
    parts = query.parts if isinstance(query, And) else (query,)
    return " ".join(part.text for part in parts if isinstance(part, Word))


def score_question(query: Query, term_index: TermIndex, deadline: Deadline) -> QuestionScores:
    """Score every document for a question.

    Raises:
        ToolError: it takes too long.
        Cancelled: the caller gave up.
    """
    asked = [
        each.decode("utf-8", "surrogatepass") for each in words(fold_text(question_text(query)))
    ]
    language = language_of(asked)
    telling = [word for word in asked if word not in language.stop_words] or asked
    by_stem = {language.stem(word): word for word in reversed(telling)}
    scorer = _WordScorer(term_index, language)
    gains, held = np.zeros(len(term_index.paths)), np.zeros(len(term_index.paths))
    weight = 0.0
    for word in by_stem.values():
        deadline.seconds_left(query)
        found = scorer.frequencies(word)
        rarity = math.log(1 + odds(int(term_index.alive.sum()), int((found > 0).sum())))
        gains += rarity * shares(found, _SATURATION)
        held += rarity * (found > 0)
        weight += rarity
    whole = weight or 1.0
    return QuestionScores(gains / whole, held / whole, tuple(reversed(by_stem.values())))


class _WordScorer:
    """Counts a word in all its forms in each document."""

    def __init__(self, term_index: TermIndex, language: Language) -> None:
        self._term_index = term_index
        self._language = language
        self._lengths = length_factors(term_index.sizes)

    def frequencies(self, word: str) -> Floats:
        """Return how often each document has a word, by its length and fields; float64."""
        index = self._term_index
        counts, fields = np.zeros(len(index.paths)), np.zeros(len(index.paths), np.int64)
        for start, segment in index.segments():
            for form, worth in self._forms(word, segment):
                found = segment.word(form)
                counts[start + found.notes] += worth * found.counts
                fields[start + found.notes] |= found.fields
        frequencies: Floats = counts / self._lengths + _WORTH * field_worths(fields)
        return frequencies * index.alive

    def _forms(self, word: str, segment: Segment) -> Sequence[tuple[bytes, float]]:
        """Return the words of a segment that count as a word, each with how much."""
        stem = self._language.stem(word)
        root = stem.encode("utf-8", "surrogatepass")
        longest = len(word) + most_more(word)
        found = []
        for form in segment.words_from(root[: max(_SHORTEST_ROOT, len(root) - 1)]):
            text = form.decode("utf-8", "surrogatepass")
            if text == word or self._language.stem(text) == stem:
                found.append((form, 1.0))
            elif text.startswith(word) and len(text) <= longest:
                found.append((form, _LONGER))
        return found
