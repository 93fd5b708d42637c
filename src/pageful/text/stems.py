"""Stems and stop words of a question's language: what has the same stem is taken for one word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

_ENGLISH = """
a about after all also an and any are as at be been between but by can could did do does for
from get had has have how i if in into is it its me my no not of off on one or our out should so
some such than that the their them then there these they this to too up us use was we were what
when where which who why will with without would you your
"""
_GERMAN = """
aber als am an auch auf aus bei beim bin bis da das dass dem den der des die dies diese dieser
dieses doch du durch ein eine einem einen einer eines er es fur gibt hat haben ich ihr im in ist ja
kann kein keine man mehr mein meine mit muss nach nicht noch nur oder ob sich sie sind so uber um
und uns unter vom von vor war warum was welche wenn wer werden wie wird wir wo wurde zu zum zur
"""
_ITALIAN = """
a ad agli ai al alla alle allo anche che chi ci cio come con cosa cui da dal dalla dei del della
delle dello di dove e ed gli ha hanno i il in io la le lo ma mi mio ne nei nel nella non o per piu
perche quale quali quando quanto quello questa questo se si sia sono su sul sulla tra un una uno
"""

# > synchronisation
_BRITISH = patterns.compile(r"is(?=(?:e[srd]?|ers|ing|ations?)\Z)")
_ENDINGS = (
    *("izations", "ization", "izing", "izers", "izer", "izes", "ized", "ize", "ations", "ation"),
    *("ings", "ing", "ies", "ied", "ed", "es", "s", "y", "e"),
)
"""Endings, each before those that end it."""
_SHORTEST = 3
"""Letters that are left of a word at least: `bak` of baking, but all of `sing`."""
# > bak
_VOWEL = patterns.compile(r"[aeiouy]")
# > mapp
_DOUBLED = patterns.compile(r"([bdfgklmnprt])\1\Z")
_NO_PLURAL = ("ss", "us", "is")

_GERMAN_ENDINGS = ("ern", "em", "en", "er", "es", "e", "s", "n")
"""Endings of cases, plurals and verbs, each before those that end it."""
_SHORTEST_GERMAN = 4
"""Letters that are left of a German word: three are often the start of quite another."""
_LEAST_ITALIAN = 5
"""Letters of an Italian word that has an ending: `casa` and `caso` stay apart."""


@dataclass(frozen=True, slots=True)
class Language:
    """The words of a language that name no topic, folded, and its stems."""

    stop_words: frozenset[str]
    stem: Callable[[str], str]


def stem(word: str) -> str:
    """Return a folded English word without its ending; `-ise` is `-ize`."""
    word = _BRITISH.sub("iz", word)
    for ending in _ENDINGS:
        left = word.removesuffix(ending)
        if left != word and len(left) >= _SHORTEST and _VOWEL.search(left):
            if ending == "s" and word.endswith(_NO_PLURAL):
                break
            return _DOUBLED.sub(r"\1", left)
    return word


def _german_stem(word: str) -> str:
    left = (word.removesuffix(ending) for ending in _GERMAN_ENDINGS if word.endswith(ending))
    return next((each for each in left if len(each) >= _SHORTEST_GERMAN), word)


def _italian_stem(word: str) -> str:
    """Return an Italian word without the vowels at its end, which tell number and gender."""
    left = word.rstrip("aeiou")
    return left if len(word) >= _LEAST_ITALIAN and len(left) >= _SHORTEST else word


ENGLISH = Language(frozenset(_ENGLISH.split()), stem)
GERMAN = Language(frozenset(_GERMAN.split()), _german_stem)
ITALIAN = Language(frozenset(_ITALIAN.split()), _italian_stem)
_LANGUAGES = (ENGLISH, GERMAN, ITALIAN)


def language_of(words: Sequence[str]) -> Language:
    """Return the language with the most stop words among folded words; English where none has."""
    return max(_LANGUAGES, key=lambda each: sum(word in each.stop_words for word in words))
