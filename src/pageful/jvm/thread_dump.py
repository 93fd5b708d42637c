"""The application's frames in the thread dump of a test JVM that hangs."""

from __future__ import annotations

import contextlib
import re
import subprocess
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path

import psutil

from pageful.jvm.repeated_frames import without_repeats
from pageful.jvm.stack_trace import Application, parse_trace
from pageful.lazy import patterns

# > "main" #1 prio=5 os_prio=0 cpu=612.35ms elapsed=10.11s tid=0x7f2 nid=0x1 in Object.wait()
_THREAD = patterns.compile(r'^"(?:[^"\\\n]|\\.)*"', re.MULTILINE)
_FORK = ("surefirebooter", "ForkedBooter")
_SECONDS = 3
_FRAMES = 10


def stuck_frames(members: Iterable[psutil.Process], application: Application) -> tuple[str, ...]:
    """Return the application's frames of the test JVM among some processes, innermost first.

    Empty if there is no such JVM, it does not answer, or no thread runs the application's code.
    """
    for process in members:
        with contextlib.suppress(psutil.Error, OSError, subprocess.SubprocessError):
            if _is_fork(process):
                frames = application_frames(_dump(process), application)
                if frames:
                    return frames
    return ()


def _is_fork(process: psutil.Process) -> bool:
    """Tell if a process is a test JVM, not the shell that Surefire starts it with."""
    if Path(process.exe()).stem != "java":
        return False
    return any(mark in part for part in process.cmdline() for mark in _FORK)


def _dump(process: psutil.Process) -> str:
    jcmd = Path(process.exe()).with_name("jcmd")
    finished = subprocess.run(
        [jcmd, str(process.pid), "Thread.print"], capture_output=True, timeout=_SECONDS, check=True
    )
    return finished.stdout.decode("utf-8", "replace")


def application_frames(dump: str, application: Application) -> tuple[str, ...]:
    """Return the application's frames of the first thread that has any, main before others."""
    for thread in sorted(_threads(dump), key=lambda text: not text.startswith('"main"')):
        calls = [call for thrown in parse_trace(thread) for call in thrown.frames]
        own = [f"at {application.short(call)}" for call in calls if application.owns(call)]
        if own:
            return tuple(islice(without_repeats(own), _FRAMES))
    return ()


def _threads(dump: str) -> Iterator[str]:
    starts = [match.start() for match in _THREAD.finditer(dump)]
    for start, end in pairwise((*starts, len(dump))):
        yield dump[start:end]
