"""Builds of Maven in the background."""

from __future__ import annotations

from pathlib import Path

from pageful.builds.background.run import BackgroundBuild
from pageful.builds.background.start import start_worker
from pageful.builds.results import Running
from pageful.maven.build_request import Order
from pageful.maven.packed_request import packed, unpacked
from pageful.maven.running.run_build import Undertaking

_PREPARE = f"{__name__}:prepare"


def start_in_background(order: Order, directory: Path) -> Running:
    """Begin to build the project in a directory, in a process that outlives this one.

    Raises:
        ToolError: there is nothing to build or to build it with, the order is refused, or builds
            can't be recorded.
    """
    undertaking = Undertaking.of(order, directory)
    build = start_worker(_PREPARE, packed(order), undertaking.root)
    return undertaking.records.find(build).running()


def prepare(request: bytes, root: Path) -> BackgroundBuild:
    """Check a packed order against the project in `root`, as a worker does.

    Raises:
        ToolError: there is nothing to build or to build it with, or the order is refused.
    """
    order = unpacked(request)
    assert order
    return Undertaking.of(order, root)
