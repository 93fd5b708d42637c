"""The one run of Maven for a prepared build: watch it, gather its evidence, judge and record it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from pageful.builds.junit.reports import Stamp, read_reports, stamps
from pageful.builds.process.orphans import forget_process, note_process
from pageful.builds.process.recorded_caller import RecordedCaller
from pageful.builds.records.recording import Recording
from pageful.builds.results import Build
from pageful.jvm.stack_trace import Application
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.projects.artifacts import artifacts_built, makes_artifacts, stamps_of_artifacts
from pageful.maven.reports.dumps import dump_files, read_dumps
from pageful.maven.running.completion import complete_outcome
from pageful.maven.running.expected_classes import expected_classes
from pageful.maven.running.not_run import find_not_run
from pageful.maven.running.prepared_build import PreparedBuild
from pageful.maven.running.run_maven import ProcessRun, run_maven


def execute_build(prepared: PreparedBuild, recording: Recording, caller: RecordedCaller) -> Build:
    """Run Maven while nothing else builds the project; CANCELLED where the caller gave up.

    Raises:
        ToolError: Maven can't be started.
    """
    before = stamps(prepared.project.root)
    evidence = _gather_evidence(prepared, before, recording, caller)
    cases = evidence.reports.cases
    build = build_outcome(evidence)
    outstanding = prepared.records.outstanding
    not_run = find_not_run(prepared.failed_only, build, outstanding, cases, prepared.project)
    build = complete_outcome(build, prepared, not_run, cases)
    some_rows = prepared.request.names_methods
    return recording.end(build, cases, gone=not_run.gone, some_rows=some_rows)


def _gather_evidence(
    prepared: PreparedBuild,
    before: Mapping[Path, Stamp],
    recording: Recording,
    caller: RecordedCaller,
) -> Evidence:
    """Run Maven, and read what it leaves; reports that are as `before` are an earlier build's."""
    project, root = prepared.project, prepared.project.root
    dumps = dump_files(root)
    packages = makes_artifacts(prepared.plan.goals)
    artifacts = stamps_of_artifacts(project) if packages else {}
    recording.started(before, prepared.packages, prepared.limits)
    caller.starts()
    run = _run(prepared, before, recording, caller)
    return Evidence(
        prepared.request.operation,
        run,
        read_reports(root, before),
        str(root),
        prepared.packages,
        prepared.limits,
        artifacts_built(project, artifacts, run.log) if packages else (),
        project.members,
        read_dumps(root, dumps) if run.exit_code else (),
    )


def _run(
    prepared: PreparedBuild,
    before: Mapping[Path, Stamp],
    recording: Recording,
    caller: RecordedCaller,
) -> ProcessRun:
    """Run Maven, with its process noted while it runs, so that an orphan can be found."""
    project, request, directory = prepared.project, prepared.request, recording.directory
    classes = prepared.failed_only.classes
    try:
        return run_maven(
            prepared.invocation,
            seconds=request.seconds,
            application=Application(prepared.packages),
            caller=caller,
            on_tests=caller.tested,
            classes_before=classes
            or expected_classes(request, project, prepared.records.every(), before),
            on_start=partial(note_process, directory) if directory else int,
            write=recording.write,
        )
    finally:
        if directory:
            forget_process(directory)
