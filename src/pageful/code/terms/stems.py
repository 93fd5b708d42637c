"""Stems of English words: the part that the forms of a word share, so that any finds the others."""

from __future__ import annotations

_SIBILANT = ("sses", "shes", "ches", "xes", "zes")
_NO_PLURAL = ("ss", "us", "is")
_ENDINGS = (
    ("ization", 3),
    ("isation", 3),
    ("ations", 3),
    ("ation", 3),
    ("ating", 3),
    ("ators", 3),
    ("ator", 3),
    ("ated", 3),
    ("ates", 3),
    ("ate", 4),
    ("izing", 3),
    ("izer", 3),
    ("ized", 3),
    ("ize", 3),
    ("ings", 3),
    ("ing", 3),
    ("ions", 3),
    ("ion", 4),
    ("ers", 3),
    ("er", 4),
    ("ors", 3),
    ("or", 4),
    ("ed", 3),
    ("able", 4),
    ("ible", 4),
    ("ment", 4),
    ("ance", 4),
    ("ence", 4),
    ("ive", 4),
    ("al", 4),
    ("ly", 4),
    ("e", 3),
    ("y", 4),
)
"""Endings in the order in which they are tried, and how many letters must stay before them."""
_LONG_ENOUGH = 4  # letters; of shorter words, `as` or `red` for instance, endings are part


def stem(word: str) -> str:
    """Return the stem of a lower-case word; one with other than English letters stays as it is.

    One plural, one ending, then a doubled consonant and a last `e` are taken off: `serializers`,
    `serialized` and `serialization` give `serial`, `running` gives `run`.
    """
    if len(word) < _LONG_ENOUGH or not (word.isascii() and word.isalpha()):
        return word
    word = _singular(word)
    for ending, stay in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= stay:
            word = word[: -len(ending)]
            break
    if len(word) >= _LONG_ENOUGH and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word[:-1] if len(word) > _LONG_ENOUGH and word.endswith("e") else word


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies") and len(word) > _LONG_ENOUGH:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_SIBILANT) else word[:-1]
