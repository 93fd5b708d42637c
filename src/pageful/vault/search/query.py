"""The syntax tree of a search query: words, phrases, patterns, and operators around them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.search.operators import Operator


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word: anywhere in the text, within a longer word too."""

    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in quotes: exactly these characters in a row, and no part of a longer word.

    Empty, it is anywhere. As a property's value it is the whole value.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression of JavaScript, between slashes."""

    source: str


@dataclass(frozen=True, slots=True)
class And:
    """Every part matches; without parts, all does."""

    parts: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part matches."""

    parts: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not match."""

    part: Query


@dataclass(frozen=True, slots=True)
class Scoped:
    """An operator and the part that it is applied to: `line:(a b)`, `tag:#x`."""

    operator: Operator
    part: Query


@dataclass(frozen=True, slots=True)
class Comparison:
    """A property's value beside a number, a date or a text; only within a `Property`."""

    sign: Literal["<", ">", "<=", ">="]
    value: str


@dataclass(frozen=True, slots=True)
class Empty:
    """`null`: the property is there and has no value; only within a `Property`."""


@dataclass(frozen=True, slots=True)
class Property:
    """`[name]`, or with a condition on its value: `[name:value]`, `[name:<5]`, `[name:null]`.

    Both the name and the value may be a query of words, phrases, patterns and what joins them.
    """

    name: Query
    value: Query | None = None


@dataclass(frozen=True, slots=True)
class Files:
    """Any of these files, by path: the part of an operator such as `links:`, once it is looked up.

    `text` is the part as it was written.
    """

    paths: frozenset[str]
    text: str


Query: TypeAlias = (
    Word | Phrase | Pattern | And | Or | Not | Scoped | Property | Comparison | Empty | Files
)


def is_plain(query: Query) -> bool:
    """Return whether the query is words and phrases alone, all of them wanted."""
    parts = query.parts if isinstance(query, And) else (query,)
    return bool(parts) and all(isinstance(part, Word | Phrase) for part in parts)
