"""What is asked: the kind of a query, its terms, and the names it gives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from pageful.code.terms.splitting import joined, parts, words
from pageful.code.terms.stems import stem


class Kind(StrEnum):
    """What a query looks like."""

    SYMBOL = "symbol"
    PATH = "path"
    ERROR = "error"
    WORDS = "words"


MOST_WORDS = 400
"""Distinct words of a query that are looked at; of a longer one, the first."""
_PAIR = 0.5

_STOP_WORDS = """
a across after all an and any are as at be before between by can could did do does during for from
had has have how i if in into is it its may me my no not of on or our over should so than that the
their them then there these they this to us use used using via was we were what when where whether
which while who whose why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""English words that tell nothing of what is asked."""

_SYMBOL = re.compile(r"[$@#]?\w+(?:(?:::|->|[.\\#/:])\w+)*(?:\(\))?[!?]?;?")
_PATH = re.compile(
    r"(?:[\w.@+-]+[/\\])+[\w.@+-]*(?::\d+){0,2}"
    r"|[\w@+-][\w.@+-]*\.(?:[cm]?[jt]sx?|py[ix]?|go|java|kts?|rs|c|cc|cpp|cxx|h|hh|hpp|cs|rb|php"
    r"|swift|scala|sh|bash|exs?|hs|lua|zig|md|json|ya?ml|toml)(?::\d+){0,2}"
)
_LINE = re.compile(r"(?::\d+){1,2}$")
_EXTENSION = re.compile(r"\.\w+$")
_ERROR = re.compile(
    r"Traceback \(most recent|\b\w*(?:Error|Exception|Panic)\b\s*[:(]"
    r"|\b(?:error|fatal|panic)\b\s*[:\[]"
    r"|^\s+at \S+\(|\bFile \"[^\"]+\", line \d+",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart.

    `terms` gives each plain term its weight, how often it was said; the pairs of neighbouring
    words are among them, `single` are those that are no such pair. `names` are the identifiers
    it gives and `capitals` its words with a capital, the first aside; `path` is the path that it
    is, without a line.
    """

    kind: Kind
    terms: dict[str, float]
    single: frozenset[str]
    names: tuple[str, ...] = ()
    capitals: tuple[str, ...] = ()
    path: str = ""


def understood(text: str) -> Query:
    """Takes a query apart. Stop words count only where there is nothing else."""
    kind = kind_of(text)
    path = _LINE.sub("", text.strip()).replace("\\", "/") if kind is Kind.PATH else ""
    said = Counter(words(_EXTENSION.sub("", path) if path else text))
    asked = list(said)[:MOST_WORDS]
    telling = [word for word in asked if word.casefold() not in STOP_WORDS] or asked
    single: Counter[str] = Counter()
    for word in telling:
        single.update(dict.fromkeys(parts(word), said[word]))
    pairs = {stem(joined(a) + joined(b)): _PAIR for a, b in pairwise(telling)}
    capitals = tuple(word for word in telling[1:] if word.istitle())
    names = _names(kind, telling)
    return Query(kind, pairs | dict(single), frozenset(single), names, capitals, path)


def kind_of(text: str) -> Kind:
    """What a query looks like."""
    bare = text.strip()
    if _PATH.fullmatch(bare):
        return Kind.PATH
    if _SYMBOL.fullmatch(bare):
        return Kind.SYMBOL
    return Kind.ERROR if _ERROR.search(text) else Kind.WORDS


def _names(kind: Kind, telling: Iterable[str]) -> tuple[str, ...]:
    given = list(telling)
    if kind is Kind.SYMBOL:
        return tuple(given[-1:])
    return tuple(word for word in given if len(parts(word)) > 1)
