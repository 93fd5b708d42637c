"""A server of one tool, `issues`, in lines of JSON-RPC; started by the tests."""

import json
import sys
from typing import Any

ISSUES = [
    {"number": n, "title": f"Crash {n}", "state": "open", "by": {"login": "ada"}}
    for n in range(200)
]
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result: dict[str, Any] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
    result["serverInfo"] = {"name": "issues", "version": "1"}
    if message["method"] == "tools/call":
        result = {"content": [{"type": "text", "text": json.dumps(ISSUES)}]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
