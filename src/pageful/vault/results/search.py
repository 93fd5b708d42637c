"""The results of a search: hits with snippets, and queries that do match."""

from __future__ import annotations

from enum import Enum

from pageful.lazy.dataclasses import dataclass
from pageful.vault.choices import Sort


class Band(Enum):
    """The bands of scores, with their names as values: see `docs/vault.md`."""

    EXCELLENT = "Excellent"
    GOOD = "Good"
    MODERATE = "Moderate"
    LOW = "Low"
    MEANING = "By meaning"


@dataclass(frozen=True, slots=True)
class Snippet:
    """The part of a line that shows a match, cut at words; `…` marks the cuts.

    `line` is 0 where the text has no lines, in a canvas for instance.
    """

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that a search found. `score` is at least 2, 1 or 0.5 as `band` says, else below.

    `nearness` says how near it is in meaning, up to 1, where that took part. A note found by that
    alone has its own band; its snippet is the nearest line, below `heading`.
    """

    path: str
    title: str
    score: float
    band: Band
    snippet: Snippet | None
    size: int
    modified: str
    created: str
    nearness: float | None = None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another query, and the number of notes that it finds."""

    query: str
    total: int


@dataclass(frozen=True, slots=True)
class Search:
    """One page of a search's hits: `first` (from 1) and following, of `total`.

    `complete` files match the whole query, `partial` notes have only some of its words, `near` ones
    are found by meaning alone. The hits are the first of these, or if `shows_partial` the others;
    all of them, one after the other, where meaning takes part. `suggestions` are queries that find
    something where this one does not. `notes` are for the reader.
    """

    query: str
    sort: Sort
    page: int
    page_size: int
    pages: int
    total: int
    complete: int
    first: int
    results: tuple[Hit, ...]
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()
    partial: int = 0
    near: int = 0
    shows_partial: bool = False
