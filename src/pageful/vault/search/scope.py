"""The scope of a part of a query, as the operators around it set it."""

from __future__ import annotations

from typing import TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.search.operators import Operator, Target
from pageful.vault.search.query import Pattern, Phrase, Word

Leaf: TypeAlias = Word | Phrase | Pattern


@dataclass(frozen=True, slots=True)
class Scope:
    """The target that a part is looked for in, and whether case and accents count."""

    target: Target = "any"
    exact: bool = False

    @property
    def is_of_text(self) -> bool:
        """Return whether the part is looked for in texts."""
        return self.target in ("any", "content")

    def within(self, operator: Operator) -> Scope:
        """Return the scope of the part behind an operator in this one."""
        return Scope(
            operator.target or self.target,
            self.exact if operator.exact is None else operator.exact,
        )
