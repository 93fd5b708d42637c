"""Stems of English words, by their endings: what has the same stem is taken for the same word."""

from __future__ import annotations

import re

_STOP_WORDS = """
a about after all also an and any are as at be been between but by can could did do does for
from get had has have how i if in into is it its me my no not of off on one or our out should so
some such than that the their them then there these they this to too up us use was we were what
when where which who why will with without would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that name no topic; they count where a topic has no others."""

# > synchronisation
_BRITISH = re.compile(r"is(?=(?:e[srd]?|ers|ing|ations?)\Z)")
_ENDINGS = (
    *("izations", "ization", "izing", "izers", "izer", "izes", "ized", "ize", "ations", "ation"),
    *("ings", "ing", "ies", "ied", "ed", "es", "s", "y", "e"),
)
"""Endings, each before those that end it."""
_SHORTEST = 3
"""Letters that are left of a word at least: `bak` of baking, but all of `sing`."""
# > bak
_VOWEL = re.compile(r"[aeiouy]")
# > mapp
_DOUBLED = re.compile(r"([bdfgklmnprt])\1\Z")
_NO_PLURAL = ("ss", "us", "is")


def stem(word: str) -> str:
    """Return a folded word without its ending; `-ise` is `-ize`."""
    word = _BRITISH.sub("iz", word)
    for ending in _ENDINGS:
        left = word.removesuffix(ending)
        if left != word and len(left) >= _SHORTEST and _VOWEL.search(left):
            if ending == "s" and word.endswith(_NO_PLURAL):
                break
            return _DOUBLED.sub(r"\1", left)
    return word
