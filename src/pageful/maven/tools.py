"""The Maven tools: their parameters, instructions and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pageful.builds.results import Build, Running, Status
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven import parameters as given
from pageful.maven import views
from pageful.maven.follow_up import more_of_found, rest_of_found
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.results import Dependencies, Found
from pageful.maven.settings import MavenSettings
from pageful.tool.context import Caller
from pageful.tool.directories import require_directory
from pageful.tool.options import Style
from pageful.tool.tool import Shell, Tool, Toolset

INSTRUCTIONS = (
    "Build and test this Java project with Maven. Call these tools rather than mvn in a shell: "
    "a page says in few words what failed and where. A failed build is an answer, not an error."
)

_EXIT_CODES = {Status.SUCCESS: 0, Status.FAILURE: 1, Status.TIMEOUT: 2, Status.CANCELLED: 2}


@dataclass(frozen=True)
class MavenTools:
    """The Maven tools on one project."""

    settings: MavenSettings
    style: Style

    def maven_clean(
        self,
        caller: Caller,
        modules: given.Modules = None,
        args: given.Args = None,
        timeout: given.Timeout = None,
        background: given.Background = False,
    ) -> Build | Running:
        """Delete what earlier builds left in target/. Seldom needed: changes are recompiled anyway.

        Gives one line, or the reason of the failure.
        """
        request = self._request("Clean", ("clean",), args, timeout, modules)
        return self._build(request, caller, background=background)

    def maven_compile(
        self,
        caller: Caller,
        modules: given.Modules = None,
        args: given.Args = None,
        timeout: given.Timeout = None,
        background: given.Background = False,
    ) -> Build | Running:
        """Compile the main sources. Use it after editing, before running tests.

        Gives one line if all is well, else every error by file, as L<line>:<column> and message.
        """
        request = self._request("Compile", ("compile",), args, timeout, modules)
        return self._build(request, caller, background=background)

    def maven_test(
        self,
        caller: Caller,
        test_filter: given.TestFilter = None,
        failed_only: given.FailedOnly = False,
        rerun_failing: given.RerunFailing = 0,
        test_only: given.TestOnly = False,
        modules: given.Modules = None,
        stack_trace_lines: given.StackTraceLines = 50,
        app_package: given.AppPackage = None,
        include_test_logs: given.IncludeTestLogs = True,
        test_output_limit: given.TestOutputLimit = 2000,
        args: given.Args = None,
        timeout: given.Timeout = None,
        background: given.Background = False,
    ) -> Build | Running:
        """Compile what changed and run the tests, all or those of testFilter.

        Gives one line if all pass; else each failure once, with its message, the application's
        stack frames and what the test printed, or the compile errors by file. While mending one
        test, name it in testFilter; after mending several, use failedOnly.
        """
        request = replace(
            self._request("Test", ("test",), args, timeout, modules),
            test_filter=test_filter,
            failed_only=failed_only,
            reruns=rerun_failing,
            test_only=test_only,
            package=app_package,
            trace_lines=stack_trace_lines,
            output_characters=test_output_limit if include_test_logs else 0,
        )
        return self._build(request, caller, background=background)

    def maven_package(
        self,
        caller: Caller,
        test_filter: given.TestFilter = None,
        modules: given.Modules = None,
        args: given.Args = None,
        timeout: given.Timeout = None,
        background: given.Background = False,
    ) -> Build | Running:
        """Test, and make the artifacts (jar, war, …).

        Gives what maven_test gives, and every artifact with its size.
        """
        request = self._request("Package", ("package",), args, timeout, modules)
        request = replace(request, test_filter=test_filter)
        return self._build(request, caller, background=background)

    def maven_verify(
        self,
        caller: Caller,
        test_filter: given.TestFilter = None,
        rerun_failing: given.RerunFailing = 0,
        modules: given.Modules = None,
        args: given.Args = None,
        timeout: given.Timeout = None,
        background: given.Background = False,
    ) -> Build | Running:
        """Package, then run the integration tests (Failsafe) and every other check of the build.

        Gives what maven_package gives.
        """
        request = self._request("Verify", ("verify",), args, timeout, modules)
        request = replace(request, test_filter=test_filter, reruns=rerun_failing)
        return self._build(request, caller, background=background)

    def maven_run(
        self,
        caller: Caller,
        goals: given.Goals,
        modules: given.Modules = None,
        args: given.Args = None,
        timeout: given.Timeout = None,
        background: given.Background = False,
    ) -> Build | Running:
        """Run any other phases and goals: install, site, versions:set and their like.

        Gives the same page as the other tools, and the call for what a plugin's goal printed.
        """
        from pageful.maven.request.arguments import check_goals, name_operation

        named = check_goals(goals)
        request = self._request(name_operation(named), named, args, timeout, modules)
        return self._build(request, caller, background=background)

    def maven_dependencies(
        self,
        caller: Caller,
        module: given.Module = None,
        conflicts: given.Conflicts = True,
        includes: given.Includes = None,
        args: given.Args = None,
        timeout: given.Timeout = None,
    ) -> Dependencies | Build:
        """Show what the modules depend on: which versions won, and which lost to them.

        With includes: every way that leads to these artifacts.
        """
        from pageful.maven.dependencies.listing import DependencyQuery, find_dependencies

        request = self._request("Dependencies", (), args, timeout)
        query = DependencyQuery(module, includes, conflicts)
        return find_dependencies(request, self.settings.project, query, caller)

    def maven_build(
        self,
        caller: Caller,
        build: given.BuildId = None,
        show: given.Showing = "failures",
        test: given.Test = None,
        pattern: given.Pattern = None,
        page: given.Page = None,
        wait: given.Wait = 0,
        stop: given.Stop = False,
    ) -> Found:
        """Show more of a build that was run, without building again; or wait for one that runs.

        Gives its page, or the part that show names: `maven_build(show="log", pattern="WARN")`.
        """
        from pageful.builds.query import BuildQuery, answer_query
        from pageful.maven.running.maven_tool import MAVEN

        query = BuildQuery(build, show, test, pattern, page, wait, stop)
        return answer_query(query, MAVEN, self.settings.project, self.style.budget, caller)

    def _request(
        self,
        operation: str,
        goals: tuple[str, ...],
        args: list[str] | None,
        timeout: float | None,
        modules: list[str] | None = None,
    ) -> BuildRequest:
        return BuildRequest(
            operation,
            goals,
            tuple(args or ()),
            timeout or self.settings.timeout,
            any_args=self.settings.allow_any_args,
            mvn=self.settings.mvn,
            modules=tuple(modules or ()),
        )

    def _build(self, request: BuildRequest, caller: Caller, *, background: bool) -> Build | Running:
        # Loaded with the first build: a client waits for the list of tools, not for these.
        if background:
            from pageful.maven.running.background import start_in_background

            return start_in_background(request, self.settings.project)
        from pageful.maven.running.run_build import run_build

        return run_build(request, self.settings.project, caller)


def exit_code(found: Found) -> int:
    """Return the exit code for a shell: of a build its status, of all else success."""
    return _EXIT_CODES[found.status] if isinstance(found, Build) else 0


def options_after_edit(found: Found, arguments: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the options with which a shell builds again what failed; absent where nothing did."""
    if not isinstance(found, Build) or found.status is not Status.FAILURE:
        return None
    failed = any(not failure.crashed for failure in found.failures)
    chosen = "testFilter" in arguments or "failedOnly" in arguments
    if failed and found.operation == "Test" and found.id and not chosen:
        return ("--failed-only",)
    return () if failed or found.errors else None


