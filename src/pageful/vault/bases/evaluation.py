"""Compilation of expressions to functions from a row to a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.functions.function import Evaluate, Function, Scope
from pageful.vault.bases.members import field, global_function, item, method, suggestion
from pageful.vault.bases.names import compile_member, compile_name, key_text
from pageful.vault.bases.nesting import nesting
from pageful.vault.bases.operators import OPERATIONS, negate
from pageful.vault.bases.rows import Context, Row
from pageful.vault.bases.syntax import (
    Access,
    Call,
    Chain,
    Expression,
    Item,
    ListOf,
    Literal,
    Member,
    MethodCall,
    Name,
    Operator,
    Unary,
)
from pageful.vault.bases.truth import is_true
from pageful.vault.bases.values import DateValue, ErrorValue, FileValue, LinkValue, Value
from pageful.vault.values.failures import EvaluationError

_NO_SCOPE: Scope = MappingProxyType({})
_TOO_DEEP = "A value nests too deep to be worked with."

_FLAT = frozenset((str, float, bool, type(None), DateValue, LinkValue, FileValue))
"""Frequent types of values that nothing nests in."""

_SIZE_OF_STEP = 64
"""The characters or elements of a value that cost a function one step: a rough estimate."""

DEEPEST_VALUE = 120
"""The deepest nesting of lists and objects: more than properties can have."""

DEEPEST_FORMULAS = 48
"""The longest chain of formulas that use one another, for Python's recursion limit."""


def evaluate(expression: Expression, row: Row) -> Value:
    """Return the value of an expression for a row, which is an `ErrorValue` where it fails.

    Raises:
        OutOfBudget: It takes more than the view's budget has.
    """
    return compile_expression(expression)(row)


def compile_expression(expression: Expression) -> Callable[[Row], Value]:
    """Compile an expression to a function of a row, which does what `evaluate` does."""
    run = _compile(expression)

    def run_guarded(row: Row) -> Value:
        try:
            return _checked(run(row, _NO_SCOPE))
        except EvaluationError as error:
            return ErrorValue(error.problem, error.remedy)
        except RecursionError:
            return ErrorValue(_TOO_DEEP)

    return run_guarded


def _checked(value: Value) -> Value:
    """Return a value that nests no deeper than all that works with it can bear."""
    if type(value) in _FLAT:
        return value
    if isinstance(value, (tuple, Mapping)) and nesting(value) > DEEPEST_VALUE:
        return ErrorValue(_TOO_DEEP)
    return value


def formula_value(name: str, row: Row) -> Value:
    """Return the value of a formula for a row, evaluated once."""
    if name in row.results:
        return row.results[name]
    if name in row.unfinished:
        return _circle(name, row)
    if len(row.unfinished) >= DEEPEST_FORMULAS:
        return ErrorValue(f"More than {DEEPEST_FORMULAS} formulas use one another in a chain.")
    run = row.context.compiled.get(name) or _compile_formula(name, row.context)
    row.unfinished.append(name)
    try:
        found = run(row)
    finally:
        row.unfinished.pop()
    return row.results.setdefault(name, found)


def _compile_formula(name: str, context: Context) -> Callable[[Row], Value]:
    """Compile a formula; one that there is not, or that can't be read, to its error."""
    formula = context.formulas.get(name)
    if formula is None or isinstance(formula, ExpressionError):
        error = _missing_formula(name, context) if formula is None else _unreadable(name, formula)
        return context.compiled.setdefault(name, lambda _row: error)
    return context.compiled.setdefault(name, compile_expression(formula))


def _missing_formula(name: str, context: Context) -> ErrorValue:
    return ErrorValue(f'Cannot find formula "{name}"', suggestion(name, context.formulas))


def _unreadable(name: str, error: ExpressionError) -> ErrorValue:
    return ErrorValue(f"The formula {name} can't be read. {error.message}")


def _circle(name: str, row: Row) -> ErrorValue:
    """Name the formulas of a circle, from the first by its letters on, wherever it was entered."""
    members = row.unfinished[row.unfinished.index(name) :]
    first = members.index(min(members))
    turned = [*members[first:], *members[:first], members[first]]
    error = ErrorValue(f"The formulas use one another in a circle: {' → '.join(turned)}.")
    row.results.update(dict.fromkeys(members, error))
    return error


def _compile(expression: Expression) -> Evaluate:
    match expression:
        case Literal(value):
            return lambda _row, _scope: value
        case Name(name):
            return compile_name(name)
        case ListOf(elements):
            return _list(elements)
        case Unary(operator, operand):
            return _unary(operator, operand)
        case Chain(first, rest):
            return _chain(first, rest)
        case Call(function, arguments):
            return _global_call(function, arguments)
        case Access():
            return _access(expression)


def _list(elements: tuple[Expression, ...]) -> Evaluate:
    parts = tuple(map(_compile, elements))

    def run(row: Row, scope: Scope) -> Value:
        row.context.budget.allocate(len(parts))
        return tuple([part(row, scope) for part in parts])

    return run


