"""Scores of notes for a query: a band by how much of the query they contain, then BM25."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

import numpy as np

from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.text.folding import fold_text
from pageful.vault.results.search import Band
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.query import And, Or, Phrase, Query, Scoped, Word
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.term_scores import Floats, TermScorer, Truths, WholeWordMatcher, core
from pageful.vault.search.words import words

_FLOORS = {Band.EXCELLENT: 2.0, Band.GOOD: 1.0, Band.MODERATE: 0.5, Band.LOW: 0.0}
# The numbers below divide the bands, whose bounds are the specification's. They were chosen by
# hand, and only their order matters; `benchmarks/vault_quality.py` measures their effect.
HALF = 0.5 - 1e-9
"""The share of the terms' weight that makes a match moderate: half, less the error of a sum."""
_BELOW_NEXT_BAND = 0.99
"""The part of a band of width 1 that order may fill, so that its best score stays in it."""
BELOW_NEXT_HALF_BAND = 0.49
"""The part of a band of width 0.5 that order may fill, for the same reason."""
_SUBSTRING_SPREAD = 0.3
"""The part of the band that BM25 spreads matches within longer words over: at the same gain they
come after notes that have the words themselves, which it spreads over 0.8."""
_WITHIN = 0.1
"""The most that the frequency of terms within longer words adds: less than BM25's part."""
_LEAST_START = 3
"""The fewest letters that may begin a word of a name and count as it; a shorter term begins too
many words by chance."""
_MOST_COUNTED = 1_000
"""The most notes with terms only within longer words whose frequency is counted: each costs a look
at its text, and none of more notes will be on a first page."""
_USUAL = 0.8
"""The part of a band for notes with another name than the query: the very alias is above, from 0.8
to 0.9, and the very name above that, to 1.0."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores of all documents of a term index for a query.

    `scores` and `gains` have shape (documents,) and type float64. A score is 2 or more if every
    term is in the title, an alias or a heading, or all words of the query are in the text in a row;
    else 1 or more if the note contains every term; else 0.5 or more if it contains half of the
    terms' weight, a rare term weighing more than a frequent one. Within these bands notes are
    ordered by BM25, where titles, aliases, headings and tags count more than text; a note with the
    very name is first.

    `TermScores` says which notes contain a term; `raise_matches` ranks those that have it only
    within a longer word. Of alternatives (`OR`) one is enough. Every note contains a query without
    terms. `gains`, from 0 to 1, are BM25 scores divided by the weight of all terms; `weights` has
    the inverse document frequency of each term, and of each word within a term.
    """

    scores: Floats
    gains: Floats
    weights: Mapping[str, float]


def band_of(score: float) -> Band:
    """Return the band of a score."""
    return next(band for band, floor in _FLOORS.items() if score >= floor)


def rank_notes(query: Query, term_index: TermIndex, deadline: Deadline) -> Ranking:
    """Score every document of a term index for a query.

    Raises:
        ToolError: it takes too long; the message names the word that was being looked for.
        Cancelled: the caller gave up.
    """
    weighing = _QueryScorer(TermScorer(term_index), len(term_index.paths), deadline)
    held = weighing.of(query)
    row = query_terms(query)
    excellent = held.named & (held.weight > 0)
    excellent |= _in_a_row(row, term_index, held.whole & ~excellent)
    gains = held.gain / (held.weight or 1.0)
    order = _USUAL * gains
    text = " ".join(row)
    line = " ".join(text.split("\n"))
    for doc_id in term_index.doc_ids_with_line(line, np.flatnonzero(excellent)) if row else ():
        order[doc_id] = _order_among_named(text, term_index, doc_id, float(gains[doc_id]))
    shares = held.share / held.weight if held.weight else np.ones(len(order))
    scores = np.select(
        [excellent, held.whole, shares >= HALF],
        [2.0 + order, 1.0 + _BELOW_NEXT_BAND * order, 0.5 + BELOW_NEXT_HALF_BAND * order],
        BELOW_NEXT_HALF_BAND * order,
    )
    return Ranking(scores, gains, weighing.weights)


def raise_matches(
    ranking: Ranking, query: Query, term_index: TermIndex, matching: Sequence[int]
) -> Ranking:
    """Raise the scores of documents that match the query only within longer words.

    A match contains every term, and so scores at least 1; at least 2, where words of its title,
    aliases or headings begin with each term. Such notes come after those that have the words.
    """
    scores = ranking.scores.copy()
    terms, starts = list(ranking.weights), [_start_of(word) for word in query_terms(query)]
    doc_ids = np.array(matching, np.int64)
    doc_ids = np.sort(doc_ids[scores[doc_ids] < 1.0])
    scores[doc_ids] = 1.0 + _SUBSTRING_SPREAD * ranking.gains[doc_ids]
    if len(doc_ids) <= _MOST_COUNTED:
        scores[doc_ids] += [
            _WITHIN * term_index.density(doc_id, terms) for doc_id in doc_ids.tolist()
        ]
    named = term_index.doc_ids_named(max(query_terms(query), key=len), doc_ids) if starts else []
    for doc_id in named:
        scores[doc_id] += all(map(_is_in(term_index.head(doc_id)), starts))
    return replace(ranking, scores=scores)


