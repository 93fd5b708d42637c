"""Limits of processor time for work that a caller's query or foreign text can make long."""

from __future__ import annotations

from time import monotonic, thread_time

# The thread's clock takes ten times as long to read as the wall clock (0.5 µs and 0.05 µs), so it
# is read again only after this part of the rest: a search that uses up its limit reads it about a
# thousand times, and an estimate is never wrong by more than a hundredth.
_PART_BETWEEN_LOOKS = 0.01


class TimeLimit:
    """Seconds of processor time for work in the thread that makes the limit.

    By a wall clock, other programs on a busy machine would turn a right answer into an error.
    The first `unmeasured` seconds by the wall clock cost no look at the thread's, nor any time.
    """

    __slots__ = ("_end", "_next_look", "_seconds", "_wall_end")

    def __init__(self, seconds: float, *, unmeasured: float = 0.0) -> None:
        now = monotonic()
        self._seconds = seconds
        self._end = None if unmeasured else thread_time() + seconds
        self._wall_end = now + seconds
        self._next_look = now + unmeasured

    def seconds_left(self) -> float:
        """Return how many seconds are left, at most a hundredth too few; 0 or less if none are."""
        now = monotonic()
        if now < self._next_look:
            return self._wall_end - now
        measured = thread_time()
        if self._end is None:
            self._end = measured + self._seconds
        left = self._end - measured
        # For a while the wall clock, which never runs slower than the thread's, stands for it.
        self._wall_end = now + left
        self._next_look = now + left * _PART_BETWEEN_LOOKS
        return left
