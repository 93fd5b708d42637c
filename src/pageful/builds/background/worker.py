"""The process of a build in the background, which nobody needs to wait for.

It reads the project's directory and the request, answers with the build's id or with the error that
keeps it from beginning, and then is independent of the process that started it.
"""

from __future__ import annotations

import os
import sys

import msgspec


class Task(msgspec.Struct, frozen=True):
    """A build to run: the function of its family, the packed request, the project's directory."""

    family: str
    request: bytes
    root: bytes


class Answer(msgspec.Struct, frozen=True):
    """The id of the build that was begun; without one, the error that prevented it."""

    build: str | None = None
    problem: str = ""
    remedy: str = ""


def main() -> None:
    """Begin a build and see it through."""
    if hasattr(os, "fork") and os.fork():
        os._exit(0)  # whoever started this need not wait for the rest, nor sees it as its child
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
    from pageful.builds.background.run import run_task

    run_task(task, _answer)


def _answer(answer: Answer) -> None:
    """Give the answer, and close everything that was inherited."""
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer))
    sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
