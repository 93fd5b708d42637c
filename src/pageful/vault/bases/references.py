"""The names that expressions use: properties, fields of files, formulas, `this`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.bases.syntax import (
    Access,
    Call,
    Chain,
    Expression,
    Item,
    ListOf,
    Member,
    MethodCall,
    Name,
    Unary,
)
from pageful.vault.bases.syntax import (
    Literal as Constant,
)

Owner: TypeAlias = Literal["note", "file", "formula", "this"]

_OF_LISTS = frozenset(("value", "index", "acc", "values"))
"""Names that stand for something only within functions of lists and in summaries."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A name that an expression uses, and whose it is: a note's property, a field of a file."""

    owner: Owner
    name: str


def references(expression: Expression) -> Iterator[Reference]:
    """Yield the names of an expression, `this` among them, as often as they are there."""
    waiting: list[Expression] = [expression]
    while waiting:
        match waiting.pop():
            case Constant():
                pass
            case Name(name):
                yield from _of_name(name)
            case ListOf(elements):
                waiting += elements
            case Unary(_, operand):
                waiting.append(operand)
            case Chain(first, rest):
                waiting += (first, *(each for _, each in rest))
            case Call(_, arguments):
                waiting += arguments
            case Access() as access:
                yield from _of_access(access, waiting)


def _of_name(name: str) -> Iterator[Reference]:
    if name == "this":
        yield Reference("this", "")
    elif name not in _OF_LISTS and name not in ("note", "file", "formula"):
        yield Reference("note", name)


def _of_access(access: Access, waiting: list[Expression]) -> Iterator[Reference]:
    """Yield the name that an access begins with, and let what is in its steps wait."""
    first, steps = access.first, access.steps
    for step in steps:
        match step:
            case Item(index):
                waiting.append(index)
            case MethodCall(_, arguments):
                waiting += arguments
            case Member():
                pass
    if isinstance(first, Name) and first.name in ("note", "file", "formula"):
        match steps[:1]:
            case (Member(name),) | (Item(Constant(str(name))),):
                yield Reference(first.name, name)  # type: ignore[arg-type] # one of the three
            case _:
                pass
    else:
        waiting.append(first)
