"""The findings of an examination, by area."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass
from pageful.tool.family_setup import Finding


@dataclass(frozen=True, slots=True)
class Area:
    """A part of what was looked at, and what was found there."""

    name: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All areas, for the directory that was looked at; `problems` counts what has to be mended."""

    directory: str
    problems: int
    areas: tuple[Area, ...]
