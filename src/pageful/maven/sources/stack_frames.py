"""Frames of a failure's reduced trace, located in the project's Java sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.sources.java_members import JavaMember, member_of_frame
from pageful.maven.sources.source_texts import SourceText, SourceTexts

# > at service.Calculator.total(Calculator.java:18)
_FRAME = patterns.compile(
    r"at (?P<class>[\w$.]{1,500})\.(?P<method>[\w$<>]{1,300})"
    r"\((?P<file>[\w$]{1,300}\.java):(?P<line>\d{1,7})\)"
)

_MOST_LOOKED_AT = 12
"""Frames of a trace that are looked up: of each cause's, the first few are in project code."""


@dataclass(frozen=True, slots=True)
class LocatedFrame:
    """A line (from 1) of a source, and the member around it that the frame speaks of."""

    source: SourceText
    member: JavaMember
    line: int


def locate_frames(
    trace: Sequence[str], sources: SourceTexts, packages: Sequence[str]
) -> tuple[LocatedFrame, ...]:
    """Return the frames of a trace that the sources agree with, the innermost cause's first.

    A frame whose line is not in a method of its name is of other sources than these.
    """
    frames = islice(_frames(trace) if sources.has_time else (), _MOST_LOOKED_AT)
    located = (_locate_frame(frame, sources, packages) for frame in frames)
    return tuple(dict.fromkeys(filter(None, located)))


def _frames(trace: Sequence[str]) -> Iterator[re.Match[str]]:
    """The frames of the thrown exception and its causes, the last cause's first."""
    causes: list[list[re.Match[str]]] = [[]]
    suppressed = False
    for line in trace:
        if line.startswith(("Caused by:", "Suppressed:")):
            suppressed = line.startswith("Suppressed:")
            causes.append([])
        elif not suppressed and (match := _FRAME.match(line)):
            causes[-1].append(match)
    for frames in reversed(causes):
        yield from frames


def _locate_frame(
    frame: re.Match[str], sources: SourceTexts, packages: Sequence[str]
) -> LocatedFrame | None:
    names = [frame["class"], *(f"{package}.{frame['class']}" for package in packages)]
    found = {name: source for name in names if (source := sources.of_class(name, frame["file"]))}
    if len({source.path for source in found.values()}) != 1:
        return None
    source, line = next(iter(found.values())), int(frame["line"])
    member = member_of_frame(source.members, frame["class"], frame["method"], line)
    return LocatedFrame(source, member, line) if member else None
