"""Builds of Maven in the background."""

from __future__ import annotations

from pathlib import Path

from pageful.builds.background.run import BackgroundBuild
from pageful.builds.background.start import start_worker
from pageful.builds.records.build_writer import BuildWriter
from pageful.builds.results import Build, Running
from pageful.lazy.dataclasses import dataclass
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import pack_request, unpack_request
from pageful.maven.running.prepared_build import PreparedBuild, prepare_build
from pageful.maven.running.run_build import begin_record, run_recorded
from pageful.tool.context import Caller

_PREPARE = f"{__name__}:prepare"


def start_in_background(request: BuildRequest, directory: Path) -> Running:
    """Begin to build the project in a directory, in a process that outlives this one.

    Raises:
        ToolError: there is nothing to build or to build it with, the request is refused, or builds
            can't be recorded.
    """
    prepared = prepare_build(request, directory)
    build = start_worker(_PREPARE, pack_request(request), prepared.project.root)
    return prepared.records.find(build).running()


def prepare(request: bytes, root: Path) -> BackgroundBuild:
    """Check a packed request against the project in `root`, as a worker does.

    Raises:
        ToolError: there is nothing to build or to build it with, or the request is refused.
    """
    unpacked = unpack_request(request)
    assert unpacked
    return _RecordedBuild(prepare_build(unpacked, root))


@dataclass(frozen=True, slots=True)
class _RecordedBuild:
    prepared: PreparedBuild

    @property
    def operation(self) -> str:
        return self.prepared.given.operation

    def begin(self) -> BuildWriter:
        return begin_record(self.prepared)

    def carry_out(self, recording: BuildWriter, caller: Caller) -> Build:
        return run_recorded(self.prepared, recording, caller)
