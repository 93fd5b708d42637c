"""The values of the query language, all of them immutable.

| type | in Python |
| --- | --- |
| null, boolean, string | `None`, `bool`, `str` |
| number | `float` (an `int` counts too) |
| array | `tuple` |
| object | any `Mapping` from `str`; a `dict` is never changed once it is a value |
| date, duration, link, function | `Date`, `Duration`, `Link`, `Function` |
| widget | `ExternalLink`, `ListPair` |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.values.zones import Zone

LinkType: TypeAlias = Literal["file", "header", "block"]
TypeName: TypeAlias = Literal[
    "array",
    "boolean",
    "date",
    "duration",
    "function",
    "html",
    "link",
    "null",
    "number",
    "object",
    "string",
    "widget",
]


@dataclass(frozen=True, slots=True)
class Date:
    """A moment: milliseconds since 1970-01-01 in UTC, and the zone in which it is shown."""

    millis: float
    zone: Zone


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time with the units it was written in: `(("hours", 4.0), ("minutes", 15.0))`.

    The units keep their order and are never merged on their own: 24 hours are not 1 day.
    """

    amounts: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a note, to one of its headings or to one of its blocks."""

    path: str
    type: LinkType = "file"
    display: str | None = None
    subpath: str | None = None
    embed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A lambda with its closure, as a callable."""

    call: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class ExternalLink:
    """A link to a URL outside the vault, the result of `elink()`."""

    url: str
    display: str | None = None


@dataclass(frozen=True, slots=True)
class ListPair:
    """A row of a list with an expression: the row's identity, and the expression's value."""

    key: Value
    value: Value


Value: TypeAlias = (
    bool
    | float
    | str
    | Date
    | Duration
    | Link
    | Function
    | ExternalLink
    | ListPair
    | tuple["Value", ...]
    | Mapping[str, "Value"]
    | None
)

_NAMES: dict[type, TypeName] = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    Date: "date",
    Duration: "duration",
    Link: "link",
    tuple: "array",
    dict: "object",
    Function: "function",
    ExternalLink: "widget",
    ListPair: "widget",
}


def type_name(value: Value) -> TypeName:
    """Return the name of a value's type, for `typeof()` and the order of values."""
    return _NAMES.get(type(value)) or "object"


def is_number(value: Value) -> bool:
    """Return whether a value is a number; true and false are not."""
    return type(value) is float or type(value) is int
