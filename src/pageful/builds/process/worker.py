"""A build in the background: a process of its own, that nobody needs to wait for.

It reads where the project is and what is asked for, answers with the build's id or with what keeps
it from beginning, and then has nothing to do with whoever started it any more.
"""

from __future__ import annotations

import os
import sys

import msgspec


class Task(msgspec.Struct, frozen=True):
    """What to build: the order as it is packed, and the project's directory."""

    order: bytes
    root: bytes


class Answer(msgspec.Struct, frozen=True):
    """The id of the build that was begun; without one, what kept it from that."""

    build: str | None = None
    problem: str = ""
    remedy: str = ""


def main() -> None:
    """Begin a build and see it through."""
    if hasattr(os, "fork") and os.fork():
        os._exit(0)  # whoever started this need not wait for the rest, nor sees it as its child
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
    from pageful.builds.process.background import run_task

    run_task(task, _answered)


def _answered(answer: Answer) -> None:
    """Give the answer, and let go of everything that was inherited."""
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer))
    sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
