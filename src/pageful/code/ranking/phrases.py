"""Compare texts with a query word by word, in the query's order, which finds error messages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate

import numpy as np

from pageful.code.ranking.index_terms import whole_terms
from pageful.code.ranking.layout import Integers
from pageful.code.ranking.literals import likeliest
from pageful.code.ranking.query import PHRASE_WORDS, STOP_WORDS, Kind, Query, is_question
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.terms.splitting import words
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

POOL = 12
"""Chunks whose texts are read at most."""

_SHORTEST = 3  # words of a phrase: two in a row stand in many texts by chance
_ENOUGH = 4  # words after the first of a run; longer runs are no better matches
_MOST_OF_IT = 0.6  # of a query that is no error message, which has to be quoted in the main


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words of a query, folded, and the number of them in a row that make a run.

    `telling` counts the telling words before each word, and last all of them.
    """

    words: tuple[str, ...]
    telling: tuple[int, ...]
    shortest: int

    @classmethod
    def of(cls, query: str, *, is_error: bool) -> Phrase | None:
        """Make the phrase of a query, `None` where it has too few words to be one.

        Of an error message, which may be long and names what is in no text, three words in a row
        are a run; of anything else it has to be most of it.
        """
        folded = tuple(word.casefold() for word in words(query)[:PHRASE_WORDS])
        telling = tuple(accumulate((word not in STOP_WORDS for word in folded), initial=0))
        if len(folded) < _SHORTEST or telling[-1] < 2:
            return None
        most = 0 if is_error else round(_MOST_OF_IT * len(folded))
        return cls(folded, telling, max(_SHORTEST, most))

    def share(self, text: str) -> float:
        """Compute the share of the phrase that one run of the text has, 0 to 1, by telling words.

        Two words of a run at least are telling ones; five of them are enough for 1.
        """
        folded = [word.casefold() for word in words(text)]
        longest = self._longest(folded) if self._has_run(" ".join(folded)) else 0
        return min(longest - 1, _ENOUGH) / min(self.telling[-1] - 1, _ENOUGH) if longest > 1 else 0

    def finder(self) -> Callable[[str], bool]:
        """Return a function that tells whether a text has all words of the phrase in a row."""
        # `open` and `journal` in a row in: open("journal")
        in_a_row = re.compile(r"\W+".join(map(re.escape, self.words)))
        whole = f" {' '.join(self.words)} "

        def is_whole_in(text: str) -> bool:
            # Much quicker than to take the text apart, which few texts are worth.
            if text.isascii() and not in_a_row.search(text.casefold()):
                return False
            return whole in f" {' '.join(map(str.casefold, words(text)))} "

        return is_whole_in

    def _has_run(self, text: str) -> bool:
        """Return whether a text has any run, a quick test that few texts pass."""
        starts = range(len(self.words) - self.shortest + 1)
        spaced = f" {text} "
        runs = (self.words[start : start + self.shortest] for start in starts)
        return any(f" {' '.join(run)} " in spaced for run in runs)

    def _longest(self, text: Sequence[str]) -> int:
        """Count the telling words of the longest run that phrase and text have in common."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self.words):
            places[word].append(number)
        best = 0
        runs: dict[int, int] = {}
        for word in text:
            runs = {number: runs.get(number - 1, 0) + 1 for number in places.get(word, ())}
            for number, length in runs.items():
                if length >= self.shortest:
                    told = self.telling[number + 1] - self.telling[number + 1 - length]
                    best = max(best, told)
        return best


def whole_phrases(query: str, corpus: QueryCorpus) -> Integers | None:
    """Find the allowed chunks that have all of a query of three words or more in a row, ascending.

    At least two of the words are telling ones. A question by a question word quotes nothing: a text
    that has it, such as a list of questions, need not answer it. Of the chunks that have all of
    the words, the `likeliest` are read. Of a query that is no such phrase the answer is `None`.
    """
    phrase = None if is_question(query) else Phrase.of(query, is_error=False)
    if phrase is None or len(words(query)) > len(phrase.words):
        return None
    pool = likeliest(phrase.words, corpus)
    return pool[np.fromiter(map(phrase.finder(), corpus.texts(pool)), np.bool_, len(pool))]


def phrase_shares(query: str, asked: Query, corpus: QueryCorpus, chunks: Integers) -> Floats:
    """Compute for each of some chunks the share of the query that it has word by word, 0 to 1.

    Only texts of chunks that have most of the query's words are read, at most `POOL` of them.
    """
    shares = np.zeros(len(chunks), np.float32)
    phrase = Phrase.of(query, is_error=asked.kind is Kind.ERROR)
    if phrase is None:
        return shares
    having = np.zeros(len(corpus.layout.lengths), np.int32)
    for term in whole_terms(phrase.words):
        having[corpus.chunks_with(term)] += 1
    held = having[chunks]
    likely = np.argsort(-held, kind="stable")[:POOL]
    likely = likely[held[likely] >= min(phrase.shortest, _ENOUGH)]
    shares[likely] = [phrase.share(text) for text in corpus.texts(chunks[likely])]
    return shares
