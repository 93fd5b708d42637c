"""Settings of a family before they are known: its tools are listed with them for help and usage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

from pageful.tool.field import REQUIRED
from pageful.tool.signature import signature_of

S = TypeVar("S")

_EMPTY: dict[Any, Callable[[], object]] = {
    each: each for each in (str, int, float, bool, bytes, Path, list, dict, tuple, set, frozenset)
}


def placeholder_settings(settings: type[S]) -> S:
    """Make settings of defaults, or of an empty value of the type, or of `None`."""
    required = [name for name, default in signature_of(settings) if default is REQUIRED]
    hints = get_type_hints(settings) if required else {}
    return settings(**{name: _empty_value(hints[name]) for name in required})


def _empty_value(kind: Any) -> object:
    make = _EMPTY.get(get_origin(kind) or kind)
    return make() if make else None
