"""A server of lines of JSON-RPC that does as it is told: by its arguments, and by its tools."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

ROWS = [
    {
        "id": n,
        "title": f"Row {n}",
        "state": "open" if n % 3 else "closed",
        "owner": {"login": "ada"},
    }
    for n in range(2000)
]
SCHEMA = {"type": "object"}
TOOLS: list[dict[str, Any]] = [
    {"name": "rows", "inputSchema": SCHEMA, "outputSchema": SCHEMA, "icons": [{"src": "x"}]},
    {"name": "chart", "inputSchema": SCHEMA, "outputSchema": SCHEMA, "_meta": {"ui": {"r": 1}}},
    {"name": "wide", "inputSchema": SCHEMA, "_meta": {"anthropic/maxResultSizeChars": 900000}},
]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _rows(number: int) -> dict[str, Any]:
    rows = ROWS[:number]
    text = json.dumps(rows, indent=2)
    return {
        "_meta": {"kept": 1.50},
        "content": [{"type": "text", "text": text, "annotations": {"priority": 1}}],
        "structuredContent": {"result": rows},
    }


CANCELLED: list[Any] = []
LISTENING: list[Any] = []
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


def _notify(method: str, params: dict[str, Any]) -> None:
    _say(json.dumps({"jsonrpc": "2.0", "method": f"notifications/{method}", "params": params}))


def _listen(message: dict[str, Any]) -> None:
    """Answer nothing: a subscription goes on until it is cancelled."""
    LISTENING.append(message["id"])
    _notify("subscriptions/acknowledged", {"_meta": {SUBSCRIPTION: message["id"]}})


def _call(name: str, given: dict[str, Any]) -> dict[str, Any] | None:
    if name in ("rows", "chart", "wide"):
        return _rows(given.get("number", 2000))
    if name == "result":
        return dict(given["result"])
    if name == "die":
        print("some log\nlast words", file=sys.stderr, flush=True)
        os._exit(given.get("code", 7))
    if name == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "sleep":
        return None
    if name == "publish":
        for identifier in LISTENING:
            _notify("tools/list_changed", {"_meta": {SUBSCRIPTION: identifier}})
    if name == "cancelled":
        return {"content": [{"type": "text", "text": str(len(CANCELLED))}]}
    if name == "noise":
        _say("Listening on stdio…")
    return {"content": [{"type": "text", "text": "done"}]}


def _result(message: dict[str, Any]) -> dict[str, Any] | None:
    method, params = message["method"], message.get("params") or {}
    if method == "initialize":
        info = {"name": "fixture", "version": "1"}
        version = params["protocolVersion"]
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "tools/list":
        more = [{"name": "recall", "inputSchema": SCHEMA}] if "recall" in sys.argv else []
        tools = [*TOOLS, *more]
        if "pages" in sys.argv:
            return {"tools": tools[1:]} if params.get("cursor") else {
                "tools": tools[:1], "nextCursor": "more"
            }  # fmt: skip
        return {"tools": tools}
    return _call(params["name"], params.get("arguments") or {}) if method == "tools/call" else {}


def _start_grandchild(**options: Any) -> None:
    """Start a program that has this server's streams, as what npx starts has, and outlives it."""
    ignoring = "import signal, time; signal.signal(15, 1); time.sleep(300)"
    subprocess.Popen([sys.executable, "-S", "-c", ignoring], **options)


def _take(message: dict[str, Any]) -> None:
    """Answer a message, if it is to be."""
    if message.get("method") == "notifications/cancelled":
        CANCELLED.append(message["params"]["requestId"])
    if message.get("method") == "subscriptions/listen":
        _listen(message)
    elif message.get("method") == "unknown":
        error = {"code": -32601, "message": "Method not found"}
        _say(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}))
    elif "id" in message and "method" in message:
        if token := ((message.get("params") or {}).get("_meta") or {}).get("progressToken"):
            _notify("progress", {"progressToken": token, "progress": 1})
        result = _result(message)
        if result is not None:
            _say(json.dumps({"result": result, "jsonrpc": "2.0", "id": message["id"]}))


def main() -> None:
    if "ignores-term" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "grandchild" in sys.argv:
        _start_grandchild()
    if "own-group" in sys.argv:
        _start_grandchild(process_group=0)
    if "own-session" in sys.argv:
        _start_grandchild(start_new_session=True)
    if "other-streams" in sys.argv:
        nowhere = subprocess.DEVNULL
        _start_grandchild(start_new_session=True, stdin=nowhere, stdout=nowhere, stderr=nowhere)
    if "echo" in sys.argv:
        while chunk := os.read(0, 1 << 16):
            os.write(1, chunk)
        return
    for line in sys.stdin:
        _take(json.loads(line))
    if "ignores-end" in sys.argv:
        time.sleep(300)
    sys.exit(5 if "code-5" in sys.argv else 0)


if __name__ == "__main__":
    main()