def _unary(operator: str, operand: Expression) -> Evaluate:
    inner = _compile(operand)
    if operator == "!":
        return lambda row, scope: not is_true(inner(row, scope))
    return lambda row, scope: negate(inner(row, scope))


def _chain(first: Expression, rest: tuple[tuple[Operator, Expression], ...]) -> Evaluate:
    operators = {operator for operator, _ in rest}
    parts = (_compile(first), *(_compile(operand) for _, operand in rest))
    if operators == {"&&"}:
        return lambda row, scope: all(is_true(part(row, scope)) for part in parts)
    if operators == {"||"}:
        return lambda row, scope: any(is_true(part(row, scope)) for part in parts)
    start = parts[0]
    steps = tuple(zip([OPERATIONS[operator] for operator, _ in rest], parts[1:], strict=True))

    def run(row: Row, scope: Scope) -> Value:
        value = start(row, scope)
        for apply, operand in steps:
            row.context.budget.step()
            value = apply(value, operand(row, scope), row)
        return value

    return run


def _global_call(name: str, arguments: tuple[Expression, ...]) -> Evaluate:
    given = tuple(map(_compile, arguments))

    def run(row: Row, scope: Scope) -> Value:
        row.context.budget.step()
        function = global_function(name)
        _check_count(function, name, len(given))
        if function.lazy:
            return function.call(row, scope, *given)
        return function.call(row, *[argument(row, scope) for argument in given])

    return run


def _check_count(function: Function, name: str, given: int) -> None:
    if given < function.least:
        needed = _arguments(function.least)
        raise EvaluationError(f"{name}() needs {needed}, and has {given or 'none'}.")
    if -1 < function.most < given:
        most = _arguments(function.most) if function.most else "no arguments"
        raise EvaluationError(f"{name}() takes {most}, not {given}.")


def _arguments(count: int) -> str:
    return f"{count} argument{'' if count == 1 else 's'}"


_Step: TypeAlias = Callable[[Value, Row, Scope], Value]


def _access(expression: Access) -> Evaluate:
    first, steps = expression.first, expression.steps
    start: Evaluate | None = None
    if isinstance(first, Name):
        start = _first_step(first.name, steps[0])
    if start is None:
        start = _compile(first)
    else:
        steps = steps[1:]
    compiled = tuple(map(_step, steps))
    if not compiled:
        return start

    def run(row: Row, scope: Scope) -> Value:
        value = start(row, scope)
        for step in compiled:
            value = step(value, row, scope)
        return value

    return run


def _first_step(name: str, step: Member | Item | MethodCall) -> Evaluate | None:
    """Compile `note.x`, `formula.x` and `this.x`, which are no fields of a value."""
    key = _key(step)
    if key is None:
        return None
    if name == "formula":
        return lambda row, scope: _formula(key_text(key, row, scope), row)
    return compile_member(name, key)


def _key(step: Member | Item | MethodCall) -> Evaluate | None:
    match step:
        case Member(name):
            return lambda _row, _scope: name
        case Item(index):
            return _compile(index)
        case MethodCall():
            return None


def _formula(name: str, row: Row) -> Value:
    value = formula_value(name, row)
    if isinstance(value, ErrorValue):
        raise EvaluationError(value.message, value.hint)
    return value


def _step(step: Member | Item | MethodCall) -> _Step:
    match step:
        case Member(name):
            return lambda value, row, _scope: field(value, name, row)
        case Item(index):
            return _item_step(_compile(index))
        case MethodCall(function, arguments):
            return _method_step(function, tuple(map(_compile, arguments)))


def _item_step(index: Evaluate) -> _Step:
    return lambda value, row, scope: item(value, index(row, scope), row)


def _method_step(name: str, arguments: tuple[Evaluate, ...]) -> _Step:
    def call(value: Value, row: Row, scope: Scope) -> Value:
        row.context.budget.step()
        function, receiver = method(value, name, row)
        _check_count(function, name, len(arguments))
        if isinstance(receiver, (str, tuple)):
            row.context.budget.step(len(receiver) // _SIZE_OF_STEP)
        if function.lazy:
            return function.call(row, scope, receiver, *map(_stepping, arguments))
        return function.call(row, receiver, *[argument(row, scope) for argument in arguments])

    return call


def _stepping(run: Evaluate) -> Evaluate:
    """Take a step of the budget for each element that an argument is evaluated for."""

    def evaluate_element(row: Row, scope: Scope) -> Value:
        row.context.budget.step()
        return run(row, scope)

    return evaluate_element


def is_kept(expression: Expression, row: Row) -> bool | ErrorValue:
    """Return whether a filter keeps a row, or the error for which it can't."""
    value = evaluate(expression, row)
    return value if isinstance(value, ErrorValue) else is_true(value)
