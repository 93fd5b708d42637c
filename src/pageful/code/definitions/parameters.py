"""Parameters that several tools have."""

from __future__ import annotations

from typing import Annotated

from pageful.code.choices import MOST_HITS
from pageful.tool.field import Field

ProjectId = Annotated[
    str | None, Field(description="The project; left out: the server's, or the only one.")
]
Within = Annotated[
    list[str] | None,
    Field(description="Only these directories, files or globs; `!` before one excludes."),
]
Limit = Annotated[int, Field(ge=1, le=MOST_HITS, description="Hits a page.")]
Page = Annotated[int, Field(ge=1, description="Which page of hits.")]
