"""Runs pytest again and again without loading it again: each run is a fork of this process.

It reads a line of JSON a run, `{"options": [...], "environment": {...}, "seconds": 9}`, and answers
with the run's exit code, or with `late` when it was ended after so many seconds. What is imported
here is nothing of the package, which each run imports anew.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module

import pytest

# What most tests import, and takes longest; without an extra, a run imports it and says so.
_PRELOADED = ("hypothesis", "hypothesis.strategies", "mcp", "mcp.server", "numpy", "pydantic")


def serve() -> None:
    """Answer each line of the input, until it ends."""
    answers = os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)
    for name in _PRELOADED:
        with suppress(ImportError):
            import_module(name)
    gc.freeze()
    for line in sys.stdin:
        given = json.loads(line)
        child = os.fork()
        if not child:
            os.dup2(nothing, 0)
            _run(given["options"], given["environment"])
        print(_ended(child, given["seconds"]), file=answers, flush=True)


def _run(options: list[str], environment: dict[str, str]) -> None:
    os.setsid()
    os.environ.update(environment)
    code = 1
    try:  # what is loaded before is not rewritten, and its assertions are not looked at
        code = int(pytest.main(["-W", "ignore::pytest.PytestAssertRewriteWarning", *options]))
    finally:
        os._exit(code)


def _ended(child: int, seconds: float) -> int | str:
    until = time.monotonic() + seconds
    answer: int | str = "late"
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            answer = os.waitstatus_to_exitcode(status)
            break
        time.sleep(0.02)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # and what it has started
    if answer == "late":
        os.waitpid(child, 0)
    return answer


if __name__ == "__main__":
    serve()
