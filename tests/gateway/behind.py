"""A gateway as a process, with a client's end of its streams."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

PAGEFUL = [sys.executable, "-m", "pageful"]
FIXTURE_SERVER = Path(__file__).parent / "fixture_server.py"
PATIENCE = 120.0
"""Seconds until a test gives up: far more than anything takes."""

Message = dict[str, Any]


def initialize(client: str = "claude-code", version: str = "2025-11-25") -> Message:
    """The first message of a client, as it is recorded."""
    info = {"name": client, "version": "1.0"}
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": info}
    return {"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": params}


def call(identifier: int | str, tool: str, **arguments: object) -> Message:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": params}


class Client:
    """A client of a process that speaks JSON-RPC in lines."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, *messages: Message | bytes) -> None:
        assert self.process.stdin
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.process.stdin.write(line.rstrip(b"\n") + b"\n")
        self.process.stdin.flush()

    def line(self) -> bytes:
        assert self.process.stdout
        return self.process.stdout.readline()

    def answer(self) -> Message:
        answer: Message = json.loads(self.line())
        return answer

    def ask(self, message: Message) -> Message:
        """Send a request and return its answer, passing by what is no answer to it."""
        self.send(message)
        while (answer := self.answer()).get("id") != message["id"]:
            pass
        return answer

    def text(self, identifier: int | str, tool: str, **arguments: object) -> str:
        """Call a tool and return the text of its result."""
        (block,) = self.ask(call(identifier, tool, **arguments))["result"]["content"]
        return str(block["text"])

    def leave(self) -> int:
        """Close the input and wait for the end."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


@contextmanager
def gateway(
    *options: str, server: Sequence[str] | None = None, client: str | None = "claude-code"
) -> Iterator[Client]:
    """Start a gateway in front of a server, the fixture's unless another is named."""
    command = [*PAGEFUL, "gateway", *options, "--", *(server or fixture())]
    with running(command) as talking:
        if client is not None:
            assert "result" in talking.ask(initialize(client))
        yield talking


@contextmanager
def running(command: Sequence[str]) -> Iterator[Client]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield Client(process)
        finally:
            process.kill()
            for stream in (process.stdin, process.stdout, process.stderr):
                assert stream
                try:
                    stream.close()
                except BrokenPipeError:
                    continue


@contextmanager
def serving(
    *options: str, upstream: Sequence[str] | None = None
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Start a gateway on HTTP, and give its port; `upstream` is all after its options."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command = [*PAGEFUL, "gateway", "--http", f":{port}", *options]
    with subprocess.Popen(
        [*command, *(upstream or ["--", *fixture()])], stderr=subprocess.PIPE
    ) as process:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except ConnectionRefusedError:
                time.sleep(0.05)
            else:
                break
        try:
            yield port, process
        finally:
            process.kill()
            assert process.stderr
            process.stderr.close()


def fixture(*behaviours: str) -> list[str]:
    """The command of the fixture server."""
    return [sys.executable, "-S", str(FIXTURE_SERVER), *behaviours]


def wait_until_gone(processes: Sequence[psutil.Process], seconds: float = PATIENCE) -> bool:
    """Wait until processes have ended; zombies that nobody reaps count as ended."""
    end = time.monotonic() + seconds
    while any(map(_is_running, processes)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _is_running(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
