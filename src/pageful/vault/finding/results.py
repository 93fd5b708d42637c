"""Results of `vault_find` and of reading several places: rows, and what they are counted of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.results.info import TaskState

Form: TypeAlias = Literal[
    "lines", "names", "count", "gist", "text", "sections", "tasks", "links", "related", "outline",
    "fields",
    "columns", "by", "by line",
]  # fmt: skip
"""The form of the rows; `columns` are the values of chosen fields, `by` counts by values."""

LIMITS: Mapping[Form, int] = {
    "lines": 40,
    "by line": 40,
    "names": 200,
    "gist": 100,
    "text": 20,
    "sections": 40,
    "tasks": 80,
    "links": 100,
    "related": 100,
    "outline": 300,
    "fields": 25,
    "columns": 100,
    "by": 40,
}
"""The rows of a page where the caller does not say how many.

Forty lines are about 1,500 tokens, names and counts are shorter; more is asked for by `limit`.
An outline has as many headings as a page has room for; the next page goes on.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: a note, one of its lines, a task, a field, or a value with its count.

    `text` is the line, task, heading, link or the field's name; `line` counts from 1, 0 for none.
    `values` are those of the columns or of the keys that are counted by. `counts` are a field's
    values with their notes, or of tasks the open and done ones. `start` is where the first match
    begins in `text`. `in_target`: a line that has all words only with the targets of its links,
    which readers of the note do not see. `below` is the beginning of the text below a line that is
    a heading, and `below_to` the last line of that text, if more of it is left.
    """

    path: str = ""
    line: int = 0
    text: str = ""
    values: tuple[str, ...] = ()
    count: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    state: TaskState | None = None
    start: int = 0
    in_target: bool = False
    below: tuple[TextRow, ...] = ()
    below_to: int = 0


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The answer to one query: `total` of `of` notes, and the rows or places in their order.

    `of` counts the notes that fit everything in the query but its words. `columns` names the
    fields that are shown or counted by. `in_queries` are further notes that have the words in
    query blocks alone, `in_addresses` further lines that have them in web addresses alone,
    `canvases` further canvases that match. `apart` are notes that match, but have no such row:
    their words are in the path or on several lines, or they have no such field. `without` are the
    few notes of `of` that have no line. `partial`: hardly a line has all words, and the rows have
    some of them. `states` are those of the tasks that are shown, `sort` the field that the rows are
    in the order of. `unknown` are fields asked for that none of the notes has. `not_open` are the
    tasks that match and are not open. `readings` say how parts of the query were read, `remarks`
    are for the reader; `error` is why there is no answer to this query.
    """

    query: str
    form: Form
    total: int = 0
    of: int = 0
    rows: tuple[Row, ...] = ()
    places: tuple[Place, ...] = ()
    columns: tuple[str, ...] = ()
    in_queries: int = 0
    in_addresses: int = 0
    canvases: int = 0
    apart: int = 0
    without: tuple[str, ...] = ()
    partial: bool = False
    states: tuple[TaskState, ...] = ()
    sort: str = ""
    not_open: int = 0
    unknown: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class FindResult:
    """The answers to all queries of a call, and which page of them is shown.

    `limit` is the most rows of each answer on pages, `None` for the form's own; `room` the most
    characters of a page.
    """

    found: tuple[QueryAnswer, ...]
    page: int
    pages: int
    limit: int | None
    room: int


@dataclass(frozen=True, slots=True)
class TextRow:
    """A line of a note as it is shown, with its number from 1; `is_cut` without a comment in it."""

    line: int
    text: str
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A place as it was asked for and found: a note's `rows`, or the `error` why there are none.

    `first` and `last` are the lines asked for, of the note's `lines`; `left_out` are those of them
    that say nothing. Of some rows a comment within the line is left out. `also` are lines of
    further headings that fit what was asked for.
    """

    asked: str
    path: str = ""
    first: int = 0
    last: int = 0
    lines: int = 0
    rows: tuple[TextRow, ...] = ()
    left_out: int = 0
    error: str = ""
    also: tuple[int, ...] = ()

    @property
    def commented(self) -> tuple[int, ...]:
        """The lines of rows without a comment that is within them."""
        return tuple(row.line for row in self.rows if row.is_cut)

    @property
    def is_part(self) -> bool:
        """Return whether the place is less than the whole note."""
        return bool(self.path) and (self.first > 1 or self.last < self.lines)


@dataclass(frozen=True, slots=True)
class PlacesReading:
    """The places of a call, in their order; a page of them has room for some characters."""

    places: tuple[Place, ...]
    exact: bool
    room: int
