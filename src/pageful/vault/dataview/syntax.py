"""The syntax tree of a query: its header, source and steps, and their expressions."""

from __future__ import annotations

from typing import Literal as OneOf
from typing import TypeAlias

from pageful.lazy import dataclasses
from pageful.lazy.dataclasses import dataclass
from pageful.vault.values.values import Value

Operator: TypeAlias = OneOf["+", "-", "*", "/", "%", "&", "|", ">", ">=", "<=", "<", "=", "!="]
Junction: TypeAlias = OneOf["&", "|"]


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that is written out: `3`, `"text"`, `date(today)`, `[[a note]]`."""

    value: Value


@dataclass(frozen=True, slots=True)
class Variable:
    """A name, looked up in the row and then in the query's context."""

    name: str


@dataclass(frozen=True, slots=True)
class Binary:
    """Two expressions with an operator between; `and` is `&`, `or` is `|`."""

    left: Expression
    operator: Operator
    right: Expression


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation: `!child`."""

    child: Expression


@dataclass(frozen=True, slots=True)
class Index:
    """A part of a value: `object.name` or `object[index]`."""

    object: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A call: `function(arguments)`; a function that is a variable is meant by its name."""

    function: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Lambda:
    """A lambda: `(a, b) => body`."""

    parameters: tuple[str, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[1, 2, 3]`."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """`{a: 1, "b c": 2}`; of equal keys the last one counts."""

    entries: tuple[tuple[str, Expression], ...]


Expression: TypeAlias = (
    Literal | Variable | Binary | Negation | Index | Call | Lambda | ListOf | ObjectOf
)


@dataclass(frozen=True, slots=True)
class TagSource:
    """Notes with a tag or one of its subtags; the tag begins with `#`."""

    tag: str


@dataclass(frozen=True, slots=True)
class FolderSource:
    """Notes in a folder, or the note of that path; the empty folder is the whole vault."""

    folder: str


@dataclass(frozen=True, slots=True)
class LinkSource:
    """Notes that link to a file (`incoming`), or that it links to (`outgoing`)."""

    file: str
    direction: OneOf["incoming", "outgoing"]


@dataclass(frozen=True, slots=True)
class CsvSource:
    """The rows of a CSV file."""

    path: str


@dataclass(frozen=True, slots=True)
class NegatedSource:
    """All notes but those of another source."""

    child: Source


@dataclass(frozen=True, slots=True)
class CombinedSource:
    """Two sources, joined by `&` (both) or `|` (either)."""

    left: Source
    operator: Junction
    right: Source


Source: TypeAlias = (
    TagSource | FolderSource | LinkSource | CsvSource | NegatedSource | CombinedSource
)


@dataclass(frozen=True, slots=True)
class NamedField:
    """An expression with the name its values go by: given with AS, else its own text.

    `text` is how the expression is written, here and below: for messages, no part of its meaning.
    """

    name: str
    field: Expression
    text: str = dataclasses.field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SortKey:
    """An expression to sort by."""

    field: Expression
    direction: OneOf["ascending", "descending"]
    text: str = dataclasses.field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TableHeader:
    """TABLE: one column for each field, and one for the row's identity unless WITHOUT ID."""

    fields: tuple[NamedField, ...] = ()
    show_id: bool = True


@dataclass(frozen=True, slots=True)
class ListHeader:
    """LIST, with an expression or without."""

    format: Expression | None = None
    show_id: bool = True
    text: str = dataclasses.field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TaskHeader:
    """TASK."""


@dataclass(frozen=True, slots=True)
class CalendarHeader:
    """CALENDAR: notes by a date."""

    field: NamedField


Header: TypeAlias = TableHeader | ListHeader | TaskHeader | CalendarHeader


@dataclass(frozen=True, slots=True)
class Where:
    """Keep the rows for which the condition holds."""

    condition: Expression
    text: str = dataclasses.field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sort:
    """Order the rows; later keys decide between equals."""

    keys: tuple[SortKey, ...]


@dataclass(frozen=True, slots=True)
class Limit:
    """Keep the first rows."""

    amount: Expression


@dataclass(frozen=True, slots=True)
class GroupBy:
    """Make one row of all rows with an equal value."""

    field: NamedField


@dataclass(frozen=True, slots=True)
class Flatten:
    """Make one row of each element of a list."""

    field: NamedField


@dataclass(frozen=True, slots=True)
class LateFrom:
    """A FROM after another clause: the grammar takes it, and no engine can run it."""

    source: Source


Step: TypeAlias = Where | Sort | Limit | GroupBy | Flatten | LateFrom


@dataclass(frozen=True, slots=True)
class Query:
    """A whole query; its steps are taken in the order they are written."""

    header: Header
    source: Source
    steps: tuple[Step, ...] = ()
