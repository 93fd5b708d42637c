"""The style of an answer: format, detail and budget, and which of them a caller may choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass, replace
from pageful.page.limits import DEFAULT, Detail
from pageful.tool.field import Field

Format: TypeAlias = Literal["markdown", "json"]
Choice: TypeAlias = Literal["raw", "response_format", "detail_level"]
"""The name of a parameter by which the caller chooses the form of an answer."""

CHOICES: Mapping[Choice, tuple[Any, Any]] = {
    "raw": (
        Annotated[bool, Field(description="The whole result as compact JSON.")],
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
    """The style of answers where the caller does not choose; `budget` in characters a page.

    JSON is always whole: the budget is for pages.
    """

    format: Format = "markdown"
    detail: Detail = "concise"
    budget: int = DEFAULT

    @property
    def defaults(self) -> Mapping[Choice, str]:
        """The value of each choice that the caller leaves open."""
        return {"response_format": self.format, "detail_level": self.detail}

    def apply_choices(self, values: Mapping[str, Any]) -> Style:
        """Return the style with the caller's choices in it."""
        wanted: Format | None = "json" if values.get("raw") else values.get("response_format")
        return replace(
            self,
            format=wanted or self.format,
            detail=values.get("detail_level") or self.detail,
        )
