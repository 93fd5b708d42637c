"""One run of Maven: followed live, and ended whole when its time is up."""

from __future__ import annotations

import contextlib
import errno
import subprocess
import time
from collections.abc import Callable

from pageful.builds.process.tree import ProcessTree, start
from pageful.builds.results import Counts
from pageful.jvm.stack_trace import Application
from pageful.jvm.thread_dump import stuck_frames
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven.process_run import ProcessRun
from pageful.maven.request.errors import project_gone_error
from pageful.maven.running.daemon import Daemon
from pageful.maven.running.invocation import Invocation
from pageful.maven.running.log_reader import LogReader
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError

_TICK = 0.1
"""Seconds between two looks at the caller and the clock: a person does not notice the delay."""

_LAST_OUTPUT = 1.0
"""Seconds for the rest of the output: a child that outlives Maven may hold the pipe open."""


def run_maven(
    invocation: Invocation,
    *,
    seconds: float,
    application: Application,
    caller: Caller,
    classes_before: int = 0,
    on_tests: Callable[[Counts], object] = bool,
    on_start: Callable[[int], object] = int,
    write: Callable[[bytes], object] = len,
) -> ProcessRun:
    """Run Maven to its end, or stop it when `seconds` are over or the caller gives up.

    `classes_before` is how many test classes the last run had, for the progress of the caller.
    `on_start` is called with the process's id, `on_tests` with the counts of tests before each
    message of progress, and `write` with the log as it comes.

    Raises:
        ToolError: Maven can't be started.
    """
    began = time.monotonic()
    tree = _start(invocation)
    forwarder = _ProgressForwarder(caller, classes_before, on_tests)
    try:
        on_start(tree.process.pid)
        assert tree.process.stdout
        reader = LogReader(tree.process.stdout, write)
    except BaseException:
        tree.end()
        raise
    try:
        while tree.process.poll() is None:
            caller.checkpoint()
            if time.monotonic() - began > seconds:
                return _stop(tree, reader, began, application)
            _follow(tree, reader, forwarder)
        log = reader.close(_LAST_OUTPUT)
        forwarder.forward(reader)
        return ProcessRun(tree.process.wait(), log, _since(began))
    except (Cancelled, KeyboardInterrupt):
        return replace(_stop(tree, reader, began), cancelled=True)
    except BaseException:
        _end(tree, Daemon.of(reader.daemon))
        raise


def _start(invocation: Invocation) -> ProcessTree:
    try:
        return start(invocation.argv, invocation.root, invocation.environment())
    except OSError as error:
        if not invocation.root.is_dir():
            raise project_gone_error(invocation.root) from None
        problem = f"{invocation.command[0]} can't be started: {error.strerror or error}."
        remedy = "Check that it is an executable program."
        if error.errno == errno.E2BIG:
            remedy = "Name fewer tests, modules or arguments, or a pattern for them."
        raise ToolError(problem, remedy) from None


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


@dataclass(frozen=True, slots=True)
class _ProgressForwarder:
    """The messenger of a build's progress to its caller."""

    caller: Caller
    classes_before: int
    on_tests: Callable[[Counts], object]

    def forward(self, reader: LogReader) -> None:
        """Pass on the latest steps, after waiting a little for them."""
        total = self.classes_before
        for step in reader.steps(_TICK):
            self.on_tests(step.tests)
            done = min(step.classes_done, total) if total else None
            self.caller.progress(step.message, done, total or None)


def _follow(tree: ProcessTree, reader: LogReader, forwarder: _ProgressForwarder) -> None:
    """Wait for what happens next, never so long that a time-out waits."""
    forwarder.forward(reader)
    if reader.ended:
        with contextlib.suppress(subprocess.TimeoutExpired):
            tree.process.wait(_TICK)


def _stop(
    tree: ProcessTree, reader: LogReader, began: float, application: Application | None = None
) -> ProcessRun:
    """Stop a build; where an application is given, find where in it the tests hang."""
    frames: tuple[str, ...] = ()
    daemon = Daemon.of(reader.daemon)
    if application:
        tested = replace(application, test_package=reader.test_package)
        started = daemon.children() if daemon else []
        frames = stuck_frames([*tree.members(), *started], tested)
    activity = reader.activity(frames)
    # What is printed from here on is about being ended: a test JVM that is killed looks like one
    # that crashed.
    log = reader.close(0)
    _end(tree, daemon)
    return ProcessRun(None, log, _since(began), activity)


def _end(tree: ProcessTree, daemon: Daemon | None) -> None:
    """End a build, also where it is the Maven Daemon that carries it out."""
    if daemon:
        daemon.end_build(tree.process.pid)
    tree.end()
