"""The depth of lists and objects, measured without recursion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pageful.vault.bases.values import Value


def nesting(value: Value) -> int:
    """Return the levels of lists and objects in a value, 0 for a value of another type.

    A list that occurs many times is looked at once, so that this takes no longer than there are
    lists.
    """
    depths: dict[int, int] = {}
    waiting: list[tuple[Value, bool]] = [(value, False)]
    while waiting:
        current, are_parts_done = waiting.pop()
        if not isinstance(current, (tuple, Mapping)) or id(current) in depths:
            continue
        parts = [part for part in _parts(current) if isinstance(part, (tuple, Mapping))]
        if are_parts_done or not parts:
            depths[id(current)] = 1 + max((depths[id(part)] for part in parts), default=0)
        else:
            waiting.append((current, True))
            waiting += [(part, False) for part in parts]
    return depths.get(id(value), 0)


def _parts(value: tuple[Value, ...] | Mapping[str, Value]) -> Iterable[Value]:
    return value.values() if isinstance(value, Mapping) else value
