"""What is asked of a build that was run, or that runs, and who answers it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from pageful.builds.build_tool import BuildTool
from pageful.builds.drilldown import sides as drilling
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.waiting import stop_build, wait_for
from pageful.builds.results import Build, BuildFound, Running
from pageful.builds.show import Show
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError


@dataclass(frozen=True, slots=True)
class Question:
    """A side of a build: `build` absent for the last one, `page` absent for its own page.

    `wait` is how many seconds a build that runs is waited for; `stop` ends it.
    """

    build: str | None = None
    show: Show = "failures"
    test: str | None = None
    pattern: str | None = None
    page: int | None = None
    wait: float = 0
    stop: bool = False


def answered(
    question: Question, tool: BuildTool, directory: Path, room: int, caller: Caller
) -> BuildFound:
    """What there is to say, on pages of `room` characters.

    Raises:
        ToolError: the question makes no sense, or there is no such build, test or page.
        Cancelled: the caller gave up waiting; the build goes on.
    """
    _check(question)
    records = BuildStore.of(directory.expanduser().resolve(), tool)
    if not records.every():
        records = BuildStore.of(tool.project_root(directory), tool)
    record = records.find(question.build)
    state = _state(question, record, caller)
    if question.show == "failures" and question.page is None:
        return state
    if isinstance(state, Running) and question.wait:
        return state
    return _side(question, record, question.page or 1, room)


def _check(question: Question) -> None:
    if question.show == "failure" and question.test is None:
        raise ToolError(
            '`show="failure"` needs to know which.',
            'Give `test`, as the page names it: `test="OrderTest#adds"`.',
        )
    if question.test is not None and question.show != "failure":
        raise ToolError(
            f'`test` says nothing with `show="{question.show}"`.',
            'Leave it out, or give `show="failure"` with it.',
        )
    if question.pattern is not None and question.show not in ("log", "tests"):
        raise ToolError(
            f'`pattern` says nothing with `show="{question.show}"`.',
            'Leave it out, or give `show="log"` or `show="tests"` with it.',
        )


def _state(question: Question, record: BuildRecord, caller: Caller) -> Build | Running:
    if question.stop:
        return stop_build(record, caller)
    return wait_for(record, question.wait, caller)


def _side(question: Question, record: BuildRecord, page: int, room: int) -> BuildFound:
    match question.show:
        case "failures":
            return drilling.failures(record, page, room)
        case "failure":
            return drilling.failure(record, question.test or "", page, room)
        case "tests":
            return drilling.tests(record, question.pattern, page, room)
        case "log":
            return drilling.log(record, question.pattern, page, room)
        case "warnings":
            return drilling.warnings(record, page, room)
        case "modules":
            return drilling.modules(record, page, room)
        case _:
            assert_never(question.show)
