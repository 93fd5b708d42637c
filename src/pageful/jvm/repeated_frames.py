"""Frames that a trace repeats, singly or in a cycle, shown once and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.text.units import count

_LONGEST_CYCLE = 8
"""The most frames of a cycle: of a recursion through several methods, such as a visitor's or a
parser's. Chosen by hand."""

_FEWEST_TIMES = 3
_FEWEST_LINES = 3
"""The fewest repeated lines that are replaced by a line that counts them. Chosen by hand."""


def without_repeats(frames: Sequence[str]) -> Iterator[str]:
    """Yield the lines of some frames in a row; of equal cycles, the first and a count."""
    at = 0
    while at < len(frames):
        size, times = _cycle(frames, at)
        yield from frames[at : at + size]
        if times > 1:
            frame = frames[at]
            indent = frame[: len(frame) - len(frame.lstrip())]
            yield f"{indent}… {_repetition(size, times - 1)}"
        at += size * times


def _cycle(frames: Sequence[str], at: int) -> tuple[int, int]:
    """Return the length and the count of the cycle that starts at `at`; 1 and 1 without one."""
    for size in range(1, _LONGEST_CYCLE + 1):
        cycle = frames[at : at + size]
        times = 1
        while frames[at + times * size : at + (times + 1) * size] == cycle:
            times += 1
        if times >= _FEWEST_TIMES and (times - 1) * size >= _FEWEST_LINES:
            return size, times
    return 1, 1


def _repetition(size: int, times: int) -> str:
    if size == 1:
        return count(times, "equal frame")
    return f"{count(times, 'time')} more: these {size} frames"
