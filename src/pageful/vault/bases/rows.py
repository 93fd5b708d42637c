"""A row of a view: a file with all that an expression may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.syntax import Expression
from pageful.vault.bases.values import LinkValue, Value
from pageful.vault.snapshot.snapshot import VaultFile
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock, current_clock


class BaseVault(Protocol):
    """The files of a vault with what expressions ask of them, each by its path."""

    @property
    def files(self) -> Mapping[str, VaultFile]:
        """Every file by its path."""
        ...

    def properties(self, path: str) -> Mapping[str, Value]:
        """Return the properties of a note as it writes their names; none of other files."""
        ...

    def property(self, path: str, name: str) -> Value:
        """Return the value of a property whose name is written in any case, else null."""
        ...

    def tags(self, path: str) -> Sequence[str]:
        """Return the tags without `#`, those of properties first, each once."""
        ...

    def links(self, path: str) -> Sequence[LinkValue]:
        """Return every link: those of properties, then the body's, then embeds."""
        ...

    def embeds(self, path: str) -> Sequence[LinkValue]:
        """Return every embed."""
        ...

    def backlinks(self, path: str) -> Sequence[str]:
        """Return the paths of the notes that link to a file, each once."""
        ...

    def resolve(self, target: str, source: str) -> str | None:
        """Return the path of the file that a link's target leads to from the file `source`."""
        ...


@dataclass(slots=True)
class Context:
    """The vault, formulas, clock and budget that all rows of a view share.

    `formulas` are a base's by name, those that can't be read as the error that says why. `this` is
    the path of the file that `this` means, if any.
    """

    vault: BaseVault
    formulas: Mapping[str, Expression | ExpressionError] = field(default_factory=dict)
    this: str | None = None
    clock: Clock = field(default_factory=current_clock)
    budget: Budget = field(default_factory=Budget)
    compiled: dict[str, Callable[[Row], Value]] = field(default_factory=dict)
    """The formulas that were needed so far, by name."""


@dataclass(slots=True)
class Row:
    """A file, and what its formulas came to so far.

    `values` is what a summary is made of: the values of one property in all rows.
    """

    path: str
    context: Context
    values: tuple[Value, ...] | None = None
    results: dict[str, Value] = field(default_factory=dict)
    """The values of the formulas that were needed, by name."""
    unfinished: list[str] = field(default_factory=list)
    """The formulas that are being evaluated, each used by the one before."""
