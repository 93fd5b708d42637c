"""The values of Bases, all of them immutable, and the names of their types.

| type | in Python |
| --- | --- |
| Null, Boolean, String | `None`, `bool`, `str` |
| Number | `float` (an `int` counts too) |
| List | `tuple` |
| Object | any `Mapping` from `str`; a `dict` is never changed once it is a value |
| others | a class each |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.values.values import Date

TypeName: TypeAlias = Literal[
    "Null",
    "Boolean",
    "Number",
    "String",
    "Date",
    "RelativeDate",
    "Duration",
    "List",
    "Object",
    "File",
    "Link",
    "Url",
    "Tag",
    "HTML",
    "Icon",
    "Image",
    "RegExp",
    "Error",
]


@dataclass(frozen=True, slots=True)
class DateValue:
    """A day, or a moment of it: `has_time` is false where no time was written."""

    date: Date
    has_time: bool = True


@dataclass(frozen=True, slots=True)
class RelativeDateValue:
    """A date that is shown by its distance from now: `3 days ago`."""

    moment: DateValue


@dataclass(frozen=True, slots=True)
class DurationValue:
    """A length of time in three units that can't be converted: a year is twelve months."""

    months: float = 0.0
    days: float = 0.0
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True)
class LinkValue:
    """A link as it is written in the file `source`: a path or name, with `#heading` if it has one.

    `display` is what it shows in place of its target: a text, or an icon.
    """

    target: str
    display: Value = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class UrlValue:
    """A link to an address outside the vault."""

    address: str
    display: Value = None


@dataclass(frozen=True, slots=True)
class FileValue:
    """A file of the vault, by its path."""

    path: str


@dataclass(frozen=True, slots=True)
class TagValue:
    """A tag, without `#`."""

    name: str


@dataclass(frozen=True, slots=True)
class HTMLValue:
    """A text that is shown as HTML."""

    html: str


@dataclass(frozen=True, slots=True)
class IconValue:
    """An icon of Lucide, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class ImageValue:
    """An image: the file's path or name, or an address."""

    source: str


@dataclass(frozen=True, slots=True)
class RegExpValue:
    """A regular expression of JavaScript."""

    source: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class ErrorValue:
    """The value of an expression that fails; `hint` says what may have been meant."""

    message: str
    hint: str = ""


Value: TypeAlias = (
    bool
    | float
    | str
    | DateValue
    | RelativeDateValue
    | DurationValue
    | LinkValue
    | UrlValue
    | FileValue
    | TagValue
    | HTMLValue
    | IconValue
    | ImageValue
    | RegExpValue
    | ErrorValue
    | tuple["Value", ...]
    | Mapping[str, "Value"]
    | None
)

_NAMES: dict[type, TypeName] = {
    type(None): "Null",
    bool: "Boolean",
    int: "Number",
    float: "Number",
    str: "String",
    DateValue: "Date",
    RelativeDateValue: "RelativeDate",
    DurationValue: "Duration",
    tuple: "List",
    dict: "Object",
    FileValue: "File",
    LinkValue: "Link",
    UrlValue: "Url",
    TagValue: "Tag",
    HTMLValue: "HTML",
    IconValue: "Icon",
    ImageValue: "Image",
    RegExpValue: "RegExp",
    ErrorValue: "Error",
}


def type_name(value: Value) -> TypeName:
    """Return the name of a value's type, as messages and `isType()` have it."""
    return _NAMES.get(type(value)) or "Object"


def is_number(value: Value) -> bool:
    """Return whether a value is a number; true and false are not."""
    return type(value) is float or type(value) is int
