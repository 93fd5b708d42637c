"""A base as its file says it: filters, formulas, headings, summaries and views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass, field

Junction: TypeAlias = Literal["and", "or", "not"]
"""All of the parts, any of them, none of them."""

Effect: TypeAlias = Literal["rows", "looks"]
"""The effect of a part of a base: on rows, their order and cells, or on looks alone."""

KINDS = ("table", "cards", "list", "map", "kanban")
"""The kinds of views that Obsidian brings along; a map needs its own plugin."""

OWNERS = ("note.", "file.", "formula.")
"""The beginnings of ids that say whose property it is; one without is a note's."""

DEFAULT_KIND = "table"


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter that is an expression, which a row has to make true."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class BrokenFilter:
    """A part of a filter that can't be read: it keeps no row."""

    text: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Combination:
    """Filters joined by a word."""

    word: Junction
    parts: tuple[Filter, ...]
    line: int = 1


Filter: TypeAlias = Condition | BrokenFilter | Combination


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression with a name: a formula, or a summary of one's own."""

    name: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class SortKey:
    """A property by its id, and whether its largest value comes first."""

    property: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Misunderstanding:
    """A part of the file that is not understood, or read as another form, and its effect."""

    line: int
    text: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class BaseView:
    """A view: its kind, and which files it shows in which order with which properties.

    `columns` are ids; without any, only the file's name is shown. `summaries` are names by id.
    `extra` are ids that its kind shows beside them: a card's image, a map's coordinates.
    """

    name: str
    kind: str = DEFAULT_KIND
    line: int = 1
    filter: Filter | None = None
    group_by: SortKey | None = None
    sort: tuple[SortKey, ...] = ()
    columns: tuple[str, ...] = ()
    limit: int | None = None
    summaries: Mapping[str, str] = field(default_factory=dict)
    extra: tuple[str, ...] = ()
    misunderstandings: tuple[Misunderstanding, ...] = ()


@dataclass(frozen=True, slots=True)
class Base:
    """A base. `headings` are display names by id; there is always a view."""

    views: tuple[BaseView, ...]
    filter: Filter | None = None
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    summaries: Mapping[str, Formula] = field(default_factory=dict)
    misunderstandings: tuple[Misunderstanding, ...] = ()
