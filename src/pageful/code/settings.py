"""The settings of the code family."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.field import Field


@dataclass(frozen=True)
class CodeSettings:
    """The settings of the code tools."""

    repo: Annotated[
        list[Path],
        Field(description="A repository to search, indexed when first needed; several: one each."),
    ] = field(default_factory=list)
    data: Annotated[
        Path | None, Field(description="Where indexes are kept; else the user's data directory.")
    ] = None
    embedder: Annotated[
        str,
        Field(description="What finds by meaning: static, none, model2vec:MODEL, ollama:MODEL."),
    ] = "static"
    any_repo: Annotated[
        bool, Field(description="A server may index any directory that a caller names.")
    ] = False
    store: Annotated[
        str | None,
        Field(
            description="A database for the indexes of a team: postgresql://…; or PAGEFUL_STORE."
        ),
    ] = None
