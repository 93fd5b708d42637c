"""A client that starts a gateway, has a call open, says the gateway's number, and waits."""

from __future__ import annotations

import json
import subprocess
import sys

MESSAGES = (
    {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}},
    },
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "sleep"}},
)  # fmt: skip


def main() -> None:
    pipe = subprocess.PIPE
    gateway = subprocess.Popen(sys.argv[1:], stdin=pipe, stdout=pipe)
    assert gateway.stdin
    assert gateway.stdout
    for message in MESSAGES:
        gateway.stdin.write(json.dumps(message).encode() + b"\n")
    gateway.stdin.flush()
    gateway.stdout.readline()
    print(gateway.pid, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
