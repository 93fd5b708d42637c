"""The calls that get the rest of a page about a build, error by error and failure by failure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args

from pageful.builds.drilldown.failure_pages import page_starts
from pageful.builds.results import (
    Build,
    BuildFound,
    Failure,
    FailurePage,
    LogPage,
    ModulePage,
    Running,
    Status,
    TestTimes,
    WarningPage,
    WholeFailure,
)
from pageful.builds.show import Show
from pageful.builds.similar_failures import find_shortened
from pageful.page.calls import Call
from pageful.tool.call_context import CallContext

Paged: TypeAlias = WholeFailure | TestTimes | LogPage | WarningPage | ModulePage
"""A part of a build, in pages of its own."""

_WAIT = 60
"""Seconds to wait for a build: less than clients give a call."""

_PART = ("show", "test", "pattern")
"""The arguments that say which part of a build is shown."""


@dataclass(frozen=True, slots=True)
class BuildFollowUp:
    """The calls that follow pages about builds; `tool` shows recorded builds, as `maven_build`."""

    tool: str

    def rest(self, found: BuildFound, context: CallContext) -> Call | None:
        """Return the call for what was cut.

        A build that was recorded is asked for page by page, from its first error or failure on that
        is not whole.
        """
        match found:
            case Build(id=None):
                return context.again(raw=True)
            case Build():
                call = self._rest_of_build(found, context)
                # The call that led here would lead here again.
                same = call.arguments == context.arguments
                return self._as_json(found.id, context.arguments) if same else call
            case Running():
                return self._wait(found)
            case FailurePage():
                return self._rest_of_failures(found, context)
            case _:
                return self._as_json(found.build, context.arguments)

    def more(self, found: BuildFound, context: CallContext) -> Call | None:
        """Return the call that goes on, or has more than was asked for, where that helps."""
        match found:
            case Build():
                return self._more_of_build(found, context)
            case Running():
                return self._wait(found)
            case FailurePage():
                return self._more_of_failures(found)
            case _:
                return self._next_page(found, context.arguments)

    def _rest_of_build(self, build: Build, context: CallContext) -> Call:
        """Ask for the page with the first error or failure that is cut, or for what else is.

        What is on the page only where it was asked for is shown by what its key names.
        """
        position = first_hidden(build, context)
        if brief := _brief_failures(build):
            position = brief[0] if position is None else min(position, brief[0])
        if position is None:
            shows = (key for key in _hidden_keys(build, context) if key in get_args(Show))
            show = next(shows, None)
            return self._show(build, show) if show else self._call(build.id, raw=True)
        starts = page_starts(build, context.style.budget)
        page = bisect_right(starts, position, 0, len(starts) - 1)
        if starts[page - 1 :] == [position, position + 1] and not build.output:
            return self._whole(build, build.failures[-1:], page, context.room)
        return self._show(build, "failures", page=page)

    def _rest_of_failures(self, page: FailurePage, context: CallContext) -> Call | None:
        """Ask for the whole of a failure alone on its page; else for all of the page."""
        if first_hidden(page.build, context) is None:
            return self._more_of_failures(page)
        alone = page.build.failures if page.oversized else ()
        return self._whole(page.build, alone, page.page, context.room)

    def _more_of_build(self, build: Build, context: CallContext) -> Call | None:
        """Offer what a whole page stands for: what to mend the build by, or what a goal printed."""
        if build.id is None:
            return None
        if build.status is Status.SUCCESS:
            return self._show(build, "log") if _runs_a_goal(build) else None
        if brief := _brief_failures(build):
            starts = page_starts(build, context.style.budget)
            return self._show(build, "failures", page=bisect_right(starts, brief[0]))
        if cut := self._cut_failure(build):
            return cut
        activity = build.activity
        explained = build.errors or build.failures or (activity and activity.frames)
        is_cut = activity and activity.cut
        return self._show(build, "log") if not explained or is_cut else None

    def _more_of_failures(self, page: FailurePage) -> Call | None:
        """Ask for the next page, behind the last one for what neither errors nor failures say."""
        if page.oversized and (page.page < page.pages or page.build.output):
            return self._cut_failure(page.build)  # the page has the call that goes on
        if page.page < page.pages:
            return self._show(page.build, "failures", page=page.page + 1)
        return self._show(page.build, "log") if page.build.output else self._cut_failure(page.build)

    def _whole(self, build: Build, failures: Sequence[Failure], page: int, room: int) -> Call:
        """Ask for the first failure with all that it left, if its name has room; else for JSON."""
        named = (each for each in failures if not each.crashed and each.tests)
        call = next((self._failure(build, each) for each in named), None)
        if call and len(str(call)) <= room:
            return call
        return self._show(build, "failures", page=page, raw=True)

    def _cut_failure(self, build: Build) -> Call | None:
        """The first failure of which the call's limits left something out; the log of a crash.

        A process that died has no report: whatever else there is, the log has it.
        """
        for failure in build.failures:
            if failure.crashed and (failure.cut or not (failure.output or failure.trace)):
                return self._show(build, "log")
            if failure.cut and failure.tests and not failure.crashed:
                return self._failure(build, failure)
        return None

    def _next_page(self, paged: Paged, arguments: Mapping[str, Any]) -> Call | None:
        if paged.page >= paged.pages:
            return None
        return self._call(paged.build, **_part(arguments), page=paged.page + 1)

    def _as_json(self, build: str | None, arguments: Mapping[str, Any]) -> Call:
        """Ask for the same as JSON, which is never cut."""
        page = {"page": arguments["page"]} if "page" in arguments else {}
        return self._call(build, **_part(arguments), **page, raw=True)

    def _wait(self, running: Running) -> Call:
        return self._call(running.id, wait=_WAIT)

    def _failure(self, build: Build, failure: Failure) -> Call:
        return self._show(build, "failure", test=failure.tests[0])

    def _show(self, build: Build, show: str | int, **more: object) -> Call:
        return self._call(build.id, show=show, **more)

    def _call(self, build: str | None, **arguments: object) -> Call:
        return Call(self.tool, {"build": build, **arguments})


def first_hidden(build: Build, context: CallContext) -> int | None:
    """Return the first error or failure that is not whole: its position among all of them.

    On a page the errors stand by file, and so a later cut may hide an earlier error.
    """
    keys = _hidden_keys(build, context)
    return min((key for key in keys if isinstance(key, int)), default=None)


def _brief_failures(build: Build) -> list[int]:
    """Return the positions of failures of which the build's page has a part in one line."""
    return sorted(len(build.errors) + n for n in find_shortened(build.failures))


def _hidden_keys(build: Build, context: CallContext) -> Iterator[str | int]:
    """The key of each item that a cut hides: an error within its file, a failure as a whole."""
    for cut in context.cuts:
        match cut.first_hidden:
            case (int(position), *_, key) if position < len(build.errors):
                yield key
            case (key, *_):
                yield key


def _runs_a_goal(build: Build) -> bool:
    """Whether a plugin's goal was called by its name, as is done for what it prints."""
    return ":" in build.operation


def _part(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: arguments[name] for name in _PART if name in arguments}
