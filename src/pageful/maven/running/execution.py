"""The one run of Maven for a prepared build: watch it, gather its evidence, judge and record it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from pageful.builds.junit.reports import Stamp
from pageful.builds.records.build_writer import BuildWriter
from pageful.builds.records.orphans import forget_process, note_process
from pageful.builds.records.recorded_caller import RecordedCaller
from pageful.builds.results import Artifact, Build, Status
from pageful.jvm.stack_trace import Application
from pageful.lazy.dataclasses import replace
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.failed_goal import failed_goals
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.process_run import ProcessRun
from pageful.maven.projects.artifacts import built_artifacts, makes_artifacts, stamps_of_artifacts
from pageful.maven.projects.local_repository import LocalRepository
from pageful.maven.projects.project import Project
from pageful.maven.reports.dumps import dump_files, read_dumps
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.running.changed_failures import changed_failures_note, last_green_build
from pageful.maven.running.completion import complete_outcome
from pageful.maven.running.expected_classes import expected_classes
from pageful.maven.running.not_run import find_not_run
from pageful.maven.running.prepared_build import PreparedBuild
from pageful.maven.running.run_maven import run_maven
from pageful.maven.sources.changed_lines import with_changes
from pageful.maven.sources.excerpts import with_excerpts
from pageful.maven.sources.source_state import source_state
from pageful.maven.sources.source_texts import SourceTexts


def execute_build(prepared: PreparedBuild, recording: BuildWriter, caller: RecordedCaller) -> Build:
    """Run Maven while nothing else builds the project; CANCELLED where the caller gave up.

    Raises:
        ToolError: Maven can't be started.
    """
    began = time.time_ns()
    before = SUREFIRE_REPORTS.stamps(prepared.project.root)
    evidence = _gather_evidence(prepared, before, recording, caller)
    cases = evidence.reports.cases
    build = build_outcome(evidence)
    failed_tests = prepared.records.failed_tests
    not_run = find_not_run(prepared.failed_only, build, failed_tests, cases, prepared.project)
    build = complete_outcome(build, prepared, not_run, cases)
    changed = changed_failures_note(build, cases, prepared.given, prepared.records.every())
    build = replace(build, notes=(*build.notes, *changed))
    sources = SourceTexts(prepared.project.root, prepared.project.poms, began)
    repository = LocalRepository.of(prepared.project.root, prepared.request.args)
    build = with_excerpts(build, sources, prepared.packages, repository)
    build = _with_changes(build, prepared, began, recording)
    some_rows = prepared.request.names_methods
    return recording.end(build, cases, gone=not_run.gone, some_rows=some_rows)


def _with_changes(
    build: Build, prepared: PreparedBuild, began: int, recording: BuildWriter
) -> Build:
    """Return a failed build with the lines that changed; write down the sources of a green one."""
    root, poms = prepared.project.root, prepared.project.poms
    if build.status is Status.SUCCESS:
        state = source_state(root, poms, began) if recording.id else None
        if state:
            recording.write_sources(state.pack())
        return build
    green = last_green_build(prepared.given, prepared.records.every())
    return with_changes(build, root, poms, began, green)


def _gather_evidence(
    prepared: PreparedBuild,
    before: Mapping[Path, Stamp],
    recording: BuildWriter,
    caller: RecordedCaller,
) -> Evidence:
    """Run Maven, and read what it leaves; reports that are as `before` are an earlier build's."""
    project, root = prepared.project, prepared.project.root
    dumps = dump_files(root)
    packages = makes_artifacts(prepared.plan.goals)
    artifacts = stamps_of_artifacts(project) if packages else {}
    recording.write_baseline(before, prepared.packages, prepared.limits)
    caller.stop_waiting()
    run = _run(prepared, before, recording, caller)
    return Evidence(
        prepared.request.operation,
        run,
        SUREFIRE_REPORTS.read(root, before),
        str(root),
        prepared.packages,
        prepared.limits,
        _artifacts_since(project, artifacts, run.build_log) if packages else (),
        project.modules,
        read_dumps(root, dumps) if run.exit_code else (),
    )


def _artifacts_since(
    project: Project, before: Mapping[Path, Stamp], log: BuildLog
) -> tuple[Artifact, ...]:
    failed = {goal.module for goal in failed_goals(log)}
    return built_artifacts(project, before, log.reactor.packaged, failed)


def _run(
    prepared: PreparedBuild,
    before: Mapping[Path, Stamp],
    recording: BuildWriter,
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
            on_tests=caller.count_tests,
            classes_before=classes
            or expected_classes(request, project, prepared.records.every(), before),
            on_start=partial(note_process, directory) if directory else int,
            write=recording.write,
        )
    finally:
        if directory:
            forget_process(directory)
