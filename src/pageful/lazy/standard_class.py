"""The standard library's own dataclass of the same fields, for those who look at fields."""

from __future__ import annotations

import dataclasses
from typing import Any

from pageful.lazy.record_class import MISSING, Field, Shape


def standard_class(shape: Shape) -> type:
    """Return a dataclass of the standard library with the fields of a shape."""
    body: dict[str, Any] = {name: _field(each) for name, each in shape.fields.items()}
    body["__annotations__"] = dict(shape.types)
    made: type = type("Fields", (), body)
    return dataclasses.dataclass(frozen=shape.frozen, eq=shape.eq, kw_only=shape.kw_only)(made)


def _field(of: Field) -> Any:
    given = {"default": of.default, "default_factory": of.default_factory}
    given = {name: value for name, value in given.items() if value is not MISSING}
    return dataclasses.field(**given, init=of.init, repr=of.repr, hash=of.hash, compare=of.compare)
