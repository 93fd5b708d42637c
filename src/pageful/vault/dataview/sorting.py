"""Sorting by values, fast where the values are all texts or all numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import Any

from pageful.vault.values.budget import Budget
from pageful.vault.values.ordering import Normalize, as_written, compare, plain_sort_key
from pageful.vault.values.values import Value, type_name

_WITH_PLAIN_KEYS = ({"string"}, {"number"}, {"link"})


def order_of(keys: Sequence[Value], budget: Budget, normalize: Normalize = as_written) -> list[int]:
    """The places of the keys, in the order of the keys; equals stay as they stand."""
    budget.step(len(keys) * max(1, len(keys).bit_length()))
    plain = _plain(keys, normalize)
    if plain is not None:
        return sorted(range(len(keys)), key=plain.__getitem__)

    def compared(first: int, second: int) -> int:
        return compare(keys[first], keys[second], normalize, budget)

    return sorted(range(len(keys)), key=cmp_to_key(compared))


def _plain(keys: Sequence[Value], normalize: Normalize) -> list[Any] | None:
    if {type_name(key) for key in keys} not in _WITH_PLAIN_KEYS:
        return None
    plain = [plain_sort_key(key, normalize) for key in keys]
    return None if None in plain else plain
