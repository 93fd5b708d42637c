"""Columns of a list of objects, in the order in which their keys first appear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from pageful.lazy.dataclasses import dataclass, field
from pageful.shapes.legend import Legend
from pageful.shapes.values import MISSING, Json, Path

_AROUND_KEY = 4
"""Characters that JSON has around a key: quotes, colon and comma."""

MOST_KEYS = 128
"""Objects with more different keys are no rows: nobody reads so wide a table."""

Objects = Sequence["dict[str, Json] | None"]


@dataclass(slots=True)
class Column:
    """The values at one path of every object, `MISSING` where an object has none.

    Where a legend has the objects of a column, its values are numbers there, or lists of
    them. Where the header has the `keys` of the objects in its lists, its values are lists of lists
    in their order.
    """

    path: Path
    values: list[Json]
    legend: Legend | None = None
    is_list: bool = False
    keys: tuple[str, ...] = ()
    types: set[type] = field(init=False)

    def __post_init__(self) -> None:
        """Look at the types once: most decisions follow from them."""
        self.types = set(map(type, self.values))


def size_of_keys(objects: Sequence[dict[str, Json]]) -> int:
    """Count the characters that JSON needs for the keys of objects, with what is around them."""
    keys = "".join(chain.from_iterable(objects))
    return len(keys) + _AROUND_KEY * sum(map(len, objects))


def columns_of(objects: Objects, path: Path = ()) -> list[Column]:
    """Return the columns of a list of objects; an absent object leaves a gap in each."""
    first = next((each for each in objects if each is not None), None)
    if first is None:
        return []
    keys = list(first)
    if all(each is not None and list(each) == keys for each in objects):
        rows: Iterable[Iterable[Json]] = (each.values() for each in objects if each is not None)
        return [
            Column((*path, key), list(values))
            for key, values in zip(first, zip(*rows, strict=True), strict=True)
        ]
    every = {key: None for each in objects if each is not None for key in each}
    return [Column((*path, key), _values(objects, key)) for key in every]


def _values(objects: Objects, key: str) -> list[Json]:
    return [MISSING if each is None else each.get(key, MISSING) for each in objects]
