"""Functions of objects."""

from __future__ import annotations

from pageful.vault.bases.functions.function import Function, Functions

FUNCTIONS: Functions = {
    "keys": Function(lambda _row, value: tuple(value)),
    "values": Function(lambda _row, value: tuple(value.values())),
}
