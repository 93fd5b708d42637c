"""One legend: the objects of a kind, each once, by their numbers."""

from __future__ import annotations

import marshal
import re
from collections.abc import Sequence

from pageful.lazy.dataclasses import dataclass, field
from pageful.shapes.values import Json

# > help wanted
_LABEL = re.compile(r"[^\W_](?:[^\s,\"\[\]{}|\\\x00-\x1f]| (?=\S))*")
_LONGEST_LABEL = 32
"""Characters of a key that names an object in another table: hashes are not worth repeating."""


@dataclass(slots=True, eq=False)
class Legend:
    """The objects of one kind, each once."""

    name: str
    objects: list[dict[str, Json]] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)

    def number(self, value: dict[str, Json], packed: bytes) -> int:
        """Give the number of an object and its bytes, a new one to a new object."""
        number = self.numbers.setdefault(packed, len(self.objects))
        if number == len(self.objects):
            self.objects.append(value)
        return number


def label_key(objects: Sequence[dict[str, Json]]) -> str | None:
    """Choose the key that names an object: the first that all have, each another, in words.

    A number does where there are no words.
    """
    best: str | None = None
    for key in objects[0]:
        values = [each.get(key) for each in objects]
        types = set(map(type, values))
        if types not in ({str}, {int}) or len(set(values)) < len(values):
            continue
        if all(map(_is_label, map(str, values))):
            if types == {str}:
                return key
            best = best or key
    return best


def _is_label(text: str) -> bool:
    return (
        len(text) <= _LONGEST_LABEL
        and text.isprintable()
        and text != "null"
        and _LABEL.fullmatch(text) is not None
    )


def pack(value: Json) -> bytes:
    """Write a value as bytes that are equal for equal values of equal types only.

    Version 0 of the format has no references within, which would depend on how a value was made.

    Raises:
        ValueError: a value is none that Python itself has, or too deep.
    """
    return marshal.dumps(value, 0)
