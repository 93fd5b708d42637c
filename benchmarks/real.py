"""Real Maven builds of the tests' small projects, run now or taken from their captured logs."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from laconic.caller import Caller
from laconic.maven.building import Witnesses, judged
from laconic.maven.invocation import Invocation
from laconic.maven.log import parse_log
from laconic.maven.project import Project
from laconic.maven.results import Build
from laconic.maven.runner import Run, run
from laconic.maven.stack_trace import Application
from laconic.maven.surefire import read_reports

TESTS = Path(__file__).resolve().parents[1] / "tests" / "maven"
sys.path.append(str(TESTS))

from scenarios import SCENARIOS  # noqa: E402 -- found by the line above
from specified import SPECIFIED  # noqa: E402

CAPTURED_ROOT = "/project"
FAILING = (
    "compile_errors",
    "syntax_error",
    "werror",
    "test_compile_error",
    "failing_tests",
    "junit4",
    "testng",
    "reactor",
    "reactor_compile_error",
    "green_but_plugin_fails",
    "checkstyle_fails",
    "fork_exit",
)
GREEN = ("green", "green_warnings")

__all__ = ["FAILING", "GREEN", "SPECIFIED", "RealBuild", "built", "captured", "written"]


@dataclass(frozen=True, slots=True)
class RealBuild:
    """What a build came to, and everything that Maven printed."""

    build: Build
    log: str


@contextmanager
def written(name: str) -> Iterator[Path]:
    """A scenario's project in a directory of its own."""
    with tempfile.TemporaryDirectory() as directory:
        yield SCENARIOS[name].write(Path(directory).resolve() / "project")


def built(name: str) -> RealBuild:
    """Run Maven on a scenario."""
    with written(name) as root:
        project = Project.at(root)
        ran = run(
            Invocation(project.maven(), root, SCENARIOS[name].command),
            seconds=600,
            application=Application(project.packages),
            classes_before=0,
            caller=Caller(),
        )
        return _judged(ran, project, str(root))


def captured(name: str) -> RealBuild:
    """Judge what an earlier run of Maven on a scenario left behind."""
    kept = TESTS / "captured" / name
    with written(name) as root:
        for report in kept.glob("reports/**/TEST-*.xml"):
            module = report.parent.relative_to(kept / "reports")
            target = root / module / "target" / "surefire-reports"
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(report, target)
        log = (kept / "build.log").read_text(encoding="utf-8", errors="replace")
        code = int((kept / "exit").read_text(encoding="ascii"))
        ran = Run(code, tuple(parse_log(log.splitlines())), 4200)
        return _judged(ran, Project.at(root), CAPTURED_ROOT)


def _judged(ran: Run, project: Project, root: str) -> RealBuild:
    reports = read_reports(project.root, {})
    build = judged(Witnesses("Test", ran, reports, root, project.packages))
    return RealBuild(build, "\n".join(map(str, ran.log)))
