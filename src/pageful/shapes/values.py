"""Values of JSON, what is missing, and the numbers that Python's own types would change."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from pageful.lazy.dataclasses import dataclass

Json: TypeAlias = Any
"""Data as JSON has them: objects, lists, strings, numbers, true, false and null."""

Path: TypeAlias = tuple[str, ...]
"""The keys from an object down to one of its values."""


class Missing:
    """The mark of a key that an object does not have, other than null."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


@dataclass(frozen=True, slots=True)
class ExactNumber:
    """A number as JSON spells it, where `int` and `float` can't hold it: `1e400`."""

    text: str
