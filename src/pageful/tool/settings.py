"""Settings of a family before they are known: its tools are listed with them for help and usage."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

S = TypeVar("S")

_EMPTY: dict[Any, Callable[[], object]] = {
    each: each for each in (str, int, float, bool, bytes, Path, list, dict, tuple, set, frozenset)
}


def placeholder_settings(settings: type[S]) -> S:
    """Make settings of defaults, or of an empty value of the type, or of `None`."""
    if not dataclasses.is_dataclass(settings):
        return settings()
    hints = get_type_hints(settings)
    required = (
        field.name
        for field in dataclasses.fields(settings)
        if field.init
        and field.default is dataclasses.MISSING
        and field.default_factory is dataclasses.MISSING
    )
    return settings(**{name: _empty_value(hints[name]) for name in required})


def _empty_value(kind: Any) -> object:
    make = _EMPTY.get(get_origin(kind) or kind)
    return make() if make else None
