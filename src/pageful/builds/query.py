"""A query for a recorded build or a part of it: checked, its build found, and answered."""

from __future__ import annotations

from pathlib import Path

from pageful.builds.build_tool import BuildTool
from pageful.builds.drilldown.paging import PartRequest
from pageful.builds.drilldown.patterns import Pattern
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.waiting import stop_build, wait_for
from pageful.builds.results import Build, BuildFound, Running
from pageful.builds.shows import SHOW, Argument, ShowName, shows_with
from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError


@dataclass(frozen=True, slots=True)
class BuildQuery:
    """A query for a part of a build: the last one without `build`, its own page without `page`.

    `wait` is the seconds to wait for a build that runs; `stop` ends it.
    """

    build: str | None = None
    show: ShowName = "failures"
    test: str | None = None
    pattern: str | None = None
    page: int | None = None
    wait: float = 0
    stop: bool = False


def answer_query(
    query: BuildQuery, tool: BuildTool, directory: Path, room: int, caller: Caller
) -> BuildFound:
    """Find the build and return it, or one page of a part, of `room` characters.

    Raises:
        ToolError: the query contradicts itself, or there is no such build, test or page.
        Cancelled: the caller gave up waiting; the build goes on.
    """
    _check(query)
    records = BuildStore.of(directory.expanduser().resolve(), tool)
    if not records.every():
        records = BuildStore.of(tool.project_root(directory), tool)
    record = records.find(query.build)
    state = _state(query, record, caller)
    if query.show == "failures" and query.page is None:
        return state
    if isinstance(state, Running) and query.wait:
        return state
    pattern = None if query.pattern is None else Pattern(query.pattern)
    request = PartRequest(query.page or 1, room, query.test or "", pattern)
    return SHOW[query.show].read(record, request)


def _check(query: BuildQuery) -> None:
    show = SHOW[query.show]
    if "test" in show.arguments and query.test is None:
        raise ToolError(
            f'`show="{show.name}"` needs to know which.',
            'Give `test`, as the page names it: `test="OrderTest#adds"`.',
        )
    given: dict[Argument, str | None] = {"test": query.test, "pattern": query.pattern}
    for argument, value in given.items():
        if value is not None and argument not in show.arguments:
            those = " or ".join(f'`show="{name}"`' for name in shows_with(argument))
            raise ToolError(
                f'`{argument}` says nothing with `show="{show.name}"`.',
                f"Leave it out, or give {those} with it.",
            )


def _state(query: BuildQuery, record: BuildRecord, caller: Caller) -> Build | Running:
    if query.stop:
        return stop_build(record, caller)
    return wait_for(record, query.wait, caller)
