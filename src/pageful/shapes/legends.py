"""Legends: objects that are repeated, or that lists have, once each in a table of their kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.lazy.dataclasses import dataclass, field
from pageful.shapes.columns import Column, size_of_keys
from pageful.shapes.legend import Legend, pack
from pageful.shapes.rules import RULES, Rule
from pageful.shapes.values import MISSING, Json

_LEAST_GAIN = 40
"""Characters that a legend has to save: fewer are not worth looking up."""
_REFERENCE = 8
"""Characters of a reference with what is around it, on average."""

_SMALL = 100
"""Bytes up to which an object in a list is better read where it is."""
Group = list[tuple[Column, list[Json]]]


@dataclass(slots=True)
class Legends:
    """All legends of a page, and its rules: a table may use those that are written before it."""

    rules: frozenset[Rule] = RULES
    open: dict[object, Legend] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)

    def take(self, columns: Sequence[Column]) -> None:
        """Move objects of columns to legends, where that makes the page shorter."""
        for kind, group in _groups(columns).items():
            packs = _pack_all(group) if "legends" in self.rules else None
            if packs and (kind in self.open or _pays(group, packs)):
                legend = self.open.get(kind) or self._begin(kind, group[0][0])
                order = iter(packs)
                for column, _ in group:
                    _refer(column, legend, order)
                continue
            for column, objects in group:
                if list in column.types and _have_same_keys(objects) and not _is_constant(column):
                    _share_keys(column, tuple(objects[0]))

    def closed(self) -> Iterator[Legend]:
        """Yield the legends, each when no other can still refer to it but those that follow.

        Those of the largest objects come first, as the smaller ones are within them.
        """
        while self.open:
            kind = max(self.open, key=lambda each: _mean_size(self.open[each]))
            yield self.open.pop(kind)

    def _begin(self, kind: object, column: Column) -> Legend:
        name = "".join(each if each.isalnum() else "_" for each in column.path[-1]) or "object"
        self.names[name] = count = self.names.get(name, 0) + 1
        self.open[kind] = Legend(name if count == 1 else f"{name}_{count}")
        return self.open[kind]


def _mean_size(legend: Legend) -> float:
    return sum(map(len, legend.numbers)) / max(1, len(legend.objects))


def _groups(columns: Sequence[Column]) -> dict[object, Group]:
    """Put columns of objects with the same keys together."""
    groups: dict[object, Group] = {}
    for column in columns:
        objects = _objects(column)
        if objects:
            keys = set(map(frozenset, set(map(tuple, objects))))
            kind = keys.pop() if len(keys) == 1 else column.path
            groups.setdefault(kind, []).append((column, objects))
    return groups


def _objects(column: Column) -> list[Json]:
    """Take the objects of a column, or of its lists, if it has nothing else but null."""
    rest = column.types - {type(None), type(MISSING)}
    if rest == {dict}:
        return [value for value in column.values if type(value) is dict]
    if rest == {list}:
        elements = [each for value in column.values if type(value) is list for each in value]
        return elements if set(map(type, elements)) == {dict} else []
    return []


def _pack_all(group: Group) -> list[bytes] | None:
    """Pack the objects of a group, unless one is empty or can't be."""
    objects = [each for _, every in group for each in every]
    try:
        return list(map(pack, objects)) if all(objects) else None
    except ValueError:
        return None


def _pays(group: Group, packs: Sequence[bytes]) -> bool:
    """Compare sizes: where they are now, or here with references to them."""
    objects = [each for _, every in group for each in every]
    sizes = {packed: len(packed) for packed in packs}
    names = size_of_keys(objects)
    in_lists = any(list in column.types for column, _ in group)
    all_sizes = sum(map(len, packs))
    repeated = all_sizes - sum(sizes.values())
    if len(sizes) * 2 <= len(objects):
        if not in_lists and (len(objects[0]) < 2 or len(sizes) == len(group) == 1):
            return False
        # Columns and shared keys say no key twice either: only values are saved.
        values = repeated * (1 - names / (names + all_sizes))
        return values - _REFERENCE * len(objects) > _LEAST_GAIN
    if not in_lists or sum(sizes.values()) < _SMALL * len(sizes):
        return False
    return names >= 2 * _REFERENCE * len(objects)


def _have_same_keys(objects: Sequence[dict[str, Json]]) -> bool:
    return len(set(map(tuple, objects))) == 1 and bool(objects[0])


def _is_constant(column: Column) -> bool:
    return column.values.count(column.values[0]) == len(column.values)


def _share_keys(column: Column, keys: tuple[str, ...]) -> None:
    """Take the keys of objects in lists out of every one."""
    column.keys = keys
    column.values = [
        [list(each.values()) for each in value] if type(value) is list else value
        for value in column.values
    ]


def _refer(column: Column, legend: Legend, packs: Iterator[bytes]) -> None:
    """Replace the objects of a column by their numbers; their bytes come in their order."""
    column.is_list = list in column.types
    column.values = [_reference(value, legend, packs) for value in column.values]
    column.types = set(map(type, column.values))
    column.legend = legend


def _reference(value: Json, legend: Legend, packs: Iterator[bytes]) -> Json:
    if type(value) is list:
        return [legend.number(each, next(packs)) for each in value]
    return legend.number(value, next(packs)) if type(value) is dict else value
