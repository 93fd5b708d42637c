"""The program as it was typed: where it is found, and how it takes the place of this process."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from pageful.typed_command.environment import Environment

NOT_EXECUTABLE, NOT_THERE = 126, 127
"""The exit codes of shells for what can't be run, and for what is not there."""

_SHELL = "/bin/sh"
_USUAL_PATH = "/bin:/usr/bin"
"""The directories in which `execvp` looks if there is no PATH."""

_CHANGED = ("SIGPIPE", "SIGXFZ", "SIGXFSZ")
"""Signals that Python ignores from its start."""


def find_program(name: str, environment: Environment) -> str | None:
    """Return the path of a program as a shell finds it, absent where there is none to run."""
    return next(filter(_is_executable, _candidates(name, environment)), None)


def _candidates(name: str, environment: Environment) -> Iterator[str]:
    if "/" in name:
        yield name
        return
    path = os.fsdecode(environment.get(b"PATH", _USUAL_PATH.encode()))
    for directory in path.split(os.pathsep):
        yield str(Path(directory) / name) if directory else f"./{name}"


def _is_executable(path: str) -> bool:
    return os.access(path, os.X_OK) and not Path(path).is_dir()


def exec_original(argv: Sequence[str], environment: Environment) -> int:
    """Become the program that was typed; where that can't be, say why, and give the exit code."""
    path = find_program(argv[0], environment)
    if path is None:
        return _refuse(argv[0], _candidates(argv[0], environment))
    try:
        _exec(path, argv, environment.for_program(path))
    except OSError as error:
        print(f"pageful: {argv[0]}: {error.strerror or error}", file=sys.stderr)
        return NOT_EXECUTABLE


def _exec(path: str, argv: Sequence[str], environment: Environment) -> NoReturn:
    """Become a program.

    Raises:
        OSError: it can't be run.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    for name in _CHANGED:
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_DFL)
    try:
        os.execve(path, list(argv), environment)  # noqa: S606 - as it was typed
    except OSError as error:
        if error.errno != errno.ENOEXEC:
            raise
        # A script without a first line that names its shell: shells run it themselves.
        os.execve(_SHELL, script_line(path, argv), environment)  # noqa: S606


def script_line(path: str, argv: Sequence[str]) -> list[str]:
    """Return the command line by which a shell runs a script that names none."""
    return [_SHELL, path, *argv[1:]]


def _refuse(name: str, candidates: Iterable[str]) -> int:
    is_there = any(Path(each).exists() for each in candidates)
    reason = "permission denied" if is_there else "not found"
    print(f"pageful: {name}: {reason}", file=sys.stderr)
    return NOT_EXECUTABLE if is_there else NOT_THERE
