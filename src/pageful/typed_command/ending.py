"""The end of this process: the exit code of the program that it ran, or the same signal."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn


def end_as(exit_code: int) -> NoReturn:
    """End this process at once as the program did: a negative code is that of a signal."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            continue
    if exit_code < 0:
        _end_by(-exit_code)
    # What is still loaded need not be taken apart.
    os._exit(exit_code if exit_code >= 0 else 128 - exit_code)


def _end_by(number: int) -> None:
    """End by a signal, without an image of our own memory; a shell says 128 + its number."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)
