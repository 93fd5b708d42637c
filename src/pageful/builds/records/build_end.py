"""Write the end of a recorded build: its tests, the failed tests of the project, the result."""

from __future__ import annotations

import contextlib
import gzip
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pageful.builds.build_tool import BuildTool
from pageful.builds.junit.test_case import Case
from pageful.builds.records import directories
from pageful.builds.records.build_record import (
    BUILD,
    LOG,
    OUTSTANDING,
    PACKED_LOG,
    TESTS,
    BuildRecord,
)
from pageful.builds.records.failed_tests import FailedTest, fixed_test_names, update_failed_tests
from pageful.builds.records.sealed_file import open_private, write_sealed
from pageful.builds.results import Build
from pageful.lazy.dataclasses import replace
from pageful.tool.errors import ToolError

_LARGE = 4_000_000
"""The size in bytes from which on a log is compressed."""


def write_end(
    directory: Path,
    build: Build,
    cases: Sequence[Case],
    tool: BuildTool,
    *,
    gone: Collection[Case] = (),
    some_rows: bool = False,
) -> Build:
    """Seal the record in `directory`, and return the build with its id and the fixed tests.

    The result is written last, as its presence means that the record has ended.

    Raises:
        OSError: the record can't be written.
    """
    build = replace(build, id=directory.name)
    before = last_failed_tests(directory.parent, tool)
    update = update_failed_tests(before, build, cases, tool, gone=gone, some_rows=some_rows)
    build = replace(build, fixed=fixed_test_names(update, cases, tool))
    write_sealed(directory / TESTS, encode(cases))
    write_sealed(directory / OUTSTANDING, encode((update.failed, update.fixed)))
    write_sealed(directory / BUILD, encode(build))
    with contextlib.suppress(OSError):  # then it stays as it is
        _pack(directory / LOG, directory / PACKED_LOG)
    return build


def last_failed_tests(place: Path, tool: BuildTool) -> tuple[FailedTest, ...]:
    """Return the failed tests of the project after the build that ended last, if it can be read."""
    for directory in _directories_by_end(place):
        with contextlib.suppress(ToolError):
            return BuildRecord.at(directory, tool).failed_tests
    return ()


def _directories_by_end(place: Path) -> list[Path]:
    ends: list[tuple[int, int, Path]] = []
    for number in directories.build_numbers(place):
        directory = place / f"b{number}"
        with contextlib.suppress(OSError):
            ends.append(((directory / BUILD).stat().st_mtime_ns, number, directory))
    return [directory for *_, directory in sorted(ends, reverse=True)]


def encode(value: Any) -> bytes:
    """Return a value as MessagePack; half a surrogate pair, as in an odd name, becomes `�`."""
    try:
        return msgspec.msgpack.encode(value)
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_without_surrogates(msgspec.to_builtins(value)))


def _without_surrogates(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case list() | tuple():
            return [_without_surrogates(each) for each in value]
        case dict():
            return {key: _without_surrogates(each) for key, each in value.items()}
        case _:
            return value


def _pack(log: Path, packed: Path) -> None:
    """Compress a large log; a reader finds one of the two files."""
    if log.stat().st_size < _LARGE:
        return
    part = packed.with_name(f".{packed.name}.part")
    with (
        log.open("rb") as source,
        open_private(part, "wb") as target,
        gzip.GzipFile("", "wb", 1, target) as compressed,
    ):
        shutil.copyfileobj(source, compressed, 1 << 20)
    part.replace(packed)
    log.unlink()
