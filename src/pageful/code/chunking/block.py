"""Blocks of rows and the definitions among them: a text's structure before it is cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(slots=True)
class Block:
    """Rows that belong together, from `first` up to, without, `end`.

    `parts` are the blocks inside, in order and without gap; where they are not known yet, they
    can be found below `nodes`. A `sealed` block, a definition, is not mixed with its neighbours
    once it has to be cut.
    """

    first: int
    end: int
    nodes: Sequence[Node] = ()
    parts: Sequence[Block] = ()
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition in rows `row` up to, without, `end`; its comments and decorators from `first`.

    `label` is for people (`class Foo`), `names` are the bare ones that it defines. A `minor`
    definition, such as a constant, and a `wrapper`, such as a namespace, are as in `naming`.
    """

    first: int
    row: int
    end: int
    label: str
    names: tuple[str, ...]
    minor: bool = False
    wrapper: bool = False
