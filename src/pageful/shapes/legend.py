"""One legend: the objects of a kind, each once, by their numbers."""

from __future__ import annotations

import marshal
from dataclasses import dataclass, field

from pageful.shapes.values import Json


@dataclass(slots=True, eq=False)
class Legend:
    """The objects of one kind, each once."""

    name: str
    objects: list[dict[str, Json]] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)

    def number(self, value: dict[str, Json]) -> int:
        """Give an object's number, a new one to a new object."""
        packed = pack(value)
        number = self.numbers.setdefault(packed, len(self.objects))
        if number == len(self.objects):
            self.objects.append(value)
        return number


def pack(value: Json) -> bytes:
    """Write a value as bytes that are equal for equal values of equal types only.

    Version 0 of the format has no references within, which would depend on how a value was made.

    Raises:
        ValueError: a value is none that Python itself has, or too deep.
    """
    return marshal.dumps(value, 0)
