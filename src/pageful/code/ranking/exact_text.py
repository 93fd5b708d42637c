"""Find chunks that hold a text character for character, as a string constant that was pasted."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from pageful.code.ranking.layout import Integers
from pageful.code.ranking.literals import likeliest
from pageful.code.ranking.query import PHRASE_WORDS
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.terms.splitting import words
from pageful.lazy import patterns

_FEW = 64
"""Chunks that are read where a text is likely a topic: of few words without any punctuation."""
_ENOUGH_WORDS = 3
# > Payload: {task_args}
# > --exchange
_PUNCTUATION = patterns.compile(r"[^\w\s?'’-]|(?<!\w)-|[.:]$")
_LARGEST = 4000
"""Characters of a text that is looked for; a longer one is no constant of a line."""


def find_exact_text(
    text: str, corpus: QueryCorpus, *, quoted: bool = False, phrases: Integers | None = None
) -> tuple[Integers, Integers]:
    """Find the allowed chunks that hold a text as it was typed, and of those the constants.

    A constant is the whole of what stands in quotes. Two words without punctuation are more likely
    a topic than a text that somebody copied, unless they are `quoted`: only constants count then.
    `phrases` are the chunks with all the words in a row, where they are known already.
    """
    none: Integers = np.empty(0, np.int64)
    if phrases is not None and not phrases.size:
        return none, none
    said = words(text)
    if not said or len(said) > PHRASE_WORDS or len(text) > _LARGEST:
        return none, none
    if not (quoted or len(said) >= _ENOUGH_WORDS or _PUNCTUATION.search(text)):
        pool = likeliest(said, corpus, _FEW)
        constants = _matching(_constant_pattern(text), pool, corpus.texts(pool))
        return constants, constants
    pool = likeliest(said, corpus) if phrases is None else phrases
    texts = corpus.texts(pool)
    typed = _matching(exact_pattern(text), pool, texts)
    return typed, _matching(_constant_pattern(text), pool, texts)


def find_exact_name(name: str, corpus: QueryCorpus) -> Integers:
    """Find the allowed chunks that have a name as it is spelled, `maxSize` and not `max_size`."""
    pool = likeliest(words(name), corpus, _FEW)
    return _matching(exact_pattern(name), pool, corpus.texts(pool))


def exact_pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern of a text that is no part of a longer word."""
    before = r"(?<!\w)" if re.match(r"\w", text) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", text) else ""
    return re.compile(before + re.escape(text) + after)


def _constant_pattern(text: str) -> re.Pattern[str]:
    return re.compile(rf"([\"'`]){re.escape(text)}\1")


def _matching(pattern: re.Pattern[str], pool: Integers, texts: Sequence[str]) -> Integers:
    return pool[np.fromiter((bool(pattern.search(each)) for each in texts), np.bool_, len(pool))]