_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "clean": ("",),
    "compile": ("", "--modules core -- -Pdev"),
    "test": ("", "'CartTest#adds*' --stack-trace-lines 0"),
    "package": ("-- -DskipTests",),
    "verify": ("--rerun-failing 2",),
    "run": ("install", "dependency:analyze --modules core"),
    "dependencies": ("", "commons-io"),
    "build": ("--show log --pattern WARN", "b3 --wait 60"),
}
"""Command lines that help shows, without the words before."""


_WATCHABLE = frozenset({"compile", "test", "package", "verify"})
"""Commands whose outcome the next change of a source may change."""


def _tool(
    function: Callable[..., Found],
    *,
    read_only: bool = False,
    positional: str | None = None,
    again: bool = False,
) -> Tool[Found]:
    command = function.__name__.removeprefix("maven_")
    shell = Shell(command, positional, exit_code, examples=_EXAMPLES.get(command, ()))
    if again:
        watches = command in _WATCHABLE
        shell = replace(shell, again=options_after_edit, has_page_so_far=True, can_watch=watches)
    return Tool(
        function,
        view=views.found_page,
        follow_up=rest_of_found,
        next_call=more_of_found,
        shell=shell,
        read_only=read_only,
    )


def maven_toolset(settings: MavenSettings, style: Style) -> Toolset:
    """Make the Maven tools on one project.

    Raises:
        ToolError: the project is no directory, or there is no such Maven as the settings name.
    """
    require_directory(settings.project, "project", "Name the project's with `--project`.")
    if settings.mvn:
        from pageful.maven.projects.maven_program import resolve_program

        resolve_program(settings.mvn)
    tools = MavenTools(settings, style)
    builds = (
        tools.maven_clean,
        tools.maven_compile,
        tools.maven_test,
        tools.maven_package,
        tools.maven_verify,
        tools.maven_run,
    )
    arguments = {"maven_test": "testFilter"}
    every = [_tool(each, positional=arguments.get(each.__name__), again=True) for each in builds]
    every.append(_tool(tools.maven_dependencies, read_only=True, positional="includes"))
    build = _tool(tools.maven_build, positional="build")
    every.append(replace(build, shell=replace(build.shell, csv={})))
    return Toolset("maven", tuple(every), INSTRUCTIONS, style)
