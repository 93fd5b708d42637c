"""Frames that a recursion repeats."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.printed_traces import without_repeated_frames
from pageful.jvm.repeated_frames import without_repeats

A, B, C = (f"\tat a.Part.{name}(Part.java:1)" for name in "abc")


@pytest.mark.parametrize(
    ("frames", "told"),
    [
        ([A] * 50, [A, "\t… 49 equal frames"]),
        ([A, B] * 20, [A, B, "\t… 19 times more: these 2 frames"]),
        ([A, B, C] * 3 + [A], [A, B, C, "\t… 2 times more: these 3 frames", A]),
        ([C, *[A, B] * 3, C], [C, A, B, "\t… 2 times more: these 2 frames", C]),
        ([A, A, A], [A, A, A]),
        ([A, B, A, B], [A, B, A, B]),
        ([], []),
    ],
)
def test_frames_that_come_again_are_told_once(frames: list[str], told: list[str]) -> None:
    assert [*without_repeats(frames)] == told


def test_only_frames_are_looked_at() -> None:
    lines = ["tick"] * 9 + [A] * 9 + ["tick"] * 9
    assert [*without_repeated_frames(lines)] == ["tick"] * 9 + [A, "\t… 8 equal frames"] + [
        "tick"
    ] * 9


def unfolded(lines: list[str]) -> list[str]:
    """What was told once, written out again."""
    found: list[str] = []
    for line in lines:
        if equal := re.fullmatch(r"\t… (\d+) equal frames", line):
            found += found[-1:] * int(equal[1])
        elif cycle := re.fullmatch(r"\t… (\d+) times more: these (\d+) frames", line):
            found += found[-int(cycle[2]) :] * int(cycle[1])
        else:
            found.append(line)
    return found


@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from([A, B, C]), min_size=1, max_size=10), st.integers(1, 6)),
        max_size=6,
    )
)
def test_nothing_is_lost_by_it(runs: list[tuple[list[str], int]]) -> None:
    frames = [frame for cycle, times in runs for frame in cycle * times]
    told = [*without_repeats(frames)]
    assert unfolded(told) == frames
    assert len(told) <= len(frames)
