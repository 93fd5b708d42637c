"""Limits of the trace and the output that a build keeps of a failing test."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a failure: lines of its trace (0: all), characters of its output."""

    trace_lines: int = 50
    output_characters: int = 2000


DEFAULT_LIMITS = Limits()
