"""The names that begin an expression: file, note, this, variables, properties."""

from __future__ import annotations

from pageful.vault.bases.functions.function import Evaluate, Scope
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import FileValue, Value
from pageful.vault.values.failures import EvaluationError

_VARIABLES = frozenset(("value", "index", "acc"))


def compile_name(name: str) -> Evaluate:
    """Compile a name to a function of a row and the variables around it."""
    match name:
        case "file":
            return lambda row, _scope: FileValue(row.path)
        case "this":
            return _this
        case "note":
            return lambda row, _scope: row.context.vault.properties(row.path)
        case "formula":
            return _bare_formula
        case "values":
            return _values
        case _ if name in _VARIABLES:
            return _variable(name)
        case _:
            return _property(name)


def _property(name: str) -> Evaluate:
    def run(row: Row, _scope: Scope) -> Value:
        row.context.budget.step()
        return row.context.vault.property(row.path, name)

    return run


def _variable(name: str) -> Evaluate:
    """Look up a variable of a list function; elsewhere the name is a property's."""

    def run(row: Row, scope: Scope) -> Value:
        if name in scope:
            return scope[name]
        return row.context.vault.property(row.path, name)

    return run


def _this(row: Row, _scope: Scope) -> Value:
    return None if row.context.this is None else FileValue(row.context.this)


def _values(row: Row, _scope: Scope) -> Value:
    if row.values is not None:
        return row.values
    return row.context.vault.property(row.path, "values")


def _bare_formula(row: Row, _scope: Scope) -> Value:
    names = ", ".join(row.context.formulas)
    raise EvaluationError("A formula needs its name: formula.name", names and f"There are {names}.")


def compile_member(name: str, key: Evaluate) -> Evaluate | None:
    """Compile `note.key` and `this.key`, which are properties; None for another name."""
    match name:
        case "note":
            return lambda row, scope: row.context.vault.property(
                row.path, key_text(key, row, scope)
            )
        case "this":
            return lambda row, scope: _of_this(key_text(key, row, scope), row)
        case _:
            return None


def key_text(key: Evaluate, row: Row, scope: Scope) -> str:
    """Evaluate the name of a field or property."""
    return text_of(key(row, scope), row.context.clock, row.context.budget)


def _of_this(name: str, row: Row) -> Value:
    """Return the file that `this` means, or one of its properties."""
    if row.context.this is None:
        return None
    if name == "file":
        return FileValue(row.context.this)
    return row.context.vault.property(row.context.this, name)
