"""The Maven tools: their parameters, and how a call becomes a build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from laconic.budget import Cut
from laconic.caller import Caller
from laconic.calls import Call
from laconic.errors import ToolError
from laconic.maven import staleness
from laconic.maven.building import Witnesses, judged
from laconic.maven.invocation import Invocation, checked_args
from laconic.maven.project import Project
from laconic.maven.results import Build, Status
from laconic.maven.runner import run, sole_build
from laconic.maven.stack_trace import Application
from laconic.maven.surefire import read_reports, stamps
from laconic.maven.test_failures import DEFAULT_LIMITS, Limits
from laconic.maven.test_filter import closest_tests, surefire_filter
from laconic.maven.views import build_page
from laconic.style import Style
from laconic.tools import Family, Tool, Toolset

INSTRUCTIONS = (
    "Build and test this Java project with Maven. Call these tools rather than mvn in a shell: "
    "a page says in few words what failed and where. A failed build is an answer, not an error."
)

Args = Annotated[
    list[str] | None,
    Field(description='Extra Maven arguments, one each: ["-Pdev", "-Dkey=value"]. No shell.'),
]
Timeout = Annotated[
    float | None,
    Field(gt=0, description="Seconds after which the build is ended; else the server's own limit."),
]
TestFilter = Annotated[
    str | None,
    Field(
        alias="testFilter",
        description="Run only these: Class, Class#method, *Pattern; several by comma.",
    ),
]
TestOnly = Annotated[
    bool,
    Field(
        alias="testOnly",
        description="Skip the lifecycle and run compiled tests at once; what is stale is "
        "recompiled first.",
    ),
]
StackTraceLines = Annotated[
    int, Field(alias="stackTraceLines", ge=0, description="Lines of each stack trace; 0: all.")
]
AppPackage = Annotated[
    str | None,
    Field(
        alias="appPackage",
        pattern=r"^[A-Za-z_]\w*(\.\w+)*$",
        description="Package whose frames stay in stack traces; else found from POM and sources.",
    ),
]
IncludeTestLogs = Annotated[
    bool, Field(alias="includeTestLogs", description="Show what failing tests printed.")
]
TestOutputLimit = Annotated[
    int, Field(alias="testOutputLimit", ge=0, description="Characters of that for each test.")
]

_EXIT_CODES = {Status.SUCCESS: 0, Status.FAILURE: 1, Status.TIMEOUT: 2}
_FILTER_LENGTH = 400


@dataclass(frozen=True)
class MavenSettings:
    """How the Maven tools are set up."""

    project: Annotated[
        Path, Field(description="The project's directory, with its pom.xml (default: this one).")
    ] = Path()
    timeout: Annotated[
        float, Field(gt=0, description="Seconds after which a build is ended (default 1800).")
    ] = 1800.0
    allow_any_args: Annotated[
        bool,
        Field(description="Let `args` name POMs and settings outside the project."),
    ] = False


@dataclass(frozen=True)
class MavenTools:
    """The tools on one project."""

    settings: MavenSettings

    def maven_clean(self, caller: Caller, args: Args = None, timeout: Timeout = None) -> Build:
        """Delete what earlier builds left in target/. Seldom needed: changes are recompiled anyway.

        Gives one line, or the reason of the failure.
        """
        return self._build(_Order("Clean", ("clean",), args, timeout), caller)

    def maven_compile(self, caller: Caller, args: Args = None, timeout: Timeout = None) -> Build:
        """Compile the main sources. Use it after editing, before running tests.

        Gives one line if all is well, else every error by file, as L<line>:<column> and message.
        """
        return self._build(_Order("Compile", ("compile",), args, timeout), caller)

    def maven_test(
        self,
        caller: Caller,
        test_filter: TestFilter = None,
        test_only: TestOnly = False,
        stack_trace_lines: StackTraceLines = 50,
        app_package: AppPackage = None,
        include_test_logs: IncludeTestLogs = True,
        test_output_limit: TestOutputLimit = 2000,
        args: Args = None,
        timeout: Timeout = None,
    ) -> Build:
        """Compile what changed and run the tests, all or those of testFilter.

        Gives one line if all pass; else each failure once, with its message, the application's
        stack frames and what the test printed, or the compile errors by file. While mending one
        test, name it in testFilter.
        """
        order = _Order(
            "Test",
            ("test",),
            args,
            timeout,
            test_filter=surefire_filter(test_filter) if test_filter is not None else None,
            test_only=test_only,
            package=app_package,
            limits=Limits(stack_trace_lines, test_output_limit if include_test_logs else 0),
        )
        return self._build(order, caller)

    def _build(self, order: _Order, caller: Caller) -> Build:
        project = Project.at(self.settings.project)
        args = checked_args(order.args or (), any_args=self.settings.allow_any_args)
        command = project.maven()
        packages = (order.package,) if order.package else project.packages
        with sole_build(project.root, caller):
            order = order.in_project(project)
            before = stamps(project.root)
            ran = run(
                Invocation(command, project.root, order.goals, (*order.filter_args, *args)),
                seconds=order.timeout or self.settings.timeout,
                application=Application(packages),
                classes_before=len(before),
                caller=caller,
            )
            reports = read_reports(project.root, before)
        build = judged(
            Witnesses(order.operation, ran, reports, str(project.root), packages, order.limits)
        )
        return order.completed(build, project)


@dataclass(frozen=True, slots=True)
class _Order:
    """What one call asks for."""

    operation: str
    goals: tuple[str, ...]
    args: list[str] | None
    timeout: float | None
    test_filter: str | None = None
    test_only: bool = False
    package: str | None = None
    limits: Limits = DEFAULT_LIMITS
    note: str = ""

    @property
    def filter_args(self) -> tuple[str, ...]:
        """The filter as properties, for old and new Surefire, in modules without a match too."""
        if self.test_filter is None:
            return ()
        lenient = ("-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false")
        return (f"-Dtest={self.test_filter}", *lenient)

    def in_project(self, project: Project) -> _Order:
        """The order with the goals that `testOnly` means in this project, as it stands now.

        Raises:
            ToolError: nothing is compiled that could be run.
        """
        if not self.test_only:
            return self
        if project.is_reactor:
            note = "testOnly needs a project of one module: the full test phase was run instead."
            return replace(self, note=note)
        if not staleness.is_compiled(project.root):
            raise ToolError(
                "testOnly runs compiled tests, and target/test-classes does not exist.",
                "Call maven_test without testOnly first.",
            )
        goal = "surefire:test@default-test"
        if staleness.is_stale(project.root):
            note = "Ran in testOnly mode. Stale sources detected — auto-recompiled."
            return replace(self, goals=("test-compile", goal), note=note)
        note = (
            "Ran in testOnly mode (surefire:test). Lifecycle phases were skipped. "
            "If tests fail unexpectedly, re-run with testOnly=false."
        )
        return replace(self, goals=(goal,), note=note)

    def completed(self, build: Build, project: Project) -> Build:
        """The build with what only the order tells: its note, and a filter that nothing matched."""
        if self.note:
            build = replace(build, notes=(*build.notes, self.note))
        ran = build.tests and build.tests.run
        if self.test_filter is None or ran or build.status is not Status.SUCCESS:
            return build
        closest = closest_tests(project.modules, self.test_filter)
        hint = (
            f"Closest that exist: {', '.join(closest)}" if closest else "There are no test sources."
        )
        output = (f"No test matches testFilter {self.test_filter}.", hint)
        return replace(build, status=Status.FAILURE, output=output)


def exit_code(build: Build) -> int:
    """A build's status for a shell."""
    return _EXIT_CODES[build.status]


