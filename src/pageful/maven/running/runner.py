"""Run Maven: one build at a time per project, followed live, ended whole when time is up."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from pageful.builds.process.tree import ProcessTree, start
from pageful.builds.records.directories import directory_for
from pageful.builds.results import Activity, Counts
from pageful.jvm.stack_trace import Application
from pageful.jvm.thread_dump import stuck_frames
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.threads import group_by_module
from pageful.maven.running.daemon import Daemon
from pageful.maven.running.invocation import Invocation
from pageful.maven.running.log_reader import LogReader
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError

_TICK = 0.1
_LAST_OUTPUT = 1.0


@dataclass(frozen=True)
class Run:
    """What a call of Maven left behind; `exit_code` is absent where it was ended before its end."""

    exit_code: int | None
    log: tuple[LogLine, ...]
    milliseconds: int
    activity: Activity | None = None

    @cached_property
    def build_log(self) -> BuildLog:
        """The log with each module's lines in a row, annotated."""
        return BuildLog.read(group_by_module(self.log))


class Abandoned(Cancelled):
    """The caller gave up; `run` is what Maven had come to by then."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run


@contextlib.contextmanager
def sole_build(root: Path, caller: Caller, build: str | None = None) -> Iterator[None]:
    """Hold the project: wait for any other build of it, in this process or another, to end.

    `build` is the id of the one that wants to run, by which others that wait can name it.

    Raises:
        Cancelled: the caller gave up waiting.
        ToolError: there is no place for the lock.
    """
    with contextlib.ExitStack() as held:
        for file in _lock_files(root):
            lock, holder = FileLock(file, mode=0o600), file.with_suffix(".build")
            _acquire(lock, holder, caller)
            held.callback(lock.release)
            with contextlib.suppress(OSError):
                holder.touch(0o600)
                holder.write_text(build or "", encoding="utf-8")
        yield


def _acquire(lock: BaseFileLock, holder: Path, caller: Caller) -> None:
    told = ""
    while True:
        caller.checkpoint()
        try:
            lock.acquire(timeout=0.2 if told else 0)
        except Timeout:
            message = _waiting_for(holder)
            if message != told:
                caller.progress(message)
            told = message
        except KeyboardInterrupt:
            raise Cancelled from None
        except OSError as error:
            raise _no_place(Path(lock.lock_file).parent, error) from None
        else:
            return


def _lock_files(root: Path) -> Iterator[Path]:
    """Beside other temporary files; and with the records, as not all share the former."""
    name = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    yield _own_directory() / f"{name}.lock"
    with contextlib.suppress(OSError, RuntimeError):
        shared = directory_for(root) / "building.lock"
        shared.touch(0o600)
        yield shared


def _own_directory() -> Path:
    """A directory for locks that nobody else has made, who could have put links there.

    Raises:
        ToolError: there can't be one.
    """
    user = os.getuid() if hasattr(os, "getuid") else "user"
    directory = Path(tempfile.gettempdir()) / f"pageful-{user}"
    try:
        with contextlib.suppress(FileExistsError):
            directory.mkdir(mode=0o700)
        found = directory.lstat()
    except OSError as error:
        raise _no_place(directory, error) from None
    if not stat.S_ISDIR(found.st_mode) or user not in ("user", found.st_uid):
        raise _no_place(directory, "it is not a directory of yours")
    return directory


def _no_place(directory: Path, reason: OSError | str) -> ToolError:
    said = getattr(reason, "strerror", None) or reason
    return ToolError(
        f"No lock can be kept in {directory}, by which builds wait for each other: {said}.",
        "Remove what is there or make room, or set TMPDIR to a directory that can be written.",
    )


def _waiting_for(holder: Path) -> str:
    try:
        build = holder.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        build = ""
    if build:
        return f"waiting for build {build} of this project to end"
    return "waiting for another build of this project to end"


def run(
    invocation: Invocation,
    *,
    seconds: float,
    application: Application,
    caller: Caller,
    classes_before: int = 0,
    tested: Callable[[Counts], object] = bool,
    started: Callable[[int], object] = int,
    write: Callable[[bytes], object] = len,
) -> Run:
    """Run Maven to its end, or end it when `seconds` are over.

    `classes_before` is how many test classes the last run had, for the caller's progress; how many
    tests have run is told to `tested` before that. `started` is told the process's id, and `write`
    gets the log as it comes.

    Raises:
        ToolError: Maven can't be started.
        Abandoned: the caller gave up; no process of the build is left.
    """
    began = time.monotonic()
    tree = _started(invocation)
    listener = _Listener(caller, classes_before, tested)
    try:
        started(tree.process.pid)
        assert tree.process.stdout
        reader = LogReader(tree.process.stdout, write)
    except BaseException:
        tree.end()
        raise
    try:
        while tree.process.poll() is None:
            caller.checkpoint()
            if time.monotonic() - began > seconds:
                return _ended(tree, reader, began, application)
            _follow(tree, reader, listener)
        log = reader.close(_LAST_OUTPUT)
        listener.hear(reader)
        return Run(tree.process.wait(), log, _since(began))
    except (Cancelled, KeyboardInterrupt):
        raise Abandoned(_ended(tree, reader, began)) from None
    except BaseException:
        _end(tree, Daemon.of(reader.daemon))
        raise


def _started(invocation: Invocation) -> ProcessTree:
    try:
        return start(invocation.argv, invocation.root, invocation.environment())
    except OSError as error:
        if not invocation.root.is_dir():
            raise project_is_gone(invocation.root) from None
        problem = f"{invocation.command[0]} can't be started: {error.strerror or error}."
        remedy = "Check that it is an executable program."
        if error.errno == errno.E2BIG:
            remedy = "Name fewer tests, modules or arguments, or a pattern for them."
        raise ToolError(problem, remedy) from None


def project_is_gone(root: Path) -> ToolError:
    """What is said of a project that was there when it was asked for, and is not any more."""
    return ToolError(
        f"The project's directory {root} does not exist any more.",
        "Restore it, or name the project's with `--project`.",
    )


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


@dataclass(frozen=True, slots=True)
class _Listener:
    """Who hears what a build turns to."""

    caller: Caller
    classes_before: int
    tested: Callable[[Counts], object]

    def hear(self, reader: LogReader) -> None:
        """Pass on what has happened, after waiting a little for it."""
        total = self.classes_before
        for step in reader.steps(_TICK):
            self.tested(step.tests)
            done = min(step.classes_done, total) if total else None
            self.caller.progress(step.message, done, total or None)


def _follow(tree: ProcessTree, reader: LogReader, listener: _Listener) -> None:
    """Wait for what happens next, never so long that a time-out waits."""
    listener.hear(reader)
    if reader.ended:
        with contextlib.suppress(subprocess.TimeoutExpired):
            tree.process.wait(_TICK)


def _ended(
    tree: ProcessTree, reader: LogReader, began: float, application: Application | None = None
) -> Run:
    """End a build before its end; where an application is given, say where in it the tests hung."""
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
    return Run(None, log, _since(began), activity)


def _end(tree: ProcessTree, daemon: Daemon | None) -> None:
    """End a build, also where it is the Maven Daemon that carries it out."""
    if daemon:
        daemon.end_build(tree.process.pid)
    tree.end()
