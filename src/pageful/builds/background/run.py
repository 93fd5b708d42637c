"""Run a build in this process for a starter that gets only its id."""

from __future__ import annotations

import os
import pkgutil
import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Protocol

from pageful.builds.background.worker import Answer, Task
from pageful.builds.records.build_writer import BuildWriter
from pageful.builds.results import Build, Status
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError


class BackgroundBuild(Protocol):
    """A build that was checked and can be run."""

    @property
    def operation(self) -> str:
        """The build's name on its page."""

    def begin(self) -> BuildWriter:
        """Begin to record the build."""

    def carry_out(self, recording: BuildWriter, caller: Caller) -> Build:
        """Run the build to its end, and record that.

        Raises:
            ToolError: the build can't be run.
            Cancelled: the build was cancelled before it began.
        """


def run_task(task: Task, answer: Callable[[Answer], None]) -> None:
    """Run a build in this process; `answer` is called as soon as it has an id."""
    caller = Caller()
    try:
        build = _prepare(task)
    except ToolError as error:
        answer(Answer(None, error.problem, error.remedy))
        return
    _end_on_signal(caller)
    with build.begin() as recording:
        if not recording.id:
            remedy = "Make room or mend it, or run the build without `background`."
            answer(Answer(None, recording.problem or "", remedy))
            return
        answer(Answer(recording.id))
        operation = build.operation
        try:
            build.carry_out(recording, caller)
        except ToolError as error:
            _end_with(recording, operation, error.problem, error.remedy)
        except Cancelled:
            recording.end(Build(operation, Status.CANCELLED, 0), ())
        except Exception as error:  # nobody would hear of it
            fault = f"{operation} has a fault of its own: {type(error).__name__}: {error}"
            _end_with(recording, operation, fault, "Run it without `background`.")


def _prepare(task: Task) -> BackgroundBuild:
    prepare: Callable[[bytes, Path], BackgroundBuild] = pkgutil.resolve_name(task.family)
    return prepare(task.request, Path(os.fsdecode(task.root)))


def _end_with(recording: BuildWriter, operation: str, *messages: str) -> None:
    output = tuple(filter(None, messages))
    recording.end(Build(operation, Status.FAILURE, 0, output=output), ())


def _end_on_signal(caller: Caller) -> None:
    def give_up(_number: int, _frame: FrameType | None) -> None:
        caller.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, give_up)
