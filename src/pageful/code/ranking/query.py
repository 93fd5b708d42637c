"""Parse a query: its kind, its terms, and the names in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise

from pageful.code.languages.table import LANGUAGES
from pageful.code.terms.splitting import file_name, join_parts, parts, words
from pageful.code.terms.stems import stem
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass


class Kind(StrEnum):
    """A kind of query, recognised by its form."""

    SYMBOL = "symbol"
    LITERAL = "literal"
    PATH = "path"
    ERROR = "error"
    WORDS = "words"


MOST_WORDS = 400
"""Distinct words of a query that are looked at; of a longer one, the first."""
PHRASE_WORDS = 80
"""Words of a query that are compared with texts word by word; of a longer one, the first."""
_PAIR = 0.5
_LONGEST_LITERAL = 200
"""The most characters of a literal: a longer text is no key that anybody typed."""
_LEAST_WORDS = 2
"""Words of a literal: one alone is a name."""

_STOP_WORDS = """
a across after all an and any are as at be before between by can could did do does during for from
had has have how i if in into is it its may me my no not of on or our over should so than that the
their them then there these they this to us use used using via was we were what when where whether
which while who whose why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""English words that do not narrow a query down."""

_CHANGE_WORDS = """
add added adding adds allow allows also avoid better bug bugfix bugs change changed changes
cleanup correct correctly disable drop enable ensure even feat feature fix fixed fixes fixing
implement implemented improve improved improvement improves improving instead introduce issue
issues make makes minor misc move moved prevent properly refactor remove removed removes removing
rename renamed replace replaced small support supported supports update updated updates updating
"""
CHANGE_WORDS = frozenset(_CHANGE_WORDS.split())
"""English words of requests for a change, which say what to do and seldom where."""
_OF_CHANGES = 0.2
"""The weight of such a word beside others. On subjects of commits 0.1 to 0.3 do as well."""

# > Session.close()
# > std::vector
_SYMBOL = patterns.compile(r"[$@#]?\w+(?:(?:::|->|[.\\#/:])\w+)*(?:\(\))?[!?]?;?")
_PATH_EXTENSIONS = [word for each in LANGUAGES for word in each.path_extensions.split()]
# > src/shop/cart.py:12
# > cart.py
_PATH = patterns.compile(
    r"(?:[\w.@+-]+[/\\])+[\w.@+-]*(?::\d+){0,2}"
    rf"|[\w@+-][\w.@+-]*\.(?:{'|'.join(_PATH_EXTENSIONS)})(?::\d+){{0,2}}"
)
# > src/auth/login.py:12:7
_LINE = patterns.compile(r"(?::\d+){1,2}$")
# > src/auth/login.py
_EXTENSION = patterns.compile(r"\.\w+$")
# > why is fetch.min.bytes ignored
# > spring.jpa.ddl-auto
# > terraform.tfstate
# Not 1.2.3 nor Node.js.
_DOTTED = patterns.compile(r"(?<![\w./:-])[a-z_]\w*(?:[.:/-]\w+)*\.\w+(?:[.:/-]\w+)*(?![\w/(])")
_MOST_LITERALS = 3
"""Literals within a question that are looked for: one that has more is prose or pasted code."""
# > "connection refused"
_QUOTED = patterns.compile(r"([\"'`])([^\"'`]+)\1")
# > Session::close
# > group#id
_NO_LITERAL = patterns.compile(r"::|->|[#\\$@!?;()]")
# > TypeError: unsupported operand type(s) for +: 'int' and 'str'
# > fatal: not a git repository
#   Python's and Java's traces:
# >   File "/srv/app/main.py", line 12, in main
# >     at org.broker.Server.start(Server.java:41)
_ERROR = patterns.compile(
    r"Traceback \(most recent|\b\w*(?:Error|Exception|Panic)\b\s*[:(]"
    r"|\b(?:error|fatal|panic)\b\s*[:\[]"
    r"|^\s+at \S+\(|\bFile \"[^\"]+\", line \d+",
    re.MULTILINE,
)
# > Could not open the journal of orders
# > Invalid value 7 for the option size
_MESSAGE = patterns.compile(
    # Error acquiring the state lock
    r"\W*(?:(?:error|failure|failed|exception) (?:\w+ing\b|to |while |when |in |at |on )"
    # Could not open the journal of orders
    r"|(?:could not|couldn't|cannot|can't|can not|unable to|failed to|not allowed to|refusing to)\b"
    # Invalid value 7 for the option size
    r"|(?:invalid|unexpected|unknown|unsupported|illegal|missing|no such|duplicate) \w+ "
    # The plan file contains no changes, so it cannot be applied
    r"|(?!how |what |where |why |which |who |when |does |is |are |can |do |should )(?:\S+ ){1,12}"
    r"(?:must (?:not )?be|must not|is not|was not|are not|were not|does not|cannot|can't|could not"
    r"|failed to|is required|is missing|already exists|not found|timed out|is invalid)\b)",
    re.IGNORECASE,
)
# > how are cookies stored
_QUESTION = patterns.compile(r"\W*(?:how|what|when|where|which|who|whose|why)\b", re.IGNORECASE)
_SHORTEST_MESSAGE = 4
"""Words of a message that has no word such as `Error:`: shorter ones may well name a topic."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart.

    `terms` gives each plain term its weight, how often it was said; the pairs of neighbouring
    words are among them, `single` are those that are no such pair. `names` are the identifiers
    it gives and `capitals` its words with a capital, the first aside; `path` is the path that it
    is, without a line. `scopes` are the names before the last one of a qualified symbol, and
    `literals` the dotted texts in it, as they were typed; a literal query is one of them.
    """

    kind: Kind
    terms: dict[str, float]
    single: frozenset[str]
    names: tuple[str, ...] = ()
    capitals: tuple[str, ...] = ()
    path: str = ""
    scopes: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()


def parse_query(text: str) -> Query:
    """Parse a query. Stop words count only if there are no other words."""
    text = strip_quotes(text)
    kind = kind_of(text)
    path = _LINE.sub("", text.strip()).replace("\\", "/") if kind is Kind.PATH else ""
    said = Counter(words(_EXTENSION.sub("", path) if path else text))
    asked = list(said)[:MOST_WORDS]
    telling = [word for word in asked if word.casefold() not in STOP_WORDS] or asked
    single: Counter[str] = Counter()
    for word in telling:
        single.update(dict.fromkeys(parts(word), said[word]))
    pairs = {stem(join_parts(a) + join_parts(b)): _PAIR for a, b in pairwise(telling)}
    capitals = tuple(word for word in telling[1:] if word.istitle())
    qualified = words(text)[:MOST_WORDS] if kind is Kind.SYMBOL else []
    names = tuple(qualified[-1:]) if qualified else _names(kind, telling, path)
    weights = _weigh_changes(single, telling) if kind is Kind.WORDS else dict(single)
    terms = pairs | weights
    scopes, literals = tuple(qualified[:-1]), _literals(kind, text)
    return Query(kind, terms, frozenset(single), names, capitals, path, scopes, literals)


def _weigh_changes(single: Counter[str], telling: Sequence[str]) -> dict[str, float]:
    """Weigh the terms of a query, those that only words of changes have by less."""
    others = (parts(word) for word in telling if word.casefold() not in CHANGE_WORDS)
    kept = {part for each in others for part in each}
    return {term: said * (1 if term in kept else _OF_CHANGES) for term, said in single.items()}


def strip_quotes(text: str) -> str:
    """Remove the quotes around a whole query."""
    whole = _QUOTED.fullmatch(text.strip())
    return whole[2] if whole else text


def is_question(text: str) -> bool:
    """Return whether a query has a question word, and so is no quotation of a text."""
    return bool(_QUESTION.match(text))


def kind_of(text: str) -> Kind:
    """Tell the kind of a query. Whether a symbol is really a literal, only a corpus tells."""
    bare = text.strip()
    if _PATH.fullmatch(bare):
        return Kind.PATH
    if _SYMBOL.fullmatch(bare):
        return Kind.SYMBOL
    if _ERROR.search(text):
        return Kind.ERROR
    is_message = _MESSAGE.match(bare) and not bare.endswith("?")
    return Kind.ERROR if is_message and len(words(bare)) >= _SHORTEST_MESSAGE else Kind.WORDS


def _literals(kind: Kind, text: str) -> tuple[str, ...]:
    bare = text.strip()
    if kind is Kind.SYMBOL:
        is_plain = _NO_LITERAL.search(bare) or len(words(bare)) < _LEAST_WORDS
        return () if is_plain or len(bare) > _LONGEST_LITERAL else (bare,)
    found = _DOTTED.findall(text) if kind is Kind.WORDS else ()
    return tuple(each for each in found if len(each) <= _LONGEST_LITERAL)[:_MOST_LITERALS]


def _names(kind: Kind, telling: Iterable[str], path: str) -> tuple[str, ...]:
    if kind is Kind.PATH:
        return tuple(words(file_name(path)))
    return tuple(word for word in telling if len(parts(word)) > 1)
