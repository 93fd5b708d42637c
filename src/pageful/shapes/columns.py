"""Columns of a list of objects, in the order in which their keys first appear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
    return _size_of(_count_forms(objects))


def is_shorter_as_columns(objects: Sequence[dict[str, Json]], cost_of_key: int) -> bool:
    """Compare what keys cost in every object with what columns cost.

    A column costs the name of its key, and what is written of each key apart from that.
    """
    forms = _count_forms(objects)
    keys: set[str] = set().union(*forms)
    cost = sum(map(len, keys)) + len(keys) * cost_of_key
    return 0 < len(keys) <= MOST_KEYS and cost < _size_of(forms)


def _count_forms(objects: Sequence[dict[str, Json]]) -> Counter[tuple[str, ...]]:
    """Count the objects with the same keys in the same order."""
    return Counter(map(tuple, objects))


def _size_of(forms: Counter[tuple[str, ...]]) -> int:
    return sum(
        times * (sum(map(len, keys)) + _AROUND_KEY * len(keys)) for keys, times in forms.items()
    )


def columns_of(objects: Objects, path: Path = ()) -> list[Column]:
    """Return the columns of a list of objects; an absent object leaves a gap in each."""
    first = next((each for each in objects if each is not None), None)
    if first is None:
        return []
    there = [each for each in objects if each is not None]
    every = dict.fromkeys(chain.from_iterable(there))
    if len(there) == len(objects) and sum(map(len, there)) == len(every) * len(there):
        return [Column((*path, key), [each[key] for each in there]) for key in every]
    return [Column((*path, key), _values(objects, there, key)) for key in every]


def _values(objects: Objects, there: Sequence[dict[str, Json]], key: str) -> list[Json]:
    if len(there) == len(objects):
        return [each.get(key, MISSING) for each in there]
    return [MISSING if each is None else each.get(key, MISSING) for each in objects]
