"""A function of the language: what it takes, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.bases.rows import Row
from pageful.vault.bases.values import Value

Scope: TypeAlias = Mapping[str, Value]
"""The variables of the list functions around an expression: `value`, `index`, `acc`."""

Evaluate: TypeAlias = Callable[[Row, Scope], Value]
"""An expression that is compiled."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function, with the fewest and the most arguments that it takes; `most` of -1 is any number.

    `call` takes the row, the value that it is called on (none, if the function is global) and
    the arguments; that of a `lazy` one takes the scope behind the row, and arguments that
    are not evaluated.
    """

    call: Callable[..., Value]
    least: int = 0
    most: int = 0
    lazy: bool = False


Functions: TypeAlias = dict[str, Function]
Fields: TypeAlias = dict[str, Callable[[Row, Any], Value]]
