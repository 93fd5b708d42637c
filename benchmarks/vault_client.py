"""A client of a vault's server on stdio, for one conversation that is timed from its start."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from latency import ENVIRONMENT, PAGEFUL


class Conversation:
    """A server under way: it was started at `began`, and answers requests."""

    def __init__(self, process: subprocess.Popen[bytes], began: float) -> None:
        self._process = process
        self._began = began
        self._number = 0

    @property
    def elapsed(self) -> float:
        """Seconds since the server was started."""
        return time.perf_counter() - self._began

    @property
    def pid(self) -> int:
        """The id of the server's process."""
        return self._process.pid

    def hello(self) -> None:
        """Introduce the client."""
        client = {"name": "benchmark", "version": "1"}
        version = "2025-06-18"
        self.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=client)
        self._send({"method": "notifications/initialized"})

    def ask(self, method: str, **params: object) -> Any:
        """One request and its result."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        assert self._process.stdout
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == self._number:
                return message["result"]
        raise SystemExit(f"{self._process.args!r} ended while asked for {method}.")

    def call(self, tool: str, **arguments: object) -> str:
        """The text that a tool answers, which is no error."""
        result = self.answer(tool, **arguments)
        text: str = result["content"][0]["text"]
        assert not result.get("isError"), f"{tool} {arguments}: {text}"
        return text

    def answer(self, tool: str, **arguments: object) -> Any:
        """What a tool answers, if only an error."""
        return self.ask("tools/call", name=tool, arguments=arguments)

    def memory(self) -> int:
        """Bytes of memory that the server holds."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()


@contextmanager
def conversation(vault: Path, cache: Path) -> Iterator[Conversation]:
    """A fresh server of a vault, whose cache is in a directory; it ends in its own time."""
    environment = {**ENVIRONMENT, "XDG_CACHE_HOME": os.fspath(cache)}
    began = time.perf_counter()
    with subprocess.Popen(
        (PAGEFUL, "serve", "vault", os.fspath(vault)),
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        yield Conversation(process, began)
        assert process.stdin
        process.stdin.close()
