"""Viewers of an output, as `tail` and `head`, in whose place a page is printed."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True)
class Viewer:
    """The reader of some lines of an output: the last ones, as `tail`, or the first, as `head`."""

    lines: int
    is_head: bool = False

    def excerpt(self, output: bytes) -> bytes:
        """Return the lines of an output that it would have shown."""
        lines = [line + b"\n" for line in output.split(b"\n")]
        lines[-1] = lines[-1][:-1]
        if not lines[-1]:
            lines.pop()
        return b"".join(lines[: self.lines] if self.is_head else lines[-self.lines or len(lines) :])
