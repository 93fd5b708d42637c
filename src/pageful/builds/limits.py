"""How much of a failing test a build keeps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a failure is kept: lines of its trace (0: all), characters of its output."""

    trace_lines: int = 50
    output_characters: int = 2000


DEFAULT_LIMITS = Limits()
