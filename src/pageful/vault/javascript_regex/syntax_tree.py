"""The syntax tree of a regular expression."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.javascript_regex.code_points import CodePoints


@dataclass(frozen=True, slots=True)
class Character:
    """One character."""

    code: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """One character of a set; `properties` are further ones as the `regex` package writes them."""

    points: CodePoints
    properties: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class OneOfTexts:
    r"""A class that holds whole texts too (`\\q{}`): the longest first, then the single ones."""

    texts: tuple[tuple[int, ...], ...]
    single: OneOf


@dataclass(frozen=True, slots=True)
class AnyCharacter:
    """A dot."""


@dataclass(frozen=True, slots=True)
class Boundary:
    r"""An assertion: `^`, `$`, `\b` or `\B`."""

    kind: Literal["^", "$", "b", "B"]


@dataclass(frozen=True, slots=True)
class Look:
    """A look ahead or behind."""

    body: Node
    behind: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A group; `number` is 0 where it captures nothing."""

    body: Node
    number: int = 0


@dataclass(frozen=True, slots=True)
class Reference:
    """A backreference to a group."""

    number: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """The body `least` to `most` times; `None` means no upper bound."""

    body: Node
    least: int
    most: int | None
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts one after another."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives, of which the first that leads to a match counts."""

    parts: tuple[Node, ...]


Node: TypeAlias = (
    Character
    | OneOf
    | OneOfTexts
    | AnyCharacter
    | Boundary
    | Look
    | Group
    | Reference
    | Repeat
    | Sequence
    | Choice
)


@dataclass(frozen=True, slots=True)
class Expression:
    """A whole expression: how many groups it captures, and the numbers of the named ones."""

    root: Node
    groups: int
    names: dict[str, int]
