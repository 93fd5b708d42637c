"""The started program: in this process's group, with its input, told of this process's signals."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from types import FrameType
from typing import IO

from pageful.builds.process.parent_death import kill_with_parent
from pageful.typed_command.environment import Environment
from pageful.typed_command.original import script_line

_ENDING = ("SIGTERM", "SIGINT", "SIGHUP")
"""Signals by which a program is asked to end."""

_PASSED_ON = (*_ENDING, "SIGQUIT")
"""A JVM answers the last one with a thread dump, and goes on."""

_PIPE = 1 << 20
"""Bytes that the pipe holds on Linux, so that the program need not wait for our own start."""


class Child:
    """A program that was started as it would have been without us.

    `signalled` is the first signal by which this process was asked to end.
    """

    def __init__(self, path: str, argv: Sequence[str], environment: Environment) -> None:
        self.signalled: int | None = None
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._woken, False)
        self._process = _start(path, argv, environment)
        for name in _PASSED_ON:
            self._listen(getattr(signal, name, None))
        # Its handler does nothing: that the signal came is written into the pipe.
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)

    @property
    def output(self) -> IO[bytes]:
        """The stream of its output and its errors."""
        assert self._process.stdout
        return self._process.stdout

    @property
    def exit_code(self) -> int | None:
        """The exit code, the negative number of the signal that ended it, absent while it runs."""
        return self._process.poll()

    def wait(self, seconds: float) -> int | None:
        """Wait for its end or a signal, at most so long; return the exit code if it has ended."""
        if self.exit_code is None:
            select.select([self._woken], [], [], max(0.0, seconds))
            with contextlib.suppress(BlockingIOError):
                os.read(self._woken, 4096)
        return self.exit_code

    def end(self) -> None:
        """Ask it to end, as a signal to this process would."""
        self.signalled = self.signalled or signal.SIGTERM
        self._send(signal.SIGTERM)

    def _listen(self, number: int | None) -> None:
        """Pass a signal on, unless this process was started to ignore it."""
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, self._pass_on)

    def _pass_on(self, number: int, _frame: FrameType | None) -> None:
        if self.signalled is None and signal.Signals(number).name in _ENDING:
            self.signalled = number
        self._send(number)

    def _send(self, number: int) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self._process.pid, number)


def _start(path: str, argv: Sequence[str], environment: Environment) -> subprocess.Popen[bytes]:
    """Start a program with one pipe for its output and errors.

    Raises:
        OSError: it can't be started.
    """
    # Killed alone, this process takes the program with it: without us, that would be killed.
    # Descriptors that were handed to us are handed on; ours are closed at its start by themselves.
    options = {
        "bufsize": 0,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT,
        "close_fds": False,
        "preexec_fn": kill_with_parent(),
    }
    try:
        process = subprocess.Popen(argv, executable=path, env=environment, **options)  # type: ignore[call-overload]
    except OSError as error:
        if error.errno != errno.ENOEXEC:
            raise
        line = script_line(path, argv)
        process = subprocess.Popen(line, env=environment, **options)  # type: ignore[call-overload]
    _widen(process.stdout)
    return process  # type: ignore[no-any-return]


def _widen(stream: IO[bytes]) -> None:
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, _PIPE)
