"""Limits of processor time: a busy machine takes nothing of them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pageful.tool import time_limit
from pageful.tool.time_limit import TimeLimit


@dataclass
class Clocks:
    """A wall clock and a thread's clock that run as told."""

    wall: float = 1000.0
    thread: float = 5.0
    looks: int = 0

    def monotonic(self) -> float:
        return self.wall

    def thread_time(self) -> float:
        self.looks += 1
        return self.thread

    def run(self, seconds: float, *, waiting: float = 0.0) -> None:
        self.thread += seconds
        self.wall += seconds + waiting


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    clocks = Clocks()
    monkeypatch.setattr(time_limit, "monotonic", clocks.monotonic)
    monkeypatch.setattr(time_limit, "thread_time", clocks.thread_time)
    return clocks


def test_work_uses_up_the_time(clocks: Clocks) -> None:
    limit = TimeLimit(3)
    clocks.run(1)
    assert limit.seconds_left() == pytest.approx(2)
    clocks.run(2)
    assert limit.seconds_left() <= 0


def test_waiting_for_a_busy_machine_uses_up_none(clocks: Clocks) -> None:
    limit = TimeLimit(3)
    for _ in range(100):
        clocks.run(0.01, waiting=0.5)
        assert 0 < limit.seconds_left() <= 3
    assert limit.seconds_left() == pytest.approx(2, rel=0.01)


def test_what_is_left_is_told_to_a_hundredth_with_few_looks_at_the_slow_clock(
    clocks: Clocks,
) -> None:
    limit, end = TimeLimit(3), clocks.thread + 3
    while (left := limit.seconds_left()) > 0:
        assert 0.98 * (end - clocks.thread) <= left <= end - clocks.thread + 1e-9
        clocks.run(0.0001, waiting=0.0001)
    assert clocks.thread == pytest.approx(end, abs=0.001)
    assert clocks.looks < 2000


def test_no_time_is_none(clocks: Clocks) -> None:
    assert TimeLimit(0).seconds_left() <= 0
    assert TimeLimit(-1).seconds_left() <= 0


def test_a_short_beginning_may_cost_nothing(clocks: Clocks) -> None:
    limit = TimeLimit(3, unmeasured=1)
    clocks.run(0.9)
    assert 0 < limit.seconds_left() <= 3
    assert clocks.looks == 0
    clocks.run(0.2)
    assert limit.seconds_left() == pytest.approx(3)
    clocks.run(3)
    assert limit.seconds_left() <= 0
