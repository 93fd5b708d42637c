"""Functions of every type."""

from __future__ import annotations

from pageful.vault.bases.functions.function import Function, Functions
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.truth import is_empty, is_true
from pageful.vault.bases.values import Value, type_name


def _is_type(row: Row, value: Value, name: Value) -> Value:
    wanted = text_of(name, row.context.clock, row.context.budget).lower()
    own = type_name(value).lower()
    return wanted == own or wanted == _ALSO.get(own)


_ALSO = {"url": "link", "relativedate": "date", "tag": "string"}
"""Names of types that hold for another one, too."""


FUNCTIONS: Functions = {
    "isTruthy": Function(lambda _row, value: is_true(value)),
    "isType": Function(_is_type, 1, 1),
    "isEmpty": Function(lambda _row, value: is_empty(value)),
    "toString": Function(lambda row, value: text_of(value, row.context.clock, row.context.budget)),
}
