"""The terms of a topic: which words of the vault count as each, and which notes have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import idf
from pageful.text.folding import fold_text
from pageful.text.stems import ENGLISH, stem
from pageful.vault.search.inverted_index import Field
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.words import has_unspaced, words

# > Rye
_WORD = re.compile(r"\w+")
MOST_TERMS = 24
"""Terms that count: a topic of more words is a text, and its rarest words say what it is about."""
_LEAST_START = 3
"""Letters of a term that also begins longer words: fewer begin too many by chance."""
_SATURATION = 3.0
"""Occurrences in a note at which a term has half its weight, as in ranked search."""
_NAMED = 1.6
"""The part of its weight that a term in a name or an alias adds."""
_NAMES = Field.TITLE | Field.ALIAS

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class TermNotes:
    """The notes that have a term: arrays of shape (documents,).

    `counts` (float64) are occurrences in the text, `named` (bool) tells of titles and aliases.
    """

    counts: Floats
    named: Truths

    @property
    def having(self) -> Truths:
        """A mask of the notes that have the term in text, title or alias."""
        having: Truths = (self.counts > 0) | self.named
        return having


@dataclass(frozen=True)
class Topic:
    """The terms of a topic in one vault.

    `forms` says of each word of the vault which terms it counts as, `weights` how rare each term
    is. Of all documents, those in `among` (bool) are asked about.
    """

    terms: tuple[str, ...]
    unknown: tuple[str, ...]
    ignored: tuple[str, ...]
    forms: Mapping[bytes, frozenset[int]]
    weights: tuple[float, ...]
    notes: tuple[TermNotes, ...]
    among: Truths

    @classmethod
    def of(cls, text: str, index: TermIndex, paths: Iterable[str]) -> Topic:
        """Return the terms of a text, for the notes at some paths."""
        among = np.zeros(len(index.paths), np.bool_)
        among[[index.doc_ids[path] for path in paths if path in index.doc_ids]] = True
        terms = _terms(text)
        forms = _forms(terms, index)
        notes = [
            _notes(index, [word for word, of in forms.items() if number in of], among)
            for number in range(len(terms))
        ]
        having = [int(each.having.sum()) for each in notes]
        rarest = sorted((number for number, n in enumerate(having) if n), key=having.__getitem__)
        kept = sorted(rarest[:MOST_TERMS])
        numbers = {number: at for at, number in enumerate(kept)}
        return cls(
            terms=tuple(terms[number] for number in kept),
            unknown=tuple(term for term, n in zip(terms, having, strict=True) if not n),
            ignored=tuple(terms[number] for number in sorted(rarest[MOST_TERMS:])),
            forms={
                word: frozenset(numbers[number] for number in of if number in numbers)
                for word, of in forms.items()
            },
            weights=tuple(idf(int(among.sum()), having[number]) for number in kept),
            notes=tuple(notes[number] for number in kept),
            among=among,
        )

    def terms_in(self, text: str) -> frozenset[int]:
        """Return the terms that a text has, by their numbers."""
        return frozenset().union(*map(self.terms_of, words(fold_text(text))))

    def first_in(self, text: str) -> int:
        """Return where the first word that counts begins in a text; 0 without any."""
        found = (each.start() for each in _WORD.finditer(text) if self.terms_in(each[0]))
        return next(found, 0)

    def terms_of(self, word: bytes) -> frozenset[int]:
        """Return the terms that a folded word counts as."""
        return self.forms.get(word, frozenset())

    def weight(self, terms: Iterable[int]) -> float:
        """Return how much some of the terms weigh together, of 1 for all."""
        return sum(map(self.weights.__getitem__, terms)) / (sum(self.weights) or 1.0)

    @property
    def every(self) -> frozenset[int]:
        """The numbers of all terms."""
        return frozenset(range(len(self.terms)))

    @property
    def entire(self) -> Truths:
        """A mask of the notes that have all terms."""
        found = self.among.copy() if self.notes else np.zeros(len(self.among), np.bool_)
        for each in self.notes:
            found &= each.having
        return found

    @property
    def gains(self) -> Floats:
        """The score of each note, of shape (documents,): 0 where it has no term."""
        gains, covered = np.zeros(len(self.among)), np.zeros(len(self.among))
        for weight, each in zip(self.weights, self.notes, strict=True):
            share = each.counts / (each.counts + _SATURATION)
            gains += weight * (share + _NAMED * each.named)
            covered += weight * each.having
        return gains * covered


def _terms(text: str) -> list[str]:
    found = [word.decode("utf-8", "surrogatepass") for word in words(fold_text(text))]
    terms = list(dict.fromkeys(found))
    named = [term for term in terms if term not in ENGLISH.stop_words]
    by_stem = {stem(term): term for term in reversed(named or terms)}
    return [term for term in named or terms if by_stem[stem(term)] == term]


def _forms(terms: list[str], index: TermIndex) -> dict[bytes, frozenset[int]]:
    """Return the words of the vault that count as terms: same stems, and words that begin so."""
    begins: dict[str, list[tuple[int, str, str]]] = {}
    for number, term in enumerate(terms):
        start = term.removesuffix("s") if len(term) > _LEAST_START else term
        begins.setdefault(term[:_LEAST_START], []).append((number, start, stem(term)))
    forms: dict[bytes, frozenset[int]] = {}
    for word in index.vocabulary():
        found = frozenset(
            number
            for number, start, root in begins.get(word[:_LEAST_START], ())
            if _is_form(word, start, root)
        )
        if found:
            forms[word.encode("utf-8", "surrogatepass")] = found
    return forms


def _is_form(word: str, start: str, root: str) -> bool:
    if word == start or stem(word) == root:
        return True
    return len(start) >= _LEAST_START and word.startswith(start) and not has_unspaced(word)


def _notes(index: TermIndex, forms: Iterable[bytes], among: Truths) -> TermNotes:
    counts, named = np.zeros(len(among)), np.zeros(len(among), np.bool_)
    forms = list(forms)
    for start, segment in index.segments():
        for word in forms:
            found = segment.word(word)
            counts[start + found.notes] += found.counts
            named[start + found.notes[(found.fields & int(_NAMES)) > 0]] = True
    return TermNotes(counts * among, named & among)
