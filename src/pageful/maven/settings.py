"""The settings of the maven family."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pageful.lazy.dataclasses import dataclass
from pageful.tool.field import Field


@dataclass(frozen=True)
class MavenSettings:
    """The settings of the Maven tools."""

    project: Annotated[Path, Field(description="The project's directory, with its pom.xml.")] = (
        Path()
    )
    mvn: Annotated[
        str | None,
        Field(description="The Maven to run, such as mvnd; else the project's mvnw, else mvn."),
    ] = None
    timeout: Annotated[float, Field(gt=0, description="Seconds after which a build is ended.")] = (
        1800.0
    )
    allow_any_args: Annotated[
        bool,
        Field(description="Let `args` name POMs and settings outside the project."),
    ] = False
