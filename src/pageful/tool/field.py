"""A parameter of a tool or a setting of a family: its name, its type, and what is said of both."""

from __future__ import annotations

from enum import Enum
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Description and limits of a parameter, for `Annotated`, as pydantic's own `Field` has them.

    `alias` is its public name. `min_length` and `max_length` are those of a text or a list.
    """

    description: str = ""
    alias: str | None = None
    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    lt: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None


class Missing(Enum):
    """The default of a parameter that has none."""

    REQUIRED = "required"


REQUIRED = Missing.REQUIRED
_UNSAID = Field()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its Python name, its whole annotation, and its default if it may be left out."""

    name: str
    annotation: Any
    default: Any = REQUIRED

    @property
    def field(self) -> Field:
        """Description and limits, none where the annotation has no `Field` of ours."""
        return next((said for said in self.remarks if isinstance(said, Field)), _UNSAID)

    @property
    def remarks(self) -> tuple[object, ...]:
        """All that `Annotated` adds to the type."""
        return self.annotation.__metadata__ if get_origin(self.annotation) is Annotated else ()

    @property
    def kind(self) -> Any:
        """The type alone."""
        return get_args(self.annotation)[0] if self.remarks else self.annotation

    @property
    def public_name(self) -> str:
        """The name that callers use."""
        return self.field.alias or self.name

    @property
    def description(self) -> str:
        """Instructions to a model or a person."""
        return self.field.description

    @property
    def is_required(self) -> bool:
        """Tell whether it has to be given."""
        return self.default is REQUIRED


def without_none(kind: Any) -> Any:
    """Return a type without `None`; of a list or its one item, the list."""
    plain = [each for each in get_args(kind) if each is not NoneType]
    lists = [each for each in plain if get_origin(each) is list]
    if lists and get_origin(kind) is not list:
        return lists[0]
    return plain[0] if len(plain) == 1 and NoneType in get_args(kind) else kind


def takes_one_item(kind: Any) -> bool:
    """Tell whether a list may be sent as its one item: `list[str] | str`."""
    items = [get_args(each)[0] for each in get_args(kind) if get_origin(each) is list]
    return get_origin(kind) is not list and any(item in get_args(kind) for item in items)


def may_be_none(kind: Any) -> bool:
    """Tell whether `None` is a value of a type."""
    return NoneType in get_args(kind)
