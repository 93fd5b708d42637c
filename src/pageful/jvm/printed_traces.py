"""Output of tests without stack traces that a page shows already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pageful.jvm.repeated_frames import without_repeats
from pageful.jvm.stack_trace import Application, frame_call, is_within_trace
from pageful.text.elision import elision

_FEW = 4
_CAUSED_BY = "Caused by: "


def without_trace(output: str, trace: str) -> str:
    """Return the output with lines that repeat the failure's trace replaced by a count.

    The trace of another exception stays: only one whose headers are all known is a repetition.
    """
    known = {line.strip() for line in trace.split("\n")}
    known |= {line.removeprefix(_CAUSED_BY) for line in known}  # a cause is printed alone, too
    known.discard("")
    lines: list[str] = []
    for of_a_trace, group in groupby(
        output.split("\n"), key=lambda line: line.strip() in known or is_within_trace(line)
    ):
        run = list(group)
        lines += _without_known(run, known) if of_a_trace else run
    return "\n".join(lines)


def _without_known(run: Sequence[str], known: set[str]) -> Iterator[str]:
    headers = [line.strip() for line in run if not is_within_trace(line, frames_only=True)]
    if len(run) >= _FEW and headers and known.issuperset(headers):
        yield f"{elision(len(run))}: the trace of this failure"
    else:
        yield from run


def without_frameworks(output: str, application: Application) -> str:
    """Return the output with runs of frameworks' frames replaced by a count."""
    lines: list[str] = []
    for foreign, run in groupby(
        output.split("\n"), key=lambda line: _is_foreign(line, application)
    ):
        frames = list(run)
        if foreign and len(frames) >= _FEW:
            frames = [f"\t{elision(len(frames))}"]
        lines += frames
    return "\n".join(lines)


def without_repeated_frames(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines; repeated frames once, with a count."""
    for is_frame, run in groupby(lines, key=lambda line: bool(frame_call(line))):
        group = list(run)
        yield from without_repeats(group) if is_frame else group


def _is_foreign(line: str, application: Application) -> bool:
    call = frame_call(line)
    return bool(call) and not application.owns(call)
