"""What a test printed, without the stack traces in it that tell a reader nothing more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pageful.jvm.repeated_frames import without_repeats
from pageful.jvm.stack_trace import Application, call_of, is_within_trace
from pageful.text.elision import elision

_FEW = 4
_CAUSED_BY = "Caused by: "


def without_trace(output: str, trace: str) -> str:
    """The output; where it repeats at least some lines of a failure's trace it says how many.

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
        lines += _repeated(run, known) if of_a_trace else run
    return "\n".join(lines)


def _repeated(run: Sequence[str], known: set[str]) -> Iterator[str]:
    headers = [line.strip() for line in run if not is_within_trace(line, frames_only=True)]
    if len(run) >= _FEW and headers and known.issuperset(headers):
        yield f"{elision(len(run))}: the trace of this failure"
    else:
        yield from run


def without_frameworks(output: str, application: Application) -> str:
    """The output; where there are at least some frames of frameworks it says how many."""
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
    """The lines; frames of them that come again and again stand there once, and how often."""
    for is_frame, run in groupby(lines, key=lambda line: bool(call_of(line))):
        group = list(run)
        yield from without_repeats(group) if is_frame else group


def _is_foreign(line: str, application: Application) -> bool:
    call = call_of(line)
    return bool(call) and not application.owns(call)
