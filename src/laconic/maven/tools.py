"""The Maven tools: their parameters, their descriptions, and what follows a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from laconic.caller import Caller
from laconic.maven.follow_up import rest_of_build
from laconic.maven.results import Build, Status
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


@dataclass(frozen=True)
class MavenSettings:
    """How the Maven tools are set up."""

    project: Annotated[Path, Field(description="The project's directory, with its pom.xml.")] = (
        Path()
    )
    timeout: Annotated[float, Field(gt=0, description="Seconds after which a build is ended.")] = (
        1800.0
    )
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
        return self._carried_out("Clean", ("clean",), args, timeout, caller)

    def maven_compile(self, caller: Caller, args: Args = None, timeout: Timeout = None) -> Build:
        """Compile the main sources. Use it after editing, before running tests.

        Gives one line if all is well, else every error by file, as L<line>:<column> and message.
        """
        return self._carried_out("Compile", ("compile",), args, timeout, caller)

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
        return self._carried_out(
            "Test",
            ("test",),
            args,
            timeout,
            caller,
            test_filter=test_filter,
            test_only=test_only,
            package=app_package,
            trace_lines=stack_trace_lines,
            output_characters=test_output_limit if include_test_logs else 0,
        )

    def _carried_out(
        self,
        operation: str,
        goals: tuple[str, ...],
        args: list[str] | None,
        timeout: float | None,
        caller: Caller,
        **more: Any,
    ) -> Build:
        # Loaded with the first build: a client waits for the list of tools, not for these.
        from laconic.maven.carrying_out import carried_out
        from laconic.maven.order import Order

        order = Order(
            operation,
            goals,
            tuple(args or ()),
            timeout or self.settings.timeout,
            any_args=self.settings.allow_any_args,
            **more,
        )
        return carried_out(order, self.settings.project, caller)


def exit_code(build: Build) -> int:
    """A build's status for a shell."""
    return _EXIT_CODES[build.status]


def _tool(function: Any) -> Tool:
    name = function.__name__
    return Tool(
        function,
        view=build_page,
        follow_up=partial(rest_of_build, name),
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
