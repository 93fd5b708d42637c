"""Builds in the background: start, await and stop them, from any process at any time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

import pageful
from pageful.builds.process.orphans import end_orphans
from pageful.builds.process.recorded_caller import ask_to_stop
from pageful.builds.process.worker import Answer, Task
from pageful.builds.records.record import Record
from pageful.builds.records.recording import Recording
from pageful.builds.results import Build, Running, Status
from pageful.maven.build_request import BuildRequest
from pageful.maven.packed_request import pack_request, unpack_request
from pageful.maven.running.prepared_build import prepare_build
from pageful.maven.running.run_build import begin_record, run_recorded
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError

_PATIENCE = 60.0
"""Seconds that a worker has to begin; it is loaded in less than one, but on a busy machine."""

_ENDED_WITHIN = 15.0
_TICK = 0.1
_PROGRAM = """
import sys
sys.path.append(sys.argv.pop())
from pageful.builds.process.worker import main
main()
"""


def start_in_background(request: BuildRequest, directory: Path) -> Running:
    """Start a build of the project in a directory, in a process that outlives this one.

    Raises:
        ToolError: there is nothing to build or to build it with, the request is refused, or builds
            can't be recorded.
    """
    prepared = prepare_build(request, directory)
    root = os.fsencode(prepared.project.root)
    answer = _started(Task(pack_request(request), root))
    if answer.build is None:
        raise ToolError(answer.problem, answer.remedy)
    return prepared.records.find(answer.build).running()


def _started(task: Task) -> Answer:
    """Start a worker, and hear from it that it has begun.

    Raises:
        ToolError: it does not come to that.
    """
    # Nothing is looked for in the current directory, which may be any project's.
    package = str(Path(pageful.__file__).parents[1])
    worker = subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM, package],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **_apart(),
    )
    with worker:
        try:
            output, errors = worker.communicate(msgspec.msgpack.encode(task), _PATIENCE)
            return msgspec.msgpack.decode(output, type=Answer)
        except subprocess.TimeoutExpired:
            worker.kill()
            raise _failed("it gave no answer") from None
        except msgspec.MsgspecError:
            last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise _failed(last or "it said nothing") from None


def _apart() -> dict[str, Any]:
    """What starts a process that neither this one's end nor its terminal's concerns."""
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        return {"creationflags": flags}
    return {"start_new_session": True}


def _failed(reason: str) -> ToolError:
    problem = f"The process for a build in the background did not begin: {reason}."
    return ToolError(problem, "Run the build without `background`.")


def run_task(task: Task, answered: Callable[[Answer], None]) -> None:
    """Run the build of a task in this process, and `answer` as soon as it has an id."""
    caller = Caller()
    request = unpack_request(task.order)
    assert request
    try:
        prepared = prepare_build(request, Path(os.fsdecode(task.root)))
    except ToolError as error:
        answered(Answer(None, error.problem, error.remedy))
        return
    _end_on_signal(caller)
    with begin_record(prepared) as recording:
        if not recording.id:
            remedy = "Make room or mend it, or run the build without `background`."
            answered(Answer(None, recording.problem or "", remedy))
            return
        answered(Answer(recording.id))
        try:
            run_recorded(prepared, recording, caller)
        except ToolError as error:
            _end_with(recording, request, error.problem, error.remedy)
        except Cancelled:
            recording.end(Build(request.operation, Status.CANCELLED, 0), ())
        except Exception as error:  # nobody would hear of it
            fault = f"{request.operation} has a fault of its own: {type(error).__name__}: {error}"
            _end_with(recording, request, fault, "Run it without `background`.")


def _end_with(recording: Recording, request: BuildRequest, *said: str) -> None:
    output = tuple(filter(None, said))
    recording.end(Build(request.operation, Status.FAILURE, 0, output=output), ())


def _end_on_signal(caller: Caller) -> None:
    def give_up(_number: int, _frame: FrameType | None) -> None:
        caller.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, give_up)


def awaited(record: Record, seconds: float, caller: Caller) -> Build | Running:
    """What a build came to, or how far it is after so many seconds of waiting.

    Raises:
        Cancelled: the caller gave up waiting; the build goes on.
        ToolError: the record is damaged, or gone.
    """
    until = time.monotonic() + seconds
    told: tuple[Any, ...] = ()
    while record.is_running:
        running = record.running()
        caller.checkpoint()
        if time.monotonic() >= until:
            return running
        now = (running.message, running.done, running.total)
        if now != told and running.message:
            caller.progress(*now)
        told = now
        time.sleep(_TICK)
    end_orphans(record)
    return record.build()


def stopped(record: Record, caller: Caller) -> Build | Running:
    """End a build that runs, whatever process runs it, and tell what it came to.

    Nothing happens to one that has ended. One that does not end in time is still `Running`.

    Raises:
        Cancelled: the caller gave up waiting for its end.
        ToolError: it can't be asked to stop, or its record is damaged.
    """
    if record.is_running:
        try:
            ask_to_stop(record.directory)
        except OSError as error:
            problem = f"Build {record.id} can't be asked to stop: {error.strerror or error}."
            raise ToolError(problem, "Make its record's directory writable.") from None
    return awaited(record, _ENDED_WITHIN, caller)
