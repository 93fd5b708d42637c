"""The names that a query refers to: fields, clause by clause, and the sources of FROM."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pageful.vault.dataview.clauses.group_by import KEY, ROWS
from pageful.vault.dataview.syntax import (
    Binary,
    CalendarHeader,
    Call,
    CombinedSource,
    Expression,
    Flatten,
    GroupBy,
    Index,
    Lambda,
    ListHeader,
    ListOf,
    Literal,
    NamedField,
    NegatedSource,
    Negation,
    ObjectOf,
    Query,
    Sort,
    Source,
    TableHeader,
    Variable,
    Where,
)

_EVERYWHERE = frozenset(("row", "this"))
_OF_NOTES = _EVERYWHERE | {"file"}


class FieldReference(NamedTuple):
    """A field that an expression refers to, and the expression's clause.

    `of_file` says that it is one of `file`; `groups` are the names that a group has, where the
    clause works on groups and the field is none of these.
    """

    name: str
    clause: str
    of_file: bool = False
    groups: tuple[str, ...] = ()


class _Scope(NamedTuple):
    """The names in scope of a clause, beside the fields of notes.

    `groups` are those of groups, empty where rows are notes; `within` are those of their rows.
    """

    names: frozenset[str] = _OF_NOTES
    groups: tuple[str, ...] = ()
    within: frozenset[str] = frozenset()

    def after_group_by(self, name: str) -> _Scope:
        """Return the scope after GROUP BY with a name."""
        groups = (KEY, ROWS, name)
        return _Scope(_EVERYWHERE.union(groups), groups, self.within | self.names)

    def after_flatten(self, name: str) -> _Scope:
        """Return the scope after FLATTEN with a name."""
        groups = (*self.groups, name) if self.groups else ()
        return _Scope(self.names | {name}, groups, self.within)


def field_references(query: Query) -> Iterator[FieldReference]:
    """Yield every field that a query refers to by name, in the order in which its clauses run."""
    scope = _Scope()
    for step in query.steps:
        match step:
            case Where(condition):
                yield from _references(condition, "WHERE", scope)
            case Sort(keys):
                for key in keys:
                    yield from _references(key.field, "SORT", scope)
            case GroupBy(field):
                yield from _references(field.field, "GROUP BY", scope)
                scope = scope.after_group_by(field.name)
            case Flatten(field):
                yield from _references(field.field, "FLATTEN", scope)
                scope = scope.after_flatten(field.name)
            case _:
                pass
    for clause, shown in _header_expressions(query):
        yield from _references(shown, clause, scope)


def constant_sort_keys(query: Query) -> Iterator[Expression]:
    """Yield the keys of SORT without a name in them, which are the same for every row."""
    for step in query.steps:
        for key in step.keys if isinstance(step, Sort) else ():
            if not any(isinstance(part, Variable) for part, _ in _parts(key.field)):
                yield key.field


def sources(source: Source) -> Iterator[Source]:
    """Yield the single sources that a source combines or negates, from left to right."""
    waiting = [source]
    while waiting:
        match waiting.pop():
            case CombinedSource(left, _, right):
                waiting += [right, left]
            case NegatedSource(child):
                waiting.append(child)
            case single:
                yield single


def _header_expressions(query: Query) -> list[tuple[str, Expression]]:
    match query.header:
        case TableHeader(fields):
            return [("TABLE", field.field) for field in fields]
        case ListHeader(format) if format is not None:
            return [("LIST", format)]
        case CalendarHeader(NamedField(_, field)):
            return [("CALENDAR", field)]
        case _:
            return []


def _references(expression: Expression, clause: str, scope: _Scope) -> Iterator[FieldReference]:
    for part, bound in _parts(expression):
        match part:
            case Variable(name) if name not in scope.names and name not in bound:
                yield FieldReference(name, clause, groups=scope.groups)
            case Index(Variable("file"), Literal(str(name))) if not scope.groups:
                yield FieldReference(name, clause, of_file=True)
            case Index(Index(Variable("rows"), Literal("file")), Literal(str(name))):
                yield FieldReference(name, clause, of_file=True)
            case Index(Variable("rows"), Literal(str(name))) if _is_new(name, scope):
                yield FieldReference(name, clause)
            case _:
                pass


def _is_new(name: str, scope: _Scope) -> bool:
    return name not in scope.names | scope.within


def _parts(expression: Expression) -> Iterator[tuple[Expression, frozenset[str]]]:
    """Yield every part of an expression from left to right, with the lambda parameters around it.

    A variable that is called is a function's name and no part.
    """
    waiting: list[tuple[Expression, frozenset[str]]] = [(expression, frozenset())]
    while waiting:
        part, bound = waiting.pop()
        yield part, bound
        waiting += [(each, bound) for each in reversed(_inner(part))]
        if isinstance(part, Lambda):
            waiting.append((part.body, bound | set(part.parameters)))


def _inner(part: Expression) -> list[Expression]:
    match part:
        case Binary(left, _, right):
            return [left, right]
        case Index(of, index):
            return [of, index]
        case Call(Variable(), arguments):
            return [*arguments]
        case Call(function, arguments):
            return [function, *arguments]
        case ListOf(elements):
            return [*elements]
        case ObjectOf(entries):
            return [each for _, each in entries]
        case Negation(child):
            return [child]
        case _:
            return []
