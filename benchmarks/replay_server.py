"""A server over stdio whose tools answer with recorded results: `replay_server.py DIRECTORY`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from gateway_results import results

_ID = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}


def tool_name(identifier: str) -> str:
    """A name for the tool that a result is of."""
    kept = "".join(character if character.isalnum() else "_" for character in identifier)
    return kept[-50:].strip("_")


def _answer(message: dict[str, Any], recorded: dict[str, Any]) -> dict[str, Any]:
    params = message.get("params") or {}
    match message["method"]:
        case "initialize":
            return {
                "protocolVersion": params["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "replay", "version": "1"},
            }
        case "tools/list":
            return {
                "tools": [
                    {"name": tool_name(name), "description": "Replay.", "inputSchema": _ID}
                    for name in recorded
                ]
            }
        case "tools/call":
            result: dict[str, Any] = recorded[params["arguments"]["id"]]
            return result
        case _:
            return {}


def main() -> int:
    """Serve."""
    recorded = dict(results(Path(sys.argv[1])))
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": _answer(message, recorded)}
            print(json.dumps(answer), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
