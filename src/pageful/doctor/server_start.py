"""A server that is started for a look: whether it answers, and how many tools it lists."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Timer
from typing import IO, Any

from pageful.lazy.dataclasses import dataclass

_PROTOCOL = "2025-06-18"
"""A revision that every server of these days knows."""

_SECONDS_TO_LEAVE = 5
"""Seconds for a server to leave after the end of its input, before it is killed."""


@dataclass(frozen=True, slots=True)
class Start:
    """The outcome of a start: seconds to the list of tools and their number, or what went wrong."""

    seconds: float
    tools: int = 0
    problem: str = ""


def start_server(
    words: Sequence[str], environment: Mapping[str, str], directory: Path, deadline: float
) -> Start:
    """Start a server on stdio, ask it for its tools, and end it; at the deadline it is killed."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=directory,
                env={**os.environ, **environment},
                start_new_session=True,
            )
        except OSError as error:
            return Start(0, problem=f"it can't be started: {error.strerror or error}")
        timer = Timer(deadline, _kill, [process])
        timer.start()
        try:
            tools = _list_tools(process)
            seconds = time.monotonic() - began
        finally:
            timer.cancel()
            _end(process)
        if tools is not None:
            return Start(seconds, tools)
        if seconds >= deadline:
            return Start(seconds, problem=f"no list of tools within {deadline:.0f} s")
        return Start(seconds, problem=_reason(process, errors))


def _list_tools(process: subprocess.Popen[bytes]) -> int | None:
    """Return the number of tools, nothing where the server ended or answers with an error."""
    assert process.stdin
    assert process.stdout
    hello = {
        "protocolVersion": _PROTOCOL,
        "capabilities": {},
        "clientInfo": {"name": "pageful doctor", "version": "1"},
    }
    try:
        _send(process.stdin, {"id": 1, "method": "initialize", "params": hello})
        if _answer(process.stdout, 1) is None:
            return None
        _send(process.stdin, {"method": "notifications/initialized"})
        _send(process.stdin, {"id": 2, "method": "tools/list"})
        listed = _answer(process.stdout, 2)
    except OSError:
        return None
    tools = listed.get("tools") if listed else None
    return len(tools) if isinstance(tools, list) else None


def _send(stream: IO[bytes], message: Mapping[str, Any]) -> None:
    stream.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    stream.flush()


def _answer(stream: IO[bytes], number: int) -> dict[str, Any] | None:
    """Read lines up to the answer to a request; nothing at the end, or where it is an error."""
    for line in stream:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict) and message.get("id") == number and "method" not in message:
            result = message.get("result")
            return result if isinstance(result, dict) else None
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if process.stdin:
            process.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_SECONDS_TO_LEAVE)
    _kill(process)
    process.wait()
    if process.stdout:
        process.stdout.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a server with its group: what it has started holds its output open."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _reason(process: subprocess.Popen[bytes], errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = [line.strip() for line in errors.read().decode(errors="replace").splitlines()]
    said = next((line for line in lines if line), "")
    return f"it ended with {process.returncode}" + (f": {said:.200}" if said else "")
