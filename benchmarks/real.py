"""Real Maven builds of the tests' small projects, run now or taken from their captured logs."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pageful.builds.results import Build
from pageful.jvm.stack_trace import Application
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.process_run import ProcessRun
from pageful.maven.projects.maven_program import maven_program
from pageful.maven.projects.project import Project
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.running.invocation import Invocation
from pageful.maven.running.run_maven import run_maven
from pageful.tool.context import Caller

TESTS = Path(__file__).resolve().parents[1] / "tests" / "maven"
sys.path.append(str(TESTS))

import large_projects  # noqa: E402 -- found by the line above
from every_scenario import EVERY  # noqa: E402
from evidence import captured_log, judged_capture  # noqa: E402
from scenarios import SCENARIOS  # noqa: E402
from specified import SPECIFIED  # noqa: E402

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

__all__ = [
    "EVERY",
    "FAILING",
    "GREEN",
    "SPECIFIED",
    "RealBuild",
    "built",
    "captured",
    "large_projects",
    "written",
]


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
        ran = run_maven(
            Invocation(maven_program(project.root), root, SCENARIOS[name].command),
            seconds=600,
            application=Application(project.packages),
            classes_before=0,
            caller=Caller(),
        )
        return _judged(ran, project, str(root))


def captured(name: str) -> RealBuild:
    """Judge what an earlier run of Maven on a scenario left behind."""
    with written(name) as root:
        build = judged_capture(name, root, packages=Project.at(root).packages)
    return RealBuild(build, "\n".join(map(str, captured_log(name))))


def _judged(ran: ProcessRun, project: Project, root: str) -> RealBuild:
    reports = SUREFIRE_REPORTS.read(project.root, {})
    build = build_outcome(Evidence("Test", ran, reports, root, project.packages))
    return RealBuild(build, "\n".join(map(str, ran.log)))
