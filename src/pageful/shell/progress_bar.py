"""The progress of a long call on one line of a terminal: how far, how fast, how much longer."""

from __future__ import annotations

import os
import sys
import time

from pageful.tool.context import Progress

CLEAR_LINE = "\r\x1b[K"
"""Codes that go to the start of a terminal's line and empty it."""

_BETWEEN = 0.1
"""Seconds between two lines that are shown: more often, nobody can read them."""

_SURE = 2.0
"""Seconds of work after which its rate is worth saying."""

_CELLS = 20
"""Characters of the bar."""

_NARROW = 60
"""Columns of a terminal on which there is no room for a bar."""


def is_plain() -> bool:
    """Tell whether a terminal is to get text alone: it knows no codes, or keeps all as a log."""
    return os.environ.get("TERM") == "dumb" or os.environ.get("CI", "") not in ("", "false", "0")


class ProgressBar:
    """A line on stderr that each report replaces, safe to use from several threads."""

    def __init__(self) -> None:
        self._stage: tuple[int | None, str] | None = None
        self._began = self._shown = 0.0
        self._first = 0

    def show(self, progress: Progress) -> None:
        """Show how far the work is, unless it was shown a moment ago."""
        now = time.monotonic()
        is_other_work = self._begin_stage(progress, now) and progress.total is None
        is_last = progress.total is not None and progress.done == progress.total
        if now - self._shown < _BETWEEN and not (is_last or is_other_work):
            return
        self._shown = now
        import shutil

        line = progress_line(
            progress, self._rate(progress, now), shutil.get_terminal_size().columns
        )
        print(f"{CLEAR_LINE}{line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Empty the line."""
        print(CLEAR_LINE, end="", file=sys.stderr, flush=True)

    def _begin_stage(self, progress: Progress, now: float) -> bool:
        """Count anew, and say so, where other work has begun: by its number or its first word."""
        stage = (progress.total, progress.message.partition(" ")[0])
        if stage != self._stage or (progress.done or 0) < self._first:
            self._stage, self._began, self._first = stage, now, progress.done or 0
            return True
        return False

    def _rate(self, progress: Progress, now: float) -> float | None:
        """Return the steps a second, once they are sure."""
        done = (progress.done or 0) - self._first
        elapsed = now - self._began
        return done / elapsed if done > 0 and elapsed >= _SURE else None


def progress_line(progress: Progress, rate: float | None, columns: int) -> str:
    """Write a line of progress, no longer than the terminal is wide."""
    from pageful.text.printable import make_printable

    parts = []
    if progress.total and progress.done is not None:
        if columns >= _NARROW:
            parts.append(_bar(progress.done / progress.total))
        parts.append(f"{progress.done:,}/{progress.total:,}")
    if rate and progress.total and progress.done is not None:
        # A message may say by itself how fast it is: `1,200 files/s`.
        if "/s" not in progress.message:
            parts.append(f"{rate:,.0f}/s" if rate >= 1 else f"{rate * 60:.0f}/min")
        parts.append(f"{_duration((progress.total - progress.done) / rate)} left")
    parts.append(make_printable(progress.message).replace("\n", " "))
    return " ".join(parts)[: columns - 1]


def _bar(part: float) -> str:
    full, empty = ("━", " ") if _has_unicode() else ("#", ".")
    cells = max(0, min(_CELLS, int(part * _CELLS)))
    return f"[{full * cells}{empty * (_CELLS - cells)}]"


def _has_unicode() -> bool:
    encoding = getattr(sys.stderr, "encoding", None) or ""
    return encoding.lower().replace("-", "").startswith("utf")


def _duration(seconds: float) -> str:
    """Write how long something takes: `8 s`, `2 min`, `1 h 20 min`."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
