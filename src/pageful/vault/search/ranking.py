"""How well notes match a query: a score that says what of the query they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np

from pageful.text.folding import fold_text
from pageful.vault.results import Band
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.evidence import Floats, Sight, Truths, Witness, core
from pageful.vault.search.query import And, Or, Phrase, Query, Scoped, Word
from pageful.vault.search.term_index import Lexicon
from pageful.vault.search.words import words

_FLOORS = {Band.EXCELLENT: 2.0, Band.GOOD: 1.0, Band.MODERATE: 0.5, Band.LOW: 0.0}
_MOST = 0.5 - 1e-9
"""The share of the terms' weight that makes a match moderate: half, whatever is lost in adding."""
_WITHIN = 0.1
"""What terms within longer words are worth at most."""
_LEAST_START = 3
_MOST_COUNTED = 1_000
"""Of more notes than this that have terms only within longer words, it is not counted how often."""
_USUAL = 0.8
"""The part of a band that is left to notes which are not named just as the query."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What each place of a lexicon is worth for a query.

    A score is 2 or more if every term stands in the title, an alias or a heading, or all words of
    the query stand in the text in a row; else 1 or more if the note holds every term; else 0.5 or
    more if it holds half of the terms' weight, a rare term weighing more than a frequent one.
    Within these bands notes are ordered by BM25, where titles, aliases, headings and tags count
    more than text; a note with the very name is first.

    A term is held as `Evidence` says; what only holds it within a longer word is ranked by
    `lifted`. Of alternatives (`OR`) one is enough. A query without terms is held by all.
    `gains`, from 0 to 1, are what BM25 makes of the terms; `weights` are those of each term, and of
    each word within a term.
    """

    scores: Floats
    gains: Floats
    weights: Mapping[str, float]


def band_of(score: float) -> Band:
    """What a score says."""
    return next(band for band, floor in _FLOORS.items() if score >= floor)


def ranked(query: Query, lexicon: Lexicon, deadline: Deadline) -> Ranking:
    """What every place of a lexicon is worth for a query.

    Raises:
        ToolError: it takes too long; the message names the word that was being looked for.
        Cancelled: the caller gave up.
    """
    weighing = _Weighing(Witness(lexicon), len(lexicon.paths), deadline)
    held = weighing.of(query)
    row = sought_words(query)
    excellent = held.named & (held.weight > 0)
    excellent |= _in_a_row(row, lexicon, held.whole & ~excellent)
    gains = held.gain / (held.weight or 1.0)
    order = _USUAL * gains
    for place in lexicon.named(" ".join(row), np.flatnonzero(excellent)) if row else ():
        order[place] = _among_named(" ".join(row), lexicon, place, float(gains[place]))
    shares = held.share / held.weight if held.weight else np.ones(len(order))
    scores = np.select(
        [excellent, held.whole, shares >= _MOST],
        [2.0 + order, 1.0 + 0.99 * order, 0.5 + 0.49 * order],
        0.49 * order,
    )
    return Ranking(scores, gains, weighing.weights)


def lifted(ranking: Ranking, query: Query, lexicon: Lexicon, matching: Sequence[int]) -> Ranking:
    """The ranking for places that match the query as it stands, if only within longer words.

    What matches holds every term, and so scores 1 at least; 2, where its title, aliases or headings
    have words that begin with each of them. Such notes come after those that have the words.
    """
    scores = ranking.scores.copy()
    terms, starts = list(ranking.weights), [_start_of(word) for word in sought_words(query)]
    places = np.array(matching, np.int64)
    places = np.sort(places[scores[places] < 1.0])
    scores[places] = 1.0 + 0.3 * ranking.gains[places]
    if len(places) <= _MOST_COUNTED:
        scores[places] += [_WITHIN * lexicon.density(place, terms) for place in places.tolist()]
    named = lexicon.named(max(sought_words(query), key=len), places) if starts else []
    for place in named:
        scores[place] += all(map(_is_in(lexicon.head(place)), starts))
    return replace(ranking, scores=scores)


def _start_of(word: str) -> re.Pattern[str]:
    """Where a word of a name begins so; of fewer than three letters, where it is the word."""
    end = "" if len(word) >= _LEAST_START else r"(?!\w)"
    return re.compile(rf"(?<!\w){re.escape(word)}{end}")


def _is_in(text: str) -> Callable[[re.Pattern[str]], bool]:
    return lambda pattern: pattern.search(text) is not None


