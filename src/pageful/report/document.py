"""A report: facts in a row, and below them charts, details to be opened, and lists."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass

Tone: TypeAlias = Literal["plain", "good", "bad", "faint"]
"""The colour of a part: whether it is good news, bad news, or neither."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number or a few words, with what they are of."""

    label: str
    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart; `text` is what its value is said as."""

    label: str
    value: float
    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of bars, longest first or in an order of their own, and how many were left out."""

    title: str
    bars: tuple[Bar, ...]
    more: int = 0
    of: str = ""


@dataclass(frozen=True, slots=True)
class Detail:
    """A line that opens to a text, which is shown as it is."""

    summary: str
    text: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Details:
    """Lines that open, and how many were left out."""

    title: str
    details: tuple[Detail, ...]
    more: int = 0
    of: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of a list, and how many were left out."""

    title: str
    lines: tuple[str, ...]
    more: int = 0
    of: str = ""


Section: TypeAlias = Bars | Details | Listing


@dataclass(frozen=True, slots=True)
class Report:
    """A report: its subject, one sentence on it, and its parts; empty sections are left out."""

    title: str
    subtitle: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    tone: Tone = "plain"
