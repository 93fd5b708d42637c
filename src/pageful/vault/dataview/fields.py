"""Objects with lazy fields, and objects layered over others."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from pageful.vault.values.values import Value

MISSING: Any = object()
"""The default given to `get` to learn that there is no such field."""


class Fields(Mapping[str, Value]):
    """An object of the language; equal in Python only to itself."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @abstractmethod
    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a field, or the default if there is no such field."""

    def __getitem__(self, name: str) -> Value:
        value: Value = self.get(name, MISSING)
        if value is MISSING:
            raise KeyError(name)
        return value

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name, MISSING) is not MISSING

    def __len__(self) -> int:
        return sum(1 for _ in self)


class ExtendedFields(Fields):
    """An object with some fields replaced; new ones come last."""

    __slots__ = ("_base", "_new")

    def __init__(self, base: Mapping[str, Value], new: dict[str, Value]) -> None:
        self._base = base
        self._new = new

    def extend(self, name: str, value: Value) -> ExtendedFields:
        """Set one more field on the same base, so that a lookup never passes several layers."""
        return ExtendedFields(self._base, {**self._new, name: value})

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a field."""
        return self._new[name] if name in self._new else self._base.get(name, default)

    def __iter__(self) -> Iterator[str]:
        yield from self._base
        yield from (name for name in self._new if name not in self._base)


def extend(base: Mapping[str, Value], name: str, value: Value) -> ExtendedFields:
    """Set one field of an object, on a copy."""
    if isinstance(base, ExtendedFields):
        return base.extend(name, value)
    return ExtendedFields(base, {name: value})


class FieldsWithFallback(Fields):
    """An object that falls back to the fields of another."""

    __slots__ = ("_behind", "_own")

    def __init__(self, own: Mapping[str, Value], behind: Mapping[str, Value]) -> None:
        self._own = own
        self._behind = behind

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a field."""
        value = self._own.get(name, MISSING)
        return self._behind.get(name, default) if value is MISSING else value

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from (name for name in self._behind if name not in self._own)