def sought_words(query: Query) -> tuple[str, ...]:
    """The words and phrases that a query asks for beside operators, in their order, folded."""
    parts = query.parts if isinstance(query, And) else (query,)
    return tuple(term for part in parts if isinstance(part, Word | Phrase) for term in _terms(part))


@dataclass(slots=True)
class _Held:
    """What places hold of a query: all of it, all of it in names, and how much of its weight."""

    whole: Truths
    named: Truths
    share: Floats
    gain: Floats
    weight: float = 0.0

    @classmethod
    def nothing_sought(cls, size: int) -> _Held:
        truths = np.ones(size, np.bool_)
        return cls(truths, truths.copy(), np.zeros(size), np.zeros(size))

    def together_with(self, other: _Held) -> _Held:
        self.whole &= other.whole
        self.named &= other.named
        self.share += other.share
        self.gain += other.gain
        self.weight += other.weight
        return self

    def or_else(self, other: _Held) -> _Held:
        weight = max(self.weight, other.weight)
        mine, theirs = weight / (self.weight or 1.0), weight / (other.weight or 1.0)
        return _Held(
            self.whole | other.whole,
            self.named | other.named,
            np.maximum(self.share * mine, other.share * theirs),
            np.maximum(self.gain * mine, other.gain * theirs),
            weight,
        )


@dataclass(frozen=True, slots=True)
class _Weighing:
    witness: Witness
    size: int
    deadline: Deadline
    weights: dict[str, float] = field(default_factory=dict)

    def of(self, query: Query) -> _Held:
        """What places hold of a query; what asks for no words is held by all."""
        match query:
            case Word() | Phrase():
                return self._together(map(self._term, [query] if _terms(query) else []))
            case And(parts):
                return self._together(map(self.of, dict.fromkeys(parts)))
            case Or(parts):
                return reduce(_Held.or_else, map(self.of, parts))
            case Scoped(operator, part) if operator != "tag":
                return self.of(part)
            case _:
                return self._together(())

    def _together(self, parts: Iterable[_Held]) -> _Held:
        return reduce(_Held.together_with, parts, _Held.nothing_sought(self.size))

    def _term(self, query: Word | Phrase) -> _Held:
        self.deadline.left(query)
        term = _terms(query)[0]
        held = self._nothing_held()
        for unit in (term, *(_words_within(term) if isinstance(query, Word) else ())):
            found = self.witness.evidence(unit)
            held.share[found.places] += found.weight
            held.gain[found.places] += found.weight * found.gain
            held.weight += found.weight
            self.weights[unit] = found.weight
        found = self.witness.evidence(term)
        held.whole[found.places] = True
        held.named[found.places] = found.named
        return held

    def _nothing_held(self) -> _Held:
        falsehoods = np.zeros(self.size, np.bool_)
        return _Held(falsehoods, falsehoods.copy(), np.zeros(self.size), np.zeros(self.size))


def _terms(query: Word | Phrase) -> tuple[str, ...]:
    """The term that a word or phrase is, folded; none if it is empty."""
    term = core(fold_text(query.text)) if isinstance(query, Word) else fold_text(query.text).strip()
    return (term,) if term else ()


def _words_within(term: str) -> list[str]:
    """The words that a term is made of, if they are several or it is one with signs around it."""
    found = [word.decode("utf-8", "surrogatepass") for word in dict.fromkeys(words(term))]
    return [word for word in found if word != term and (len(word) > 1 or len(found) > 1)]


def _in_a_row(row: Sequence[str], lexicon: Lexicon, among: Truths) -> Truths:
    """Which places hold all words of the query in a row, if they are several."""
    found = np.zeros(len(among), np.bool_)
    text = " ".join(row)
    if len(text.split()) > 1:
        sight = Sight(text)
        for start, segment in lexicon.segments():
            numbers = np.flatnonzero(among[start : start + len(segment)]).tolist()
            found[[start + number for number in sight.in_texts(segment, numbers)]] = True
    return found


def _among_named(text: str, lexicon: Lexicon, place: int, gain: float) -> float:
    """The place in the order of a note: first if it has the very name, then if that is an alias."""
    path = lexicon.head(place).partition("\n")[0]
    if path.rpartition("/")[2] == text:
        return 0.9 + 0.1 * gain
    return 0.8 + 0.1 * gain if text in lexicon.aliases(place) else _USUAL * gain
