"""A client that speaks JSON-RPC in lines, and keeps every message that it receives."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

Message = dict[str, Any]

PATIENCE = 60.0
"""Seconds until an answer is given up: a server that npx starts may take ten."""

MODERN = "2026-07-28"
"""The revision without a handshake: each request says what it is."""

_CAPABILITIES = {
    "sampling": {},
    "elicitation": {"form": {}, "url": {}},
    "roots": {"listChanged": True},
}
_INFO = {"name": "claude-code", "version": "1.0"}

_REPLIES: Mapping[str, Message] = {
    "sampling/createMessage": {
        "model": "none", "role": "assistant", "stopReason": "endTurn",
        "content": {"type": "text", "text": "rye"},
    },
    "elicitation/create": {"action": "accept", "content": {"name": "Ada", "check": True}},
    "roots/list": {"roots": [{"uri": "file:///srv/rye", "name": "rye"}]},
    "ping": {},
}  # fmt: skip
"""What this client answers to a server's requests."""


class RawClient:
    """A process's other end."""

    def __init__(self, process: subprocess.Popen[bytes], version: str) -> None:
        self.process = process
        self.version = version
        self._received: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._ids = 0
        threading.Thread(target=self._read, daemon=True).start()

    def start(self) -> Message:
        """Shake hands, or ask a server of the newest revision what it is; return the answer."""
        if self.version == MODERN:
            return self.ask("server/discover", {})[-1]
        params = {
            "protocolVersion": self.version,
            "capabilities": _CAPABILITIES,
            "clientInfo": _INFO,
        }
        answer = self.ask("initialize", params)[-1]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def ask(self, method: str, params: Message, *, cancel: float | None = None) -> list[Message]:
        """Send a request; return all messages until its answer, which is the last.

        A request that is cancelled after some seconds is waited for five times as long, and
        the last message may be of something else.
        """
        identifier = self.request(method, params)
        end = time.monotonic() + (cancel or PATIENCE)
        received: list[Message] = []
        while (message := self.receive(end)) is not None:
            received.append(message)
            if message.get("id") == identifier and "method" not in message:
                return received
        if cancel is None:
            raise TimeoutError(f"no answer to {method}")
        cancelled = {"requestId": identifier, **self._meta()}
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled})
        end = time.monotonic() + 5 * cancel
        while (message := self.receive(end)) is not None:
            received.append(message)
        return received

    def request(self, method: str, params: Message) -> int:
        """Send a request and return its id."""
        self._ids += 1
        meta = self._meta(params.get("_meta", {}))
        message = {"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params | meta}
        self.send(message)
        return self._ids

    def send(self, message: Message) -> None:
        """Send a message."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self, end: float) -> Message | None:
        """Return the next message, answered if it is a request; `None` at a time, or the end."""
        try:
            message = self._received.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            return None
        if message and "method" in message and "id" in message:
            reply = _REPLIES.get(message["method"], {})
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": reply})
        return message

    def _meta(self, given: Mapping[str, Any] | None = None) -> Message:
        if self.version != MODERN:
            return {"_meta": given} if given else {}
        prefix = "io.modelcontextprotocol/"
        about = {
            f"{prefix}protocolVersion": MODERN,
            f"{prefix}clientInfo": _INFO,
            f"{prefix}clientCapabilities": _CAPABILITIES,
        }
        return {"_meta": {**about, **(given or {})}}

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._received.put(json.loads(line))
        self._received.put(None)


@contextmanager
def connected(
    command: Sequence[str], version: str, environment: Mapping[str, str] | None = None
) -> Iterator[RawClient]:
    """Run a server, or a gateway in front of one, and end it afterwards."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            yield RawClient(process, version)
        finally:
            assert process.stdin
            try:
                process.stdin.close()
                process.wait(PATIENCE)
            except (BrokenPipeError, subprocess.TimeoutExpired):
                process.kill()
