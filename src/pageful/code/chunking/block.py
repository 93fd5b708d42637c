"""What the text is made of before it is cut: blocks of rows, and the definitions among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(slots=True)
class Block:
    """Rows from `first` up to, without, `end` that belong together.

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
    """A definition's rows: with what leads it from `first`, itself from `row`, up to `end`."""

    first: int
    row: int
    end: int
    label: str
    names: tuple[str, ...]
    minor: bool = False
    wrapper: bool = False
