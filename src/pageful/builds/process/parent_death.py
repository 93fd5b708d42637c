"""Programs that end with the process that started them, however that ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable

_SET_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux."""


_commands = set[int]()
"""This process, if it is a command."""


def kill_programs_with_command() -> None:
    """Have the programs that this process starts from now on killed when it is.

    A command that is killed is given up by whoever typed it. A server's builds and those in the
    background may be asked for later: what is left of them is ended by the next call.
    """
    _commands.add(os.getpid())


def kill_with_command() -> Callable[[], object] | None:
    """Return what a started program has to call, if this process is a command."""
    return kill_with_parent() if os.getpid() in _commands else None


def kill_with_parent() -> Callable[[], object] | None:
    """Return what a started program has to call so that it is killed when this process is.

    Absent where the system knows no such thing, and in a process with threads: what runs between
    fork and exec could wait there for ever.
    """
    if sys.platform != "linux" or threading.active_count() > 1:
        return None
    import ctypes

    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    return lambda: prctl(_SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
