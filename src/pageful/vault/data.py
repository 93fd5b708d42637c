"""JSON of the vault tools' results, without empty fields."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum

from pageful.page.presentation import Detail


def result_data(result: object, _detail: Detail) -> object:
    """Return a result as mappings, lists and plain values, in the order of its fields.

    A field with its default value, in most cases an empty one, is left out. Numbers of YAML that
    JSON does not have are written as in YAML: `.nan`, `.inf`, `-.inf`.
    """
    return _plain(result)


def _plain(value: object) -> object:
    match value:
        case Enum():
            return value.value
        case float() if not math.isfinite(value):
            return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case _ if is_dataclass(value):
            return dict(_set_fields(value))
        case _:
            return value


def _set_fields(result: object) -> Iterator[tuple[str, object]]:
    """Yield the fields of a dataclass that differ from their default."""
    for field in fields(result):  # type: ignore[arg-type]
        value = getattr(result, field.name)
        if value != _default(field):
            yield field.name, _plain(value)


def _default(field: Field[object]) -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default
