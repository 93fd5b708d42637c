"""The calls that get the rest of a recorded build, error by error and failure by failure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import get_args

from pageful.builds.drilldown.failure_pages import page_starts
from pageful.builds.results import Build, Failure, FailurePage, Status
from pageful.builds.show import Show
from pageful.page.calls import Call
from pageful.tool.call_context import CallContext

TOOL = "maven_build"


def rest_of_recorded(build: Build, context: CallContext) -> Call:
    """Ask for the page with the first error or failure that is not whole, or for what else is cut.

    What is on the page only where it was asked for is shown by what its key names.
    """
    position = first_hidden(build, context)
    if position is None:
        shows = (key for key in _hidden_keys(build, context) if key in get_args(Show))
        show = next(shows, None)
        return drilled(build, show) if show else Call(TOOL, {"build": build.id, "raw": True})
    starts = page_starts(build, context.style.budget)
    page = bisect_right(starts, position, 0, len(starts) - 1)
    if starts[page - 1 :] == [position, position + 1] and not build.output:
        return whole(build, build.failures[-1:], page, context.room)
    return drilled(build, "failures", page=page)


def rest_of_failures(page: FailurePage, context: CallContext) -> Call | None:
    """Ask for the whole of what is alone on its page; all of a page where that can't be told."""
    if first_hidden(page.build, context) is None:
        return more_of_failures(page)
    alone = page.build.failures if page.oversized else ()
    return whole(page.build, alone, page.page, context.room)


def first_hidden(build: Build, context: CallContext) -> int | None:
    """The first error or failure that is not whole: its position among the errors and failures.

    On a page the errors stand by file, and so a later cut may hide an earlier error.
    """
    keys = _hidden_keys(build, context)
    return min((key for key in keys if isinstance(key, int)), default=None)


def _hidden_keys(build: Build, context: CallContext) -> Iterator[str | int]:
    """The key of each item that a cut hides: an error within its file, a failure as a whole."""
    for cut in context.cuts:
        match cut.first_hidden:
            case (int(position), *_, key) if position < len(build.errors):
                yield key
            case (key, *_):
                yield key


def more_of_build(build: Build) -> Call | None:
    """Offer what a whole page stands for: what to mend the build by, or what a goal has printed."""
    if build.id is None:
        return None
    if build.status is Status.SUCCESS:
        return drilled(build, "log") if _runs_a_goal(build) else None
    if cut := _cut_failure(build):
        return cut
    activity = build.activity
    explained = build.errors or build.failures or (activity and activity.frames)
    return drilled(build, "log") if not explained or (activity and activity.cut) else None


def _runs_a_goal(build: Build) -> bool:
    """Whether a plugin's goal was called by its name, as is done for what it prints."""
    return ":" in build.operation


def more_of_failures(page: FailurePage) -> Call | None:
    """Ask for the next page, behind the last one for what neither errors nor failures say."""
    if page.oversized and (page.page < page.pages or page.build.output):
        return _cut_failure(page.build)  # the page has the call that goes on
    if page.page < page.pages:
        return drilled(page.build, "failures", page=page.page + 1)
    return drilled(page.build, "log") if page.build.output else _cut_failure(page.build)


def whole(build: Build, failures: Sequence[Failure], page: int, room: int) -> Call:
    """Ask for the first failure with all that it left, if its name has room; else for JSON."""
    call = next(
        (_failure(build, each) for each in failures if not each.crashed and each.tests), None
    )
    if call and len(str(call)) <= room:
        return call
    return drilled(build, "failures", page=page, raw=True)


def drilled(build: Build, show: str | int, **more: object) -> Call:
    """The call that shows one side of a build."""
    return Call(TOOL, {"build": build.id, "show": show, **more})


def _failure(build: Build, failure: Failure) -> Call:
    return drilled(build, "failure", test=failure.tests[0])


def _cut_failure(build: Build) -> Call | None:
    """The first failure of which the call's limits left something out; the log of a crash.

    A JVM that died has no report: whatever else there is, the log has it.
    """
    for failure in build.failures:
        if failure.crashed and (failure.cut or not (failure.output or failure.trace)):
            return drilled(build, "log")
        if failure.cut and failure.tests and not failure.crashed:
            return _failure(build, failure)
    return None
