"""Small changes of a Python source, one at a time: each is something that a test should notice."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

_OTHER_WAY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_CONDITIONED = (ast.If, ast.While, ast.IfExp)
# Types are mypy's to notice, and nobody is told what an object's `repr` says.
_UNHEARD = {
    "__repr__",
    "TypeVar",
    "ParamSpec",
    "assert_never",
    "AssertionError",
    "cast",
    "dataclass",
}
_ELSEWHERE = {"sys.platform", "os.name", "TYPE_CHECKING"}


@dataclass(frozen=True)
class Mutation:
    """What stood between two offsets of the source's bytes, and what takes its place.

    `within` names the function that it is in, or the class, or nothing.
    """

    line: int
    within: str
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        """The change as a list of changes prints it."""
        return f"{_one_line(self.before)} → {_one_line(self.after)}"

    def apply(self, source: str) -> str:
        """Return the source with this change."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()


def mutations(source: str) -> list[Mutation]:
    """Every change that is made of a source, in its order."""
    return list(_Changes(source).of(ast.parse(source)))


class _Changes:
    def __init__(self, source: str) -> None:
        self._source = source.encode()
        self._within = ""
        self._starts = [0]
        for line in self._source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def of(self, node: ast.AST) -> Iterator[Mutation]:
        """Changes of a node and of what it is made of."""
        if isinstance(node, ast.JoinedStr):  # before Python 3.12 its parts do not know their places
            yield from (self._at(node, each) for each in _changed_parts(node))
            return
        for other in _others(node):
            yield self._at(node, other)
        if isinstance(node, _CONDITIONED) and not isinstance(node.test, (ast.Compare, ast.UnaryOp)):
            yield self._at(node.test, ast.UnaryOp(ast.Not(), node.test))
        if isinstance(node, ast.Return) and not isinstance(node.value, (ast.Constant, type(None))):
            yield self._at(node, ast.Return(ast.Constant(None)))
        outer = self._within
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self._within = node.name
        for each in _heard(node):
            yield from self.of(each)
        self._within = outer

    def _at(self, node: ast.AST, other: ast.AST) -> Mutation:
        assert isinstance(node, (ast.expr, ast.stmt))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(other)))
        after = f"({text})" if isinstance(other, (ast.Compare, ast.BoolOp, ast.UnaryOp)) else text
        before = self._source[start:end].decode()
        return Mutation(node.lineno, self._within, start, end, before, after)


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """What a node might have been instead, its parts left as they are."""
    match node:
        case ast.Compare(left, operators, values):
            for at, operator in enumerate(operators):
                changed = [*operators]
                changed[at] = _OTHER_WAY[type(operator)]()
                yield ast.Compare(left, changed, values)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.Constant(value):
            if (other := _other_constant(value)) is not None:
                yield ast.Constant(other)
        case ast.Expr(ast.Call() | ast.Await(ast.Call())):
            yield ast.Pass()


def _other_constant(value: object) -> str | bytes | float | None:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            # Words that are gone are missed, one that is misspelled is not.
            return f"{value}x" if len(value.split()) < 2 else ""
        case bytes():
            return value + b"x"
    return None


def _changed_parts(node: ast.JoinedStr) -> Iterator[ast.JoinedStr]:
    """An f-string with one of its parts changed."""
    for at in range(len([*ast.walk(node)])):
        changed = copy.deepcopy(node)
        parents = {
            id(child): each for each in ast.walk(changed) for child in ast.iter_child_nodes(each)
        }
        part = [*ast.walk(changed)][at]
        if isinstance(part, ast.FormattedValue) or part is changed:
            continue
        for other in _others(part):
            _replace(parents[id(part)], part, copy.deepcopy(other))
            yield changed
            break  # a comparison of several is changed in its first


def _replace(parent: ast.AST, part: ast.AST, other: ast.AST) -> None:
    for name, value in ast.iter_fields(parent):
        if value is part:
            setattr(parent, name, other)
        elif isinstance(value, list):
            setattr(parent, name, [other if each is part else each for each in value])


def _heard(node: ast.AST) -> Iterator[ast.AST]:
    """Parts of a node whose changes somebody could notice: no types, no docstrings."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"}:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST) and not _is_unheard(each):
                yield each


def _is_unheard(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name in _UNHEARD
        case ast.Expr(ast.Constant()):  # a docstring
            return True
        case ast.Expr(value) | ast.Raise(exc=ast.expr() as value):
            return _is_unheard(value)
        case ast.Call(func):
            return ast.unparse(func).rpartition(".")[2] in _UNHEARD
        case ast.If(test):
            return any(each in ast.unparse(test) for each in _ELSEWHERE)
        case ast.Assign([ast.Name("__all__" | "__slots__")]):
            return True
    return False


def _one_line(text: str) -> str:
    return " ".join(text.split())
