"""The most informative part of a test's output that a page has room for."""

from __future__ import annotations

from dataclasses import dataclass

from pageful.builds.junit.clipped_output import clip_middle, is_cut
from pageful.jvm.printed_traces import without_frameworks, without_repeated_frames
from pageful.jvm.spring_output import without_spring_noise
from pageful.jvm.stack_trace import Application


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """The lines to show; `cut` says that others had no room."""

    lines: tuple[str, ...] = ()
    cut: bool = False


def show_output(output: str, characters: int, application: Application) -> ShownOutput:
    """Return the output in about `characters` (0: none), without lines that all tests print."""
    output = "\n".join(without_repeated_frames(without_spring_noise(output).split("\n")))
    cut = is_cut(output, characters)
    if cut:
        output = without_frameworks(output, application)
    return ShownOutput(clip_middle(output, characters), cut)
