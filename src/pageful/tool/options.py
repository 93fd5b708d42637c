"""How an answer looks: format, detail and budget, and what of that a caller may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from pageful.page import budget as budgets
from pageful.page.presentation import Detail

Format: TypeAlias = Literal["markdown", "json"]
Choice: TypeAlias = Literal["raw", "response_format", "detail_level"]
"""A way for the caller to choose the form of an answer: the name of its parameter."""

CHOICES: Mapping[Choice, tuple[Any, Any]] = {
    "raw": (
        Annotated[bool, Field(description="Compact JSON of the whole result, not the page.")],
        False,
    ),
    "response_format": (
        Annotated[Format | None, Field(description="Compact JSON, or a Markdown page.")],
        None,
    ),
    "detail_level": (
        Annotated[Detail | None, Field(description="How much the answer says.")],
        None,
    ),
}
"""Each choice as a parameter: its type and its default."""


@dataclass(frozen=True, slots=True)
class Style:
    """How answers look where the caller does not choose; `budget` in characters a page.

    JSON is always whole: the budget is for pages.
    """

    format: Format = "markdown"
    detail: Detail = "concise"
    budget: int = budgets.DEFAULT

    @property
    def defaults(self) -> Mapping[Choice, str]:
        """What holds for a choice that the caller leaves open."""
        return {"response_format": self.format, "detail_level": self.detail}

    def chosen(self, values: Mapping[str, Any]) -> Style:
        """The style with the caller's choices in it."""
        wanted: Format | None = "json" if values.get("raw") else values.get("response_format")
        return replace(
            self,
            format=wanted or self.format,
            detail=values.get("detail_level") or self.detail,
        )