def rest_of_build(
    tool: str, build: Build, arguments: Mapping[str, Any], cuts: tuple[Cut, ...]
) -> Call:
    """The call that gets what a page of a build had no room for."""
    shown = next((cut.shown for cut in cuts if cut.of == "failure"), None)
    if shown is None:
        return Call(tool, {**arguments, "raw": True})
    left = (name for failure in build.failures[shown:] for name in failure.tests)
    classes = dict.fromkeys(name.partition("#")[0] for name in left)
    names = ""
    for name in classes:
        if len(names) + len(name) > _FILTER_LENGTH:
            break
        names = f"{names},{name}" if names else name
    return Call(tool, {**arguments, "testFilter": names})


def _tool(function: Any) -> Tool:
    name = function.__name__
    return Tool(
        function,
        view=build_page,
        follow_up=lambda build, arguments, cuts: rest_of_build(name, build, arguments, cuts),
        exit_code=exit_code,
        read_only=False,
    )


def maven_toolset(settings: MavenSettings, style: Style) -> Toolset:
    """The Maven tools on one project."""
    tools = MavenTools(settings)
    functions = (tools.maven_clean, tools.maven_compile, tools.maven_test)
    return Toolset("maven", tuple(map(_tool, functions)), INSTRUCTIONS, style)


FAMILY = Family(
    name="maven",
    summary="build and test a Java project with Maven",
    settings=MavenSettings,
    toolset=maven_toolset,
    commands={"maven_clean": "clean", "maven_compile": "compile", "maven_test": "test"},
)
