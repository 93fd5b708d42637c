"""Surefire's dump files, in which test JVMs that end write what they were running."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from pageful.jvm.stack_trace import Trace, parse_trace
from pageful.lazy import patterns
from pageful.maven.reports.report_directories import report_directories

# > 2026-11-22T17-53-29_340-jvmRun1.dump
_NAME = patterns.compile(r"[\w-]{1,100}\.dump\Z")
# > # Created at 2026-11-22T17:53:29.932
_ENTRY = patterns.compile(r"^# Created at .*$", re.MULTILINE)
_LARGEST = 1 << 18
"""Bytes that are read of a file; a JVM in trouble may write the same error again and again."""

_MOST_FILES = 100
"""Files that are read: each JVM that ends badly writes one or two."""


def dump_files(root: Path) -> frozenset[Path]:
    """Return the dump files below the project; those of a new run have new names, by the date."""
    return frozenset(
        Path(entry.path) for directory in report_directories(root) for entry in _dumps_in(directory)
    )


def _dumps_in(directory: Path) -> Iterator[os.DirEntry[str]]:
    with contextlib.suppress(OSError), os.scandir(directory) as entries:
        yield from (entry for entry in entries if _NAME.match(entry.name) and entry.is_file())


def read_dumps(root: Path, before: Collection[Path]) -> tuple[Trace, ...]:
    """Read the errors in the dump files that were not there `before`, as far as possible."""
    new = sorted(dump_files(root).difference(before))
    return tuple(trace for file in new[:_MOST_FILES] for trace in _traces(file))


def _traces(file: Path) -> Iterator[Trace]:
    with contextlib.suppress(OSError):
        with file.open("rb") as stream:
            text = stream.read(_LARGEST).decode("utf-8", "replace")
        for entry in _ENTRY.split(text)[1:]:
            yield parse_trace(entry.strip())


def trace_within(traces: Sequence[Trace], classes: Collection[str]) -> Trace:
    """Return the first error thrown in one of the classes or in code that they called, or ()."""
    outer = tuple(f"{name.partition('$')[0]}{end}" for name in classes for end in ".$")
    calls = ((trace, call) for trace in traces for thrown in trace for call in thrown.frames)
    return next((trace for trace, call in calls if outer and call.startswith(outer)), ())
