"""Parameters that several tools have."""

from __future__ import annotations

from typing import Annotated

from pageful.tool.field import Field

Page = Annotated[int, Field(ge=1, description="Which page.")]
NotePath = Annotated[str, Field(description="Path, name or link of a note.")]
