"""Find literals as they were typed: a configuration key, an address, a file's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.corpus import Postings
from pageful.code.ranking.index_terms import whole_terms
from pageful.code.ranking.layout import Integers, Positions
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.terms import splitting as terms
from pageful.code.terms.marks import Mark
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats, dampings, shares

MOST_READ = 256
"""Chunks whose texts are read at most: on 6,500 files that takes some hundredths of a second."""

# Those of `weights.Weights.chunk_saturation` and `chunk_length`.
_SATURATION = 1.5
_LENGTH_EFFECT = 0.6
_SHORTEST_NAME = 6
"""The fewest letters of a literal that is found by its words in a row: fewer are in any text."""
# > fetch.min-bytes
_APART = patterns.compile(r"[\W_]+")


class Form(IntEnum):
    """A form in which a text has a literal, the clearest last."""

    NONE = 0
    NAME = 1
    """The literal's words in a row, as `FETCH_MIN_BYTES` has those of `fetch.min.bytes`."""
    TYPED = 2
    """The exact literal, not called as a function: `fetch.min.bytes` in a sentence."""
    VALUE = 3
    """The exact literal as a whole quoted text, or as the whole key in a line."""


@dataclass(frozen=True, slots=True)
class LiteralMatches:
    """The chunks that have a literal in any form, ascending, and the form of each.

    `is_value` says that a file which is no test has it as a value.
    """

    chunks: Integers
    forms: npt.NDArray[np.int8]
    is_value: bool

    def at_least(self, form: Form) -> Integers:
        """Return the chunks that have the literal in this form or a clearer one."""
        return self.chunks[self.forms >= form]


def find_literal(literal: str, corpus: QueryCorpus) -> LiteralMatches:
    """Find a literal in the chunks that are allowed."""
    pool = likeliest(terms.words(literal), corpus)
    forms = np.fromiter(map(_form_of(literal), corpus.texts(pool)), np.int8, len(pool))
    values = corpus.layout.files[pool[forms == Form.VALUE]]
    is_value = bool(np.isin(values, _test_files(corpus), invert=True).any())
    return LiteralMatches(pool[forms > Form.NONE], forms[forms > Form.NONE], is_value)


def likeliest(words: Sequence[str], corpus: QueryCorpus, most: int = MOST_READ) -> Integers:
    """Return the allowed chunks that have all these words, ascending.

    Of more than `most`, those with the most of them in names and texts, tests last.
    """
    wanted = whole_terms(words)
    corpus.fetch(wanted)
    lists = [corpus.postings(term) for term in wanted]
    if not lists:
        return np.empty(0, np.int64)
    lists.sort(key=lambda each: len(each[0]))
    chunks: Integers = lists[0][0].astype(np.int64)
    for positions, _ in lists[1:]:
        chunks = chunks[np.isin(chunks, positions, assume_unique=True)]
    if corpus.among is not None:
        chunks = chunks[corpus.among[chunks]]
    if len(chunks) <= most:
        return chunks
    promise = _densities(chunks, lists, corpus) + _name_counts(chunks, wanted, corpus)
    promise -= np.isin(corpus.layout.files[chunks], _test_files(corpus))
    return np.sort(chunks[np.argsort(-promise, kind="stable")[:most]])


def _densities(chunks: Integers, lists: Sequence[Postings], corpus: QueryCorpus) -> Floats:
    """Add up for each chunk the shares of the terms of these lists: 0 to their number."""
    layout = corpus.layout
    damping = dampings(layout.lengths[chunks], layout.mean_chunk, _SATURATION, _LENGTH_EFFECT)
    dense = np.zeros(len(chunks), np.float32)
    for positions, counts in lists:
        dense += shares(counts[np.searchsorted(positions, chunks)], damping)
    return dense


def _name_counts(chunks: Integers, wanted: Collection[str], corpus: QueryCorpus) -> Floats:
    """Count for each chunk the terms that the names have which it defines."""
    named = np.zeros(len(chunks), np.float32)
    corpus.fetch(terms.NAMED + term for term in wanted)
    for term in wanted:
        named += np.isin(chunks, corpus.chunks_with(terms.NAMED + term))
    return named


def _test_files(corpus: QueryCorpus) -> Positions:
    return corpus.layout.files[corpus.chunks_with(terms.MARK + Mark.TEST)]


def _form_of(literal: str) -> Callable[[str], Form]:
    """Return a function that tells the form in which a text has a literal."""
    typed = re.escape(literal)
    # min.bytes in `x = min.bytes`, not in `admin.bytes` nor in the call `min.bytes(2)`
    as_typed = re.compile(rf"(?<!\w){typed}(?![\w(])")
    # "min.bytes" and, at the beginning of a line, min.bytes=1
    as_value = re.compile(rf"([\"'`]){typed}\1|^[ \t]*{typed}[ \t]*[=:]", re.MULTILINE)
    name = _squeeze(literal)

    def form(text: str) -> Form:
        if literal in text:
            if as_value.search(text):
                return Form.VALUE
            if as_typed.search(text):
                return Form.TYPED
        in_a_row = len(name) >= _SHORTEST_NAME and name in _squeeze(text)
        return Form.NAME if in_a_row else Form.NONE

    return form


def _squeeze(text: str) -> str:
    return _APART.sub("", text).casefold()