def _start_of(word: str) -> re.Pattern[str]:
    """Return the pattern of words with this beginning; of fewer than three letters, exactly it."""
    end = "" if len(word) >= _LEAST_START else r"(?!\w)"
    return re.compile(rf"(?<!\w){re.escape(word)}{end}")


def _is_in(text: str) -> Callable[[re.Pattern[str]], bool]:
    return lambda pattern: pattern.search(text) is not None


def query_terms(query: Query) -> tuple[str, ...]:
    """Return the words and phrases that a query asks for beside operators, in order, folded."""
    parts = query.parts if isinstance(query, And) else (query,)
    return tuple(term for part in parts if isinstance(part, Word | Phrase) for term in _terms(part))


@dataclass(slots=True)
class _QueryScores:
    """The parts of a query that each document contains, as arrays of shape (documents,).

    `whole` and `named` (bool): all of it, and all of it in names; `share` (float64): the weight of
    its terms; `gain` (float64): the same, each term times its BM25 frequency. `weight` is the sum
    of the weights of all terms.
    """

    whole: Truths
    named: Truths
    share: Floats
    gain: Floats
    weight: float = 0.0

    @classmethod
    def of_everything(cls, size: int) -> _QueryScores:
        truths = np.ones(size, np.bool_)
        return cls(truths, truths.copy(), np.zeros(size), np.zeros(size))

    def add_required(self, other: _QueryScores) -> _QueryScores:
        self.whole &= other.whole
        self.named &= other.named
        self.share += other.share
        self.gain += other.gain
        self.weight += other.weight
        return self

    def add_alternative(self, other: _QueryScores) -> _QueryScores:
        weight = max(self.weight, other.weight)
        mine, theirs = weight / (self.weight or 1.0), weight / (other.weight or 1.0)
        return _QueryScores(
            self.whole | other.whole,
            self.named | other.named,
            np.maximum(self.share * mine, other.share * theirs),
            np.maximum(self.gain * mine, other.gain * theirs),
            weight,
        )


@dataclass(frozen=True, slots=True)
class _QueryScorer:
    scorer: TermScorer
    size: int
    deadline: Deadline
    weights: dict[str, float] = field(default_factory=dict)

    def of(self, query: Query) -> _QueryScores:
        """Score every document; each contains a part that asks for no words."""
        match query:
            case Word() | Phrase():
                return self._score_all_of(map(self._term, [query] if _terms(query) else []))
            case And(parts):
                return self._score_all_of(map(self.of, dict.fromkeys(parts)))
            case Or(parts):
                return reduce(_QueryScores.add_alternative, map(self.of, parts))
            case Scoped(operator, part) if operator.ranked:
                return self.of(part)
            case _:
                return self._score_all_of(())

    def _score_all_of(self, parts: Iterable[_QueryScores]) -> _QueryScores:
        return reduce(_QueryScores.add_required, parts, _QueryScores.of_everything(self.size))

    def _term(self, query: Word | Phrase) -> _QueryScores:
        self.deadline.seconds_left(query)
        term = _terms(query)[0]
        held = self._no_scores()
        for unit in (term, *(_words_within(term) if isinstance(query, Word) else ())):
            found = self.scorer.scores(unit)
            held.share[found.doc_ids] += found.weight
            held.gain[found.doc_ids] += found.weight * found.gain
            held.weight += found.weight
            self.weights[unit] = found.weight
        found = self.scorer.scores(term)
        held.whole[found.doc_ids] = True
        held.named[found.doc_ids] = found.named
        return held

    def _no_scores(self) -> _QueryScores:
        falsehoods = np.zeros(self.size, np.bool_)
        return _QueryScores(falsehoods, falsehoods.copy(), np.zeros(self.size), np.zeros(self.size))


def _terms(query: Word | Phrase) -> tuple[str, ...]:
    """Return the folded term of a word or phrase as the only one; nothing if it is empty."""
    term = core(fold_text(query.text)) if isinstance(query, Word) else fold_text(query.text).strip()
    return (term,) if term else ()


def _words_within(term: str) -> list[str]:
    """Return the words within a term, if they are several, or one with signs around it."""
    found = [word.decode("utf-8", "surrogatepass") for word in dict.fromkeys(words(term))]
    return [word for word in found if word != term and (len(word) > 1 or len(found) > 1)]


def _in_a_row(row: Sequence[str], term_index: TermIndex, among: Truths) -> Truths:
    """Return which documents contain all words of the query in a row, if they are several."""
    found = np.zeros(len(among), np.bool_)
    text = " ".join(row)
    if len(text.split()) > 1:
        matcher = WholeWordMatcher(text)
        for start, segment in term_index.segments():
            numbers = np.flatnonzero(among[start : start + len(segment)]).tolist()
            found[[start + number for number in matcher.in_texts(segment, numbers)]] = True
    return found


def _order_among_named(text: str, term_index: TermIndex, doc_id: int, gain: float) -> float:
    """Return the order of a note within its band: the very name first, then the very alias."""
    path = term_index.head(doc_id).partition("\n")[0]
    if path.rpartition("/")[2] == text:
        return 0.9 + 0.1 * gain
    return 0.8 + 0.1 * gain if text in term_index.aliases(doc_id) else _USUAL * gain
