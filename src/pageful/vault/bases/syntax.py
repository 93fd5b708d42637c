"""The syntax tree of an expression.

Chains, which may be as long as the text, are flat; whatever nests is bounded by the parser.
"""

from __future__ import annotations

from typing import Literal as OneOf
from typing import TypeAlias

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.bases.values import Value

Operator: TypeAlias = OneOf["||", "&&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%"]


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that is written out: `3`, `"text"`, `/pattern/g`, `null`."""

    value: Value


@dataclass(frozen=True, slots=True)
class Name:
    """A name: `file`, `note`, `formula`, `this`, a variable of a list function, or a property."""

    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[1, 2, 3]`."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary:
    """`!operand` or `-operand`."""

    operator: OneOf["!", "-"]
    operand: Expression


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands with operators of one precedence between them, which are applied from the left."""

    first: Expression
    rest: tuple[tuple[Operator, Expression], ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a global function: `max(1, 2)`."""

    function: str
    arguments: tuple[Expression, ...]
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """`.name`."""

    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Item:
    """`[index]`."""

    index: Expression


@dataclass(frozen=True, slots=True)
class MethodCall:
    """`.function(arguments)`."""

    function: str
    arguments: tuple[Expression, ...]
    position: int = field(default=0, compare=False)


Step: TypeAlias = Member | Item | MethodCall


@dataclass(frozen=True, slots=True)
class Access:
    """A value with the steps that lead from it to another one: `file.tags[0].lower()`."""

    first: Expression
    steps: tuple[Step, ...]


Expression: TypeAlias = Literal | Name | ListOf | Unary | Chain | Call | Access
