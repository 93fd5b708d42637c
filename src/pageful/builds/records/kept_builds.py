"""The records of all projects' builds, and the removal of those that nobody asks for any more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from platformdirs import user_cache_path

from pageful.builds.records.build_record import BEGUN, StartInfo, is_running
from pageful.builds.records.directories import build_numbers
from pageful.builds.records.sealed_file import read_sealed
from pageful.tool.kept_data import KeptData, is_gone, last_change

UNUSED_DAYS = 90
"""Days without a build after which a project's records are removed. Chosen by hand: a release
cycle of three months may be looked back on."""


def kept_builds(family: str) -> Iterator[KeptData]:
    """List what is kept of each project's builds."""
    with suppress(OSError, RuntimeError):
        for shelf in sorted((user_cache_path("pageful") / family).iterdir()):
            if shelf.is_dir() and not shelf.name.startswith("."):
                yield _kept_data(shelf)


def prune_projects(shelf: Path) -> None:
    """Remove the records of projects beside `shelf` that were not built for `UNUSED_DAYS`."""
    for other in (each for each in _others(shelf) if each != shelf):
        data = KeptData("builds", other.name, (other,), last_change(other))
        if data.days_unused > UNUSED_DAYS and not _is_building(other):
            with suppress(OSError):
                data.remove()


def _others(shelf: Path) -> list[Path]:
    with suppress(OSError):
        return [each for each in shelf.parent.iterdir() if each.is_dir()]
    return []


def _kept_data(shelf: Path) -> KeptData:
    root = _root(shelf)
    return KeptData(
        "builds",
        root or shelf.name,
        (shelf,),
        last_change(shelf),
        bool(root) and is_gone(root),
        is_busy=lambda: _is_building(shelf),
    )


def _is_building(shelf: Path) -> bool:
    return any(is_running(shelf / f"b{number}") for number in build_numbers(shelf))


def _root(shelf: Path) -> str:
    """Return the project's directory, as the newest record that can be read has it."""
    for number in build_numbers(shelf):
        with suppress(OSError, ValueError, msgspec.MsgspecError):
            data = read_sealed(shelf / f"b{number}" / BEGUN)
            return os.fsdecode(msgspec.msgpack.decode(data, type=StartInfo).root)
    return ""
