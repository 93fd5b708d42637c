"""Calls for the rest of a page about a build, error by error and failure by failure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pageful.builds.drilldown.failure_pages import page_starts
from pageful.builds.results import (
    Build,
    BuildFound,
    BuildPart,
    Failure,
    FailurePage,
    Running,
    Status,
)
from pageful.builds.shows import SHOW, SHOWS
from pageful.builds.similar_failures import find_shortened_failures
from pageful.builds.views.failures import next_failures_call
from pageful.lazy.dataclasses import dataclass
from pageful.page.calls import Call
from pageful.tool.call_context import CallContext

_WAIT = 60
"""Seconds to wait for a build: less than the minutes that clients give a call."""

_PART = ("show", *(argument for show in SHOWS for argument in show.arguments))
"""The arguments that choose the part of a build."""


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
        if brief := _brief_parts(build):
            position = brief[0] if position is None else min(position, brief[0])
        if position is None:
            shows = (key for key in _hidden_keys(build, context) if key in SHOW)
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
        if brief := _brief_parts(build):
            starts = page_starts(build, context.style.budget)
            return self._show(build, "failures", page=bisect_right(starts, brief[0]))
        if cut := self._cut_failure(build):
            return cut
        activity = build.activity
        explained = build.errors or build.failures or (activity and activity.frames)
        is_cut = activity and activity.cut
        return self._show(build, "log") if not explained or is_cut else None

    def _more_of_failures(self, page: FailurePage) -> Call | None:
        """Ask for what follows, else for a failure that the limits cut."""
        following = next_failures_call(page, self.tool)
        if page.oversized and following:
            return self._cut_failure(page.build)  # the page has the call that goes on
        return following or self._cut_failure(page.build)

    def _whole(self, build: Build, failures: Sequence[Failure], page: int, room: int) -> Call:
        """Ask for the first failure with all that it left, if its name has room; else for JSON."""
        named = (each for each in failures if not each.crashed and each.tests)
        call = next((self._failure(build, each) for each in named), None)
        if call and len(str(call)) <= room:
            return call
        return self._show(build, "failures", page=page, raw=True)

    def _cut_failure(self, build: Build) -> Call | None:
        """Ask for the first failure that the call's limits cut; for the log of a crash.

        A process that died has no report: whatever else there is, the log has it.
        """
        for failure in build.failures:
            if failure.crashed and (failure.cut or not (failure.output or failure.trace)):
                return self._show(build, "log")
            if failure.cut and failure.tests and not failure.crashed:
                return self._failure(build, failure)
        return None

    def _next_page(self, part: BuildPart, arguments: Mapping[str, Any]) -> Call | None:
        if part.page >= part.pages:
            return None
        return self._call(part.build, **_part(arguments), page=part.page + 1)

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


def _brief_parts(build: Build) -> list[int]:
    """Return the positions of errors and failures that the build's page has in a line for many."""
    errors = (n for n, error in enumerate(build.errors) if error.follows)
    failures = (len(build.errors) + n for n in find_shortened_failures(build.failures))
    return sorted((*errors, *failures))


def _hidden_keys(build: Build, context: CallContext) -> Iterator[str | int]:
    """Yield the key of each item that a cut hides: an error in its file, or a whole failure."""
    for cut in context.cuts:
        match cut.first_hidden:
            case (int(position), *_, key) if position < len(build.errors):
                yield key
            case (key, *_):
                yield key


def _runs_a_goal(build: Build) -> bool:
    """Return whether a plugin's goal was called by its name, as is done for its output."""
    return ":" in build.operation


def _part(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: arguments[name] for name in _PART if name in arguments}
