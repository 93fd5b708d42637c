"""The trust in the table that comes along, which knows English, by the words of a question."""

from __future__ import annotations

from pageful.embedding.prose import ProseEmbedder
from pageful.lazy import patterns
from pageful.text.folding import fold_text
from pageful.text.stems import ENGLISH, GERMAN, ITALIAN

# > sourdough
_WORD = patterns.compile(r"[^\W\d_]+")
_LEAST, _ENOUGH = 0.3, 0.6
"""The shares of English words from which on meaning counts, and counts fully. English questions in
readers' words have .57 at least, German, Italian and Chinese ones .25 at most."""
_SHORTEST = 3
"""Letters of a word that tells its language; a stop word may be shorter."""
_FURTHER = """
au aux avec ce cette comment dans des du elle est et il je la le les ma mes mon ne nous pas pour
pourquoi quel quelle qui que sont sur un une vous cual cuando del donde el en es las lo los mi para
por se su sus y com da das do dos e em meu minha nao o os qual quando uma de een en het hoe ik met
mijn niet op te van voor waar waarom wat wie
"""
"""Stop words of French, Spanish, Portuguese and Dutch."""
_ENGLISH_TOO = frozenset(
    ["come", "die", "do", "due", "hat", "man", "no", "non", "on", "per", "pour", "war"]
)
"""Words of other languages' lists that are English words as well, and so tell nothing."""
_OTHER = GERMAN.stop_words | ITALIAN.stop_words | frozenset(_FURTHER.split())


def trust_in(embedder: ProseEmbedder, question: str) -> float:
    """Return how far the table can be trusted with a question, from 0 to 1.

    Raises:
        TableError: the table is missing or broken.
    """
    share = english_share(embedder, question)
    return min(1.0, max(0.0, (share - _LEAST) / (_ENOUGH - _LEAST)))


def english_share(embedder: ProseEmbedder, question: str) -> float:
    """Return the share of a question's telling words that are English; 0 where no word tells.

    Raises:
        TableError: the table is missing or broken.
    """
    found = _WORD.findall(fold_text(question))
    told = [each for each in (_is_english(embedder, word) for word in found) if each is not None]
    return sum(told) / len(told) if told else 0.0


def _is_english(embedder: ProseEmbedder, word: str) -> bool | None:
    """Return whether a folded word is English; `None` where it may be of any language."""
    english, other = word in ENGLISH.stop_words, word in _OTHER
    if english or other:
        return None if (english and other) or word in _ENGLISH_TOO else english
    if (word.isascii() and len(word) < _SHORTEST) or embedder.is_common(word):
        return None
    return embedder.is_known(word)
