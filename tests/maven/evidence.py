"""Captured logs and reports of real builds, laid out as their build left them."""

from __future__ import annotations

import shutil
from pathlib import Path

from laconic.maven.building import Witnesses, judged
from laconic.maven.log import LogLine, parse_log
from laconic.maven.results import Build
from laconic.maven.runner import Run
from laconic.maven.surefire import read_reports

CAPTURED = Path(__file__).parent / "captured"
NAMES = sorted(path.name for path in CAPTURED.iterdir() if path.is_dir())


def judged_capture(
    name: str, project: Path, operation: str = "Test", packages: tuple[str, ...] = ("com.example",)
) -> Build:
    """The build that a captured run comes to; its reports are laid out below `project`."""
    capture = CAPTURED / name
    for report in capture.glob("reports/**/TEST-*.xml"):
        module = report.parent.relative_to(capture / "reports")
        directory = project / module / "target" / "surefire-reports"
        directory.mkdir(parents=True, exist_ok=True)
        (project / module / "pom.xml").touch()
        shutil.copy(report, directory)
    run = Run(int((capture / "exit").read_text()), captured_log(name), 1000)
    return judged(Witnesses(operation, run, read_reports(project, {}), "/project", packages))


def captured_log(name: str) -> tuple[LogLine, ...]:
    """What Maven printed in a captured run."""
    text = (CAPTURED / name / "build.log").read_bytes().decode("utf-8", "replace")
    return tuple(parse_log(text.split("\n")))
