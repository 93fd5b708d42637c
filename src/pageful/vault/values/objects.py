"""Objects with keys in ECMAScript's order: array indexes first, by value."""

from __future__ import annotations

from collections.abc import Iterable

from pageful.vault.values.values import Value

# The largest array index of ECMAScript, 2³² - 2.
_LARGEST_INDEX = 4_294_967_294


def object_of(entries: Iterable[tuple[str, Value]]) -> dict[str, Value]:
    """Make an object of keys and values; of equal keys the last one wins."""
    made = dict(entries)
    indexes = [key for key in made if _is_index(key)]
    if not indexes:
        return made
    first = {key: made[key] for key in sorted(indexes, key=int)}
    return first | {key: value for key, value in made.items() if key not in first}


def _is_index(key: str) -> bool:
    if not (key.isascii() and key.isdigit()) or (key[0] == "0" and key != "0"):
        return False
    return len(key) <= len(str(_LARGEST_INDEX)) and int(key) <= _LARGEST_INDEX
