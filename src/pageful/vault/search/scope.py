"""What the operators around a part of a query say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from pageful.vault.search.query import Pattern, Phrase, Scoped, Word

Where: TypeAlias = Literal["any", "content", "path", "file", "tag"]
Leaf: TypeAlias = Word | Phrase | Pattern

_CASES = ("match-case", "ignore-case")
_SCOPES = ("content", "path", "file", "tag")


@dataclass(frozen=True, slots=True)
class Mode:
    """Where a part is looked for, and whether case and accents count."""

    where: Where = "any"
    exact: bool = False

    @property
    def is_of_text(self) -> bool:
        """Whether the part is looked for in texts."""
        return self.where in ("any", "content")

    def within(self, query: Scoped) -> Mode | None:
        """What holds within an operator; `None` if that is about parts of the text."""
        if query.operator in _CASES:
            return replace(self, exact=query.operator == "match-case")
        if query.operator in _SCOPES:
            return replace(self, where=cast("Where", query.operator))
        return None

    @property
    def of_region(self) -> Mode:
        """What holds within a part of the text."""
        return _EXACT_TEXT if self.exact else _TEXT


_TEXT = Mode("content")
_EXACT_TEXT = Mode("content", exact=True)
