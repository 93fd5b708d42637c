"""Start a build in a process that outlives this one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

import pageful
from pageful.builds.background.worker import Answer, Task
from pageful.tool.errors import ToolError

_PATIENCE = 60.0
"""Seconds that a worker has to begin; it is loaded in less than one, but on a busy machine."""

_PROGRAM = """
import sys
sys.path.append(sys.argv.pop())
from pageful.builds.background.worker import main
main()
"""


_GATEWAYS_MARK = "PAGEFUL_GATEWAY"
"""The variable by which a gateway finds what its server has started, to end it with the server."""


def start_worker(family: str, request: bytes, root: Path) -> str:
    """Start a process that builds the project in `root`, and return the build's id.

    `family` names the function that makes a `BackgroundBuild` of the packed request, as
    `package.module:function`.

    Raises:
        ToolError: the process does not begin, or refuses the build.
    """
    answer = _answer(Task(family, request, os.fsencode(root)))
    if answer.build is None:
        raise ToolError(answer.problem, answer.remedy)
    return answer.build


def _answer(task: Task) -> Answer:
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
        env={name: value for name, value in os.environ.items() if name != _GATEWAYS_MARK},
        **_detach_options(),
    )
    with worker:
        try:
            output, errors = worker.communicate(msgspec.msgpack.encode(task), _PATIENCE)
            return msgspec.msgpack.decode(output, type=Answer)
        except subprocess.TimeoutExpired:
            worker.kill()
            raise _start_error("it gave no answer") from None
        except msgspec.MsgspecError:
            last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise _start_error(last or "it said nothing") from None


def _detach_options() -> dict[str, Any]:
    """Arguments for a process that neither this one's end nor its terminal's concerns."""
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        return {"creationflags": flags}
    return {"start_new_session": True}


def _start_error(reason: str) -> ToolError:
    problem = f"The process for a build in the background did not begin: {reason}."
    return ToolError(problem, "Run the build without `background`.")
