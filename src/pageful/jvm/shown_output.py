"""The most informative part of a test's output that a page has room for."""

from __future__ import annotations

from pageful.builds.junit.clipped_output import clip_middle, is_cut
from pageful.jvm.logged_errors import logged_errors
from pageful.jvm.printed_traces import without_frameworks, without_repeated_frames
from pageful.jvm.spring_output import without_spring_noise
from pageful.jvm.stack_trace import Application
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """The lines to show; `cut` says that others had no room."""

    lines: tuple[str, ...] = ()
    cut: bool = False


def show_output(
    output: str, characters: int, application: Application, told: str = ""
) -> ShownOutput:
    """Return the output in about `characters` (0: none), without lines that all tests print.

    Of a longer one the errors that were logged are what is shown, unless they are `told` already.
    """
    output = "\n".join(without_repeated_frames(without_spring_noise(output).split("\n")))
    cut = is_cut(output, characters)
    errors = logged_errors(output, told) if cut else ()
    if errors and not is_cut("\n".join(errors), characters):
        return ShownOutput(errors, cut)
    if cut:
        output = without_frameworks(output, application)
    return ShownOutput(clip_middle(output, characters), cut)
