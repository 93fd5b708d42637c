"""The page of a build that has not ended: how far it is."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.builds.results import Running
from pageful.page.blocks import Block, Line
from pageful.page.presentation import Detail
from pageful.text.units import count, seconds

_WAITS = "Another build of the project has to end first."


def running_page(running: Running, _detail: Detail) -> Iterator[Block]:
    """Make the page: the progress so far, and the work that goes on now."""
    status = "WAITING" if running.waiting else "RUNNING"
    began = f"{running.operation} {status} ({seconds(running.milliseconds)})"
    done = ", ".join(_progress(running))
    yield Line(f"{began} — {done}" if done else began)
    if message := running.message or (_WAITS if running.waiting else ""):
        yield Line(message)


def _progress(running: Running) -> Iterator[str]:
    if running.done is not None:
        # There may be more now than when they last ran.
        known = running.total is not None and running.done <= running.total
        of = f"{running.done} of " if known else ""
        yield of + count((running.total if known else running.done) or 0, "test class")
    if running.tests:
        yield f"{running.tests.run} run, {running.tests.failed} failed so far"
