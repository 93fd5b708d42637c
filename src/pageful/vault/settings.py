"""The settings of the vault tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pageful.lazy.dataclasses import dataclass
from pageful.tool.field import Field


@dataclass(frozen=True)
class VaultSettings:
    """The settings of the vault tools."""

    vault: Annotated[
        Path | None,
        Field(
            description="The vault's directory; else the current one, or the nearest above it with "
            "a directory `.obsidian`."
        ),
    ] = None
    follow_outside_links: Annotated[
        bool, Field(description="Follow symbolic links that leave the vault.")
    ] = False
    embedder: Annotated[
        str,
        Field(
            description="What finds notes by meaning: static, none, model2vec:MODEL, ollama:MODEL."
        ),
    ] = "static"
    card: Annotated[
        bool,
        Field(
            description="Say in a server's instructions which folders, fields and tags there are."
        ),
    ] = True
