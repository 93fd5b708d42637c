"""Compilation of expressions to functions from a row to a value.

A row is a mapping from names to values. Where an expression has no value for a row, the function
raises `EvaluationError`. Its steps are taken from the budget of its context.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions import FUNCTIONS
from pageful.vault.dataview.indexing import value_at
from pageful.vault.dataview.operators import operation
from pageful.vault.dataview.syntax import (
    Binary,
    Call,
    Expression,
    Index,
    Lambda,
    ListOf,
    Literal,
    Negation,
    ObjectOf,
    Variable,
)
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.objects import object_of
from pageful.vault.values.truth import is_true
from pageful.vault.values.values import Function, Value, is_number, type_name

Row: TypeAlias = Mapping[str, Value]
Evaluate: TypeAlias = Callable[[Row], Value]

_MISSING: Any = object()
_WHOLE_ROW = "row"


class Frame(Mapping[str, Value]):
    """A row in which the parameters of a lambda hide fields of the same names."""

    __slots__ = ("_named", "_outer")

    def __init__(self, named: dict[str, Value], outer: Row) -> None:
        self._named = named
        self._outer = outer

    def __getitem__(self, name: str) -> Value:
        return self._named[name] if name in self._named else self._outer[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._outer
        yield from (name for name in self._named if name not in self._outer)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def evaluate(expression: Expression, context: Context, row: Row | None = None) -> Value:
    """Evaluate an expression once.

    Raises:
        EvaluationError: It has none.
        OutOfBudget: It takes more than the context's budget has.
    """
    return compile_expression(expression, context)({} if row is None else row)


def compile_expression(expression: Expression, context: Context) -> Evaluate:
    """Compile an expression to a function of a row.

    The function raises `EvaluationError` where the expression has no value for a row, and
    `OutOfBudget` where it takes more than the context's budget has.
    """
    run = _compile(expression, context)
    step = context.budget.step
    cost = _size(expression)

    def run_guarded(row: Row) -> Value:
        step(cost)
        try:
            return run(row)
        except RecursionError:
            raise EvaluationError("A value nests too deep.") from None

    return run_guarded


def _size(expression: Expression) -> int:
    """Return the number of nodes of an expression."""
    waiting, size = [expression], 0
    while waiting:
        size += 1
        match waiting.pop():
            case Binary(left, _, right):
                waiting += [left, right]
            case Index(of, index):
                waiting += [of, index]
            case Call(function, arguments):
                waiting += [function, *arguments]
            case Negation(child) | Lambda(_, child):
                waiting.append(child)
            case ListOf(elements):
                waiting += elements
            case ObjectOf(entries):
                waiting += [part for _, part in entries]
            case _:
                pass
    return size


def _compile(expression: Expression, context: Context) -> Evaluate:
    match expression:
        case Literal(value):
            return lambda _row: value
        case Variable(name):
            return _variable(name, context)
        case Binary():
            return _binary(expression, context)
        case Index() | Call():
            return _postfix_chain(expression, context)
        case Negation(child):
            negated = _compile(child, context)
            return lambda row: not is_true(negated(row))
        case ListOf(elements):
            parts = tuple(_compile(element, context) for element in elements)
            return lambda row: tuple([part(row) for part in parts])
        case ObjectOf(entries):
            named = tuple((name, _compile(part, context)) for name, part in entries)
            return lambda row: object_of([(name, part(row)) for name, part in named])
        case Lambda(parameters, body):
            return _lambda(parameters, body, context)


def _variable(name: str, context: Context) -> Evaluate:
    seen_everywhere = context.globals

    def look_up(row: Row) -> Value:
        value = row.get(name, _MISSING)
        return seen_everywhere.get(name) if value is _MISSING else value

    return look_up


def _binary(expression: Binary, context: Context) -> Evaluate:
    """Compile a chain of operators to a loop, as it may be as long as the query."""
    chain = []
    left: Expression = expression
    while isinstance(left, Binary):
        chain.append((operation(left.operator), _compile(left.right, context)))
        left = left.left
    first, chain = _compile(left, context), chain[::-1]
    if len(chain) == 1:
        apply, right = chain[0]
        return lambda row: apply(first(row), right(row), context)

    def run(row: Row) -> Value:
        value = first(row)
        for apply, right in chain:
            value = apply(value, right(row), context)
        return value

    return run


_Step: TypeAlias = Callable[[Value, Row], Value]


def _postfix_chain(expression: Index | Call, context: Context) -> Evaluate:
    """Compile a chain of indexes and calls to a loop, as it may be as long as the query."""
    steps = list[_Step]()
    innermost: Expression = expression
    run: Evaluate | None = None
    while run is None:
        match innermost:
            case Index(Variable(name), index) if name == _WHOLE_ROW:
                run = _row_field(index, context)
            case Index(of, index):
                steps.append(_index_step(index, context))
                innermost = of
            case Call(Variable(name), arguments):
                run = _named_call(name, arguments, context)
            case Call(function, arguments):
                steps.append(_call_step(arguments, context))
                innermost = function
            case _:
                run = _compile(innermost, context)
    return _run_steps(run, steps[::-1])


def _run_steps(first: Evaluate, steps: list[_Step]) -> Evaluate:
    if not steps:
        return first
    if len(steps) == 1:
        only = steps[0]
        return lambda row: only(first(row), row)

    def run(row: Row) -> Value:
        value = first(row)
        for step in steps:
            value = step(value, row)
        return value

    return run


def _index_step(index: Expression, context: Context) -> _Step:
    if isinstance(index, Literal) and isinstance(index.value, str):
        key = index.value
        return lambda of, _row: value_at(of, key, context)
    key_of = _compile(index, context)
    return lambda of, row: value_at(of, _index_value(key_of(row)), context)


def _index_value(index: Value) -> str | float | None:
    if index is None or isinstance(index, str):
        return index
    if is_number(index):
        return index  # type: ignore[return-value]
    raise EvaluationError("Can only index with a string or number.")


def _row_field(index: Expression, context: Context) -> Evaluate:
    key_of = _compile(index, context)

    def look_up(row: Row) -> Value:
        key = _index_value(key_of(row))
        if key is None:
            return None
        if not isinstance(key, str):
            raise EvaluationError('Can only index into objects with strings (a.b or a["b"]).')
        return row[key] if key in row else context.globals.get(key)

    return look_up


def _named_call(name: str, arguments: tuple[Expression, ...], context: Context) -> Evaluate:
    given = tuple(_compile(argument, context) for argument in arguments)
    function = FUNCTIONS.get(name)

    def call(row: Row) -> Value:
        values = [argument(row) for argument in given]
        if function is None:
            raise EvaluationError(f"Unrecognized function name '{name}'.")
        return function(context, *values)

    return call


def _call_step(arguments: tuple[Expression, ...], context: Context) -> _Step:
    given = tuple(_compile(argument, context) for argument in arguments)

    def call(function: Value, row: Row) -> Value:
        values = [argument(row) for argument in given]
        if isinstance(function, Function):
            return function.call(*values)
        if not isinstance(function, str):
            raise EvaluationError(f"Cannot call type '{type_name(function)}' as a function.")
        if function not in FUNCTIONS:
            raise EvaluationError(f"Unrecognized function name '{function}'.")
        return FUNCTIONS[function](context, *values)

    return call


def _lambda(parameters: tuple[str, ...], body: Expression, context: Context) -> Evaluate:
    run = _compile(body, context)
    step, cost = context.budget.step, _size(body)

    def make(row: Row) -> Value:
        def call(*arguments: Value) -> Value:
            step(cost)
            return run(Frame(dict(zip(parameters, arguments, strict=False)), row))

        return Function(call)

    return make
