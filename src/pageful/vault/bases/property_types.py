"""The types that a vault's settings assign to properties."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from pageful.files.opening import Opener

PropertyType: TypeAlias = Literal[
    "text", "multitext", "number", "checkbox", "date", "datetime", "tags", "aliases"
]
"""Obsidian's types; `multitext` is its List."""

SETTINGS = ".obsidian/types.json"
"""The path of Obsidian's file of types, relative to the vault."""

LISTS: tuple[PropertyType, ...] = ("multitext", "tags", "aliases")
"""Types whose values are lists, also where a note writes a single one."""

# Of bytes: tens of thousands of properties.
_LARGEST = 5_000_000


def property_types(root: Path) -> Mapping[str, PropertyType]:
    """Read the types by the properties' names in lower case; none if they can't be read."""
    try:
        with Opener(root) as opener:
            content = opener.read(os.path.realpath(root / SETTINGS), _LARGEST).data
        return _types(json.loads(content))
    except (OSError, ValueError, RecursionError):
        return {}


def _types(settings: object) -> dict[str, PropertyType]:
    """Return the types of Obsidian itself: plugins add others, whose values stay as they are."""
    assigned = settings.get("types") if isinstance(settings, dict) else None
    if not isinstance(assigned, dict):
        return {}
    known = get_args(PropertyType)
    return {
        str(name).lower(): cast(PropertyType, kind)
        for name, kind in assigned.items()
        if isinstance(kind, str) and kind in known
    }
