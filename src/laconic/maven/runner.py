"""Run Maven: one build at a time per project, followed live, ended whole when time is up."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import queue
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from laconic.caller import Caller
from laconic.errors import ToolError
from laconic.maven.following import Follower
from laconic.maven.invocation import Invocation
from laconic.maven.log import LogKeeper, LogLine
from laconic.maven.processes import ProcessTree, start
from laconic.maven.results import Activity
from laconic.maven.stack_trace import Application
from laconic.maven.thread_dump import stuck_frames

_TICK = 0.1
_LAST_OUTPUT = 1.0
_AT_ONCE = 10_000
_LONGEST_LINE = 65_536


@dataclass(frozen=True, slots=True)
class Run:
    """What a call of Maven left behind; `exit_code` is absent where its time was up."""

    exit_code: int | None
    log: tuple[LogLine, ...]
    milliseconds: int
    activity: Activity | None = None


@contextlib.contextmanager
def sole_build(root: Path, caller: Caller) -> Iterator[None]:
    """Hold the project: wait for any other build of it, in this process or another, to end.

    Raises:
        Cancelled: the caller gave up waiting.
    """
    lock = FileLock(_lock_file(root))
    waiting = False
    while True:
        caller.checkpoint()
        try:
            lock.acquire(timeout=0.2 if waiting else 0)
        except Timeout:
            if not waiting:
                caller.progress("waiting for another build of this project to end")
            waiting = True
            continue
        break
    try:
        yield
    finally:
        lock.release()


def _lock_file(root: Path) -> Path:
    name = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    user = os.getuid() if hasattr(os, "getuid") else "user"
    directory = Path(tempfile.gettempdir()) / f"laconic-{user}"
    directory.mkdir(mode=0o700, exist_ok=True)
    return directory / f"{name}.lock"


def run(
    invocation: Invocation,
    *,
    seconds: float,
    application: Application,
    classes_before: int,
    caller: Caller,
) -> Run:
    """Run Maven to its end, or end it when `seconds` are over.

    `classes_before` is how many test classes the last run had, for the caller's progress.

    Raises:
        ToolError: Maven can't be started.
        Cancelled: the caller gave up; no process of the build is left.
    """
    began = time.monotonic()
    tree = _started(invocation)
    watch = _Watch(tree, classes_before, caller)
    try:
        while tree.process.poll() is None:
            caller.checkpoint()
            if time.monotonic() - began > seconds:
                tested = watch.follower.test_package
                frames = stuck_frames(tree.members(), replace(application, test_package=tested))
                tree.end()
                activity = watch.follower.activity(frames)
                return Run(None, watch.whole_log(), _since(began), activity)
            watch.follow()
        return Run(tree.process.wait(), watch.whole_log(), _since(began))
    except BaseException:
        tree.end()
        raise


def _started(invocation: Invocation) -> ProcessTree:
    try:
        return start(invocation.argv, invocation.root, invocation.environment())
    except OSError as error:
        problem = f"{invocation.command[0]} can't be started: {error.strerror or error}."
        raise ToolError(problem, "Check that it is an executable program.") from None


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


class _Watch:
    """Follows a build's log as it comes, and tells the caller."""

    def __init__(self, tree: ProcessTree, classes_before: int, caller: Caller) -> None:
        self.follower = Follower()
        self._tree = tree
        self._reader = _Reader(tree)
        self._log = LogKeeper()
        self._classes_before = classes_before
        self._caller = caller

    def follow(self) -> None:
        """Take what has come, waiting a little for it: never so much that a time-out waits."""
        for line in itertools.islice(self._reader.lines(_TICK), _AT_ONCE):
            self._log.append(line)
            self._tell(self.follower.follow(line))
        if self._reader.finished:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._tree.process.wait(_TICK)

    def _tell(self, message: str) -> None:
        if message and self._classes_before:
            done = min(self.follower.classes_done, self._classes_before)
            self._caller.progress(message, done, self._classes_before)
        elif message:
            self._caller.progress(message)

    def whole_log(self) -> tuple[LogLine, ...]:
        """The log to its end, once the program has ended: a child of it may still hold the pipe."""
        until = time.monotonic() + _LAST_OUTPUT
        while not self._reader.finished and time.monotonic() < until:
            for line in itertools.islice(self._reader.lines(_TICK), _AT_ONCE):
                self._log.append(line)
        return self._log.lines


class _Reader:
    """Reads a program's output in a thread of its own, so that waiting for it can be given up."""

    def __init__(self, tree: ProcessTree) -> None:
        assert tree.process.stdout
        self.finished = False
        self._queue: queue.Queue[LogLine | None] = queue.Queue(_AT_ONCE)
        threading.Thread(
            target=self._read, args=(tree.process.stdout,), name="maven-log", daemon=True
        ).start()

    def _read(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(ValueError, OSError), stream:
            while raw := stream.readline(_LONGEST_LINE):
                self._queue.put(LogLine.parse(raw.decode("utf-8", "replace")))
        self._queue.put(None)

    def lines(self, seconds: float) -> Iterator[LogLine]:
        """The lines that have come, after waiting for the first at most so long."""
        with contextlib.suppress(queue.Empty):
            line = self._queue.get(timeout=seconds)
            while line is not None:
                yield line
                line = self._queue.get_nowait()
            self.finished = True
