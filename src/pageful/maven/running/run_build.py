"""Run a build that is asked for: prepare it, wait for its turn, and write down how it ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pageful.builds.records.build_writer import BuildWriter
from pageful.builds.records.recorded_caller import RecordedCaller, is_asked_to_stop
from pageful.builds.results import Build, Status
from pageful.lazy.dataclasses import replace
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import pack_request
from pageful.maven.running.execution import execute_build
from pageful.maven.running.prepared_build import PreparedBuild, end_all_orphans, prepare_build
from pageful.maven.running.project_lock import lock_project
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError


def _always(_build: Build) -> bool:
    return True


def run_build(
    request: BuildRequest,
    directory: Path,
    caller: Caller,
    *,
    keep: Callable[[Build], bool] = _always,
) -> Build:
    """Build the project in a directory; `keep` says whether it stays among the recorded builds.

    Raises:
        ToolError: there is nothing to build or to build it with, or the request is refused.
        Cancelled: the caller gave up, and does not read on; how far the build came is recorded. A
            build that somebody else has stopped is returned.
    """
    prepared = prepare_build(request, directory)
    with begin_record(prepared) as recording:
        try:
            build = run_recorded(prepared, recording, caller)
        except Cancelled:
            if not is_asked_to_stop(recording.directory):
                recording.discard()
                raise
            build = recording.end(Build(request.operation, Status.CANCELLED, 0), ())
        except ToolError:
            recording.discard()
            raise
        stopped = is_asked_to_stop(recording.directory)
        if not keep(build):
            recording.discard()
            build = replace(build, id=None)
    if build.status is Status.CANCELLED and not (stopped or caller.reads_on):
        raise Cancelled
    return build


def begin_record(prepared: PreparedBuild) -> BuildWriter:
    """Begin to record a build, under the request as it was given."""
    return prepared.records.begin(prepared.given.operation, pack_request(prepared.given))


def run_recorded(prepared: PreparedBuild, recording: BuildWriter, caller: Caller) -> Build:
    """Build once no other build of the project runs; CANCELLED where the caller gave up.

    Raises:
        ToolError: Maven can't be started; nothing was built.
        Cancelled: the caller gave up before Maven was started.
    """
    recorded = RecordedCaller(caller, recording, prepared.given.operation)
    with lock_project(prepared.project.root, recorded, recording.id) as has_waited:
        end_all_orphans(prepared.records)
        if has_waited or prepared.is_outdated():
            prepared = prepared.plan_again()
        return execute_build(prepared, recording, recorded)
