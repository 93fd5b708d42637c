"""Captured logs and reports of real builds, laid out as their build left them."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from every_scenario import EVERY
from pageful.builds.results import Build
from pageful.maven.logs.failed_goal import failed_goals
from pageful.maven.logs.log import LogLine, parse_log
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.process_run import ProcessRun
from pageful.maven.projects.artifacts import built_artifacts
from pageful.maven.projects.project import Project
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS

CAPTURED = Path(__file__).parent / "captured"
NAMES = sorted(path.name for path in CAPTURED.iterdir() if path.is_dir())
_REPORTS = {"reports": "surefire-reports", "failsafe-reports": "failsafe-reports"}


@cache
def captured_build(name: str, operation: str = "Test") -> Build:
    """The build that a captured run comes to, once for all tests that do not need its project."""
    with TemporaryDirectory() as project:
        return judged_capture(name, Path(project), operation)


def judged_capture(
    name: str, project: Path, operation: str = "Test", packages: tuple[str, ...] = ("com.example",)
) -> Build:
    """The build that a captured run comes to.

    The POMs of its scenario, its reports and its packages are laid out below `project`.
    """
    lay_out(name, project)
    known = Project(project)
    run = ProcessRun(int((CAPTURED / name / "exit").read_text()), captured_log(name), 1000)
    failed = {goal.module for goal in failed_goals(run.build_log)}
    return build_outcome(
        Evidence(
            operation,
            run,
            SUREFIRE_REPORTS.read(project, {}),
            "/project",
            packages,
            artifacts=built_artifacts(known, {}, run.build_log.reactor.packaged, failed),
            modules=known.modules,
        )
    )


def lay_out(name: str, project: Path) -> None:
    """Put the POMs of a scenario below `project`, and the files that its captured run left."""
    capture = CAPTURED / name
    poms = {path: text for path, text in EVERY[name].files.items() if path.endswith("pom.xml")}
    for path, text in poms.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")
    for kept, reports in _REPORTS.items():
        for report in capture.glob(f"{kept}/**/TEST-*.xml"):
            module = report.parent.relative_to(capture / kept)
            directory = project / module / "target" / reports
            directory.mkdir(parents=True, exist_ok=True)
            shutil.copy(report, directory)
    for path, size in packages(name).items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        with (project / path).open("wb") as stream:
            stream.truncate(size)


def packages(name: str) -> dict[str, int]:
    """What a captured run packaged, with sizes in bytes."""
    file = CAPTURED / name / "packages"
    lines = file.read_text().splitlines() if file.exists() else []
    return {path: int(size) for size, path in (line.split(" ", 1) for line in lines)}


def captured_log(name: str) -> tuple[LogLine, ...]:
    """What Maven printed in a captured run."""
    text = (CAPTURED / name / "build.log").read_bytes().decode("utf-8", "replace")
    return tuple(parse_log(text.split("\n")))
