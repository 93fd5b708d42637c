"""What of the protocol survives the gateway: `gateway_survival.py [--everything COMMAND …]`.

Each check is done twice, with a server and with the gateway in front of it, and all messages are
compared. `--everything` names the reference server; without it only servers of this repository run.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from listening import free_port, listening
from pageful.anything import UnreadablePageError, restore
from raw_client import MODERN, Message, RawClient, connected
from tables import table

VARIABLE = "PAGEFUL_SURVIVAL"
"""A variable of the environment that a server shall have, too."""

_VALUE = "as it was"
_EXIT = "exit code"
_RUNS_ON = "runs on"
_DIFFERS = "differs"
_PRINTED = 600
"""Characters that are printed of what differs."""

_LATE = 0.5
"""Seconds without a message, after which no notice is waited for."""

_ENDING = 5.0
"""Seconds from the end of a server's input to its own: the gateway takes four at the most."""

_HERE = Path(__file__).parent
_HANDSHAKES = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")


@dataclass(frozen=True)
class Step:
    """A request, and how its messages are compared."""

    row: str
    method: str
    params: Message = field(default_factory=dict)
    cancel: float | None = None
    is_data: bool = False
    only_types: bool = False


def call(row: str, tool: str, /, **arguments: Any) -> Step:
    """A step that calls a tool, with a progress token."""
    return Step(row, "tools/call", _called(tool, arguments))


def data(row: str, tool: str, /, **arguments: Any) -> Step:
    """A step that calls a tool whose result is data: those count, not their form."""
    return Step(row, "tools/call", _called(tool, arguments), is_data=True)


def _called(tool: str, arguments: Mapping[str, Any]) -> Message:
    return {"name": tool, "arguments": arguments, "_meta": {"progressToken": f"p {tool}"}}


def cancel(row: str, tool: str, /, **arguments: Any) -> Step:
    """A step that calls a tool and cancels it before it answers."""
    params = {"name": tool, "arguments": arguments}
    return Step(row, "tools/call", params, cancel=0.4)


TOOLS = Step("tools, annotations", "tools/list")
_TEMPLATES = "resource templates, completion, setLevel"
_SAMPLING = "sampling, elicitation, roots"
_ENVIRONMENT = "environment"
_MEDIA = "images, resource links, annotations"
_RESOURCES = (
    Step(_TEMPLATES, "resources/templates/list"),
    Step(_TEMPLATES, "resources/list"),
    Step(_TEMPLATES, "prompts/list"),
)

_NUMBER = {"ref": {"type": "ref/resource", "uri": "demo://resource/dynamic/text/{resourceId}"},
           "argument": {"name": "resourceId", "value": "1"}}  # fmt: skip
EVERYTHING = (
    TOOLS,
    *_RESOURCES,
    Step(_TEMPLATES, "completion/complete", _NUMBER),
    Step(_TEMPLATES, "logging/setLevel", {"level": "debug"}),
    Step(_TEMPLATES, "prompts/get", {"name": "simple-prompt"}),
    Step(_TEMPLATES, "resources/subscribe", {"uri": "demo://resource/dynamic/text/1"},
         only_types=True),
    call(_SAMPLING, "trigger-sampling-request", prompt="rye", maxTokens=5),
    call(_SAMPLING, "trigger-elicitation-request"),
    call(_SAMPLING, "get-roots-list"),
    call("progress with my token", "trigger-long-running-operation", duration=0.8, steps=4),
    cancel("cancellation: no late answer", "trigger-long-running-operation", duration=1.5, steps=3),
    call(_MEDIA, "get-tiny-image"),
    call(_MEDIA, "get-resource-links", count=3),
    Step(_MEDIA, "tools/call", {"name": "get-resource-reference",
                                "arguments": {"resourceType": "Blob", "resourceId": 1}},
         only_types=True),
    call(_MEDIA, "get-annotated-message", messageType="error", includeImage=True),
    call("errors", "get-sum", a="x"),
    Step("errors", "no/such/method"),
    data("data", "get-structured-content", location="Chicago"),
    Step("tasks", "tools/call",
         {"name": "simulate-research-query", "arguments": {"topic": "rye"}, "task": {"ttl": 60000}},
         only_types=True),
    data(_ENVIRONMENT, "get-env"),
)  # fmt: skip
FASTMCP = (
    TOOLS,
    *_RESOURCES,
    Step(_TEMPLATES, "resources/read", {"uri": "note://rye"}),
    Step(_TEMPLATES, "prompts/get", {"name": "write", "arguments": {"topic": "rye"}}),
    call("progress with my token", "wait", seconds=0.4),
    cancel("cancellation: no late answer", "wait", seconds=1.5),
    call("log messages", "log"),
    call(_MEDIA, "image"),
    call(_MEDIA, "link"),
    call("errors", "fail"),
    Step("errors", "no/such/method"),
    data("data", "rows", number=30),
    data(_ENVIRONMENT, "environment", name=VARIABLE),
)
_ASKED = "questions within results (2026-07-28)"
SDK = (
    TOOLS,
    *_RESOURCES,
    Step(_TEMPLATES, "resources/read", {"uri": "note://rye"}),
    Step(_TEMPLATES, "prompts/get", {"name": "prompt", "arguments": {"topic": "rye"}}),
    call("progress with my token", "slow"),
    call("errors", "fail"),
    Step("errors", "no/such/method"),
    data("data", "rows", number=30),
    Step(_ASKED, "tools/call", {"name": "greet", "arguments": {}}, only_types=True),
    Step(_ASKED, "tools/call", {
        "name": "greet", "arguments": {},
        "inputResponses": {"x": {"action": "decline"}},
    }, only_types=True),
    cancel("subscriptions/listen, cancelled", "slow"),
    Step("subscriptions/listen, cancelled", "subscriptions/listen",
         {"notifications": {"toolsListChanged": True}}, cancel=0.4),
)  # fmt: skip


@dataclass(frozen=True)
class Server:
    """A server, what is asked of it, and in which revisions it speaks."""

    name: str
    command: tuple[str, ...]
    steps: tuple[Step, ...]
    versions: tuple[str, ...]
    http: tuple[str, ...] = ()

    def http_command(self, port: int) -> list[str]:
        """Its command for streamable HTTP: other last words, or the port."""
        command = self.command[:-1] if self.http else self.command
        return [*command, *(self.http or (str(port),))]


def local_servers() -> list[Server]:
    """The servers that need no network."""
    fastmcp = (sys.executable, str(_HERE / "gateway_fastmcp.py"))
    sdk = (sys.executable, str(_HERE.parent / "tests" / "gateway" / "sdk_server.py"))
    return [
        Server("FastMCP", fastmcp, FASTMCP, ("2025-06-18", "2025-11-25")),
        Server("SDK 2.x", sdk, SDK, ("2025-11-25", MODERN)),
    ]


def everything(command: str) -> Server:
    """The reference server, whose command ends with the word `stdio`."""
    words = shlex.split(command)
    own = ("streamableHttp",)
    return Server("everything", tuple(words), EVERYTHING, _HANDSHAKES, own)


def observe(command: Sequence[str], steps: Sequence[Step], version: str) -> dict[str, list[Any]]:
    """Do all steps with a server; return what was received, by row."""
    environment = {**os.environ, VARIABLE: _VALUE}
    seen: dict[str, list[Any]] = {}
    asked: set[str] = set()
    notices: list[str] = []
    with connected(command, version, environment) as client:
        seen["capabilities, name, version"] = [client.start()]
        for step in steps:
            received = client.ask(step.method, json.loads(json.dumps(step.params)),
                                  cancel=step.cancel)  # fmt: skip
            of_step = [message for message in received if _belongs_to_request(message)]
            told = [_comparable(message, step) for message in of_step]
            notices += [message["method"] for message in received if _is_notice(message)]
            asked |= {message["method"] for message in received if _is_request(message)}
            # Notices have a stream of their own over HTTP, and so no order among answers.
            seen.setdefault(step.row, []).append(told)
        while (message := client.receive(time.monotonic() + _LATE)) is not None:
            notices += [message["method"]] if _is_notice(message) else []
            asked |= {message["method"]} if _is_request(message) else set()
        # A list may change more than once while a server starts.
        seen["notices"] = sorted({name for name in notices if not name.endswith("list_changed")})
        seen["the server's requests"] = sorted(asked)
        seen[_EXIT] = [_leave(client)]
    return seen


def _leave(client: RawClient) -> int | str:
    """Close a server's input; return its exit code, if it ends soon."""
    assert client.process.stdin
    client.process.stdin.close()
    try:
        return client.process.wait(_ENDING)
    except subprocess.TimeoutExpired:
        client.process.kill()
        return _RUNS_ON


def _is_notice(message: Message) -> bool:
    """Tell whether a message is a notification that may come at any moment."""
    return "id" not in message and message["method"] != "notifications/progress"


def _is_request(message: Message) -> bool:
    return "method" in message and "id" in message


def _belongs_to_request(message: Message) -> bool:
    """Tell whether a message comes of a request; roots are asked for at any moment."""
    return not _is_notice(message) and message.get("method") != "roots/list"


def _comparable(message: Message, step: Step) -> Any:
    result = message.get("result")
    if step.row == _ENVIRONMENT:
        return _VALUE in json.dumps(message)
    if step.only_types and not isinstance(result, dict):
        return _types(message)
    if "method" in message and "id" in message:
        return {**message, "id": None}
    if not isinstance(result, dict):
        return message
    if step.method == "tools/list":
        tools = [
            {key: value for key, value in tool.items() if key != "outputSchema"}
            for tool in result["tools"] if tool["name"] != "recall"
        ]  # fmt: skip
        return {**message, "result": {**result, "tools": tools}}
    if step.is_data:
        return {**message, "result": _data(result)}
    plain = _without_doubles(message, result)
    return _types(plain) if step.only_types else plain


def _data(result: Message) -> Any:
    """The data of a result in any form: structured content, a page, JSON."""
    if "structuredContent" in result:
        structured = result["structuredContent"]
        is_wrapped = isinstance(structured, dict) and set(structured) == {"result"}
        return json.dumps(_sorted(structured["result"] if is_wrapped else structured))
    text = result["content"][0]["text"]
    for read in (json.loads, restore):
        try:
            found = read(text)
        except (ValueError, UnreadablePageError):
            continue
        return json.dumps(_sorted(found))
    return json.dumps(text)


def _sorted(value: Any) -> Any:
    if isinstance(value, list):
        return [_sorted(inner) for inner in value]
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in sorted(value.items())}
    return value


def _without_doubles(message: Message, result: Message) -> Message:
    """Leave out what the page's face has none of: structured content, and spaces of JSON."""
    kept = {key: value for key, value in result.items() if key != "structuredContent"}
    if isinstance(kept.get("content"), list):
        kept["content"] = [_without_spaces(block) for block in kept["content"]]
    return {**message, "result": kept}


def _without_spaces(block: Message) -> Message:
    return {**block, "text": "".join(block["text"].split())} if "text" in block else block


def _types(value: Any) -> Any:
    """The form of data whose texts differ from run to run."""
    if isinstance(value, dict):
        return {key: _types(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_types(inner) for inner in value]
    return type(value).__name__


def gateway(*upstream: str) -> list[str]:
    """The gateway's command."""
    return [sys.executable, "-m", "pageful", "gateway", *upstream]


@contextmanager
def over_http(server: Server) -> Iterator[str]:
    """Run a server at an address."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port), VARIABLE: _VALUE}
    with listening(server.http_command(port), port, environment) as url:
        yield url


def differences(direct: Mapping[str, Any], behind: Mapping[str, Any]) -> list[str]:
    """Name the rows that are not the same."""
    return [row for row, seen in direct.items() if behind.get(row) != seen]


def _cell(row: str, direct: Mapping[str, Any], behind: Mapping[str, Any]) -> str:
    if row == _EXIT and direct[row] == [_RUNS_ON] != behind[row]:
        return "ended by the gateway"
    return "same" if direct[row] == behind[row] else _DIFFERS


def survival_table(server: Server, *, verbose: bool) -> tuple[str, bool]:
    """Compare a server with and without the gateway, in every revision."""
    rows: dict[str, list[str]] = {}
    columns = [server.name]
    for version in server.versions:
        direct = observe(server.command, server.steps, version)
        seen = {"stdio": observe(gateway("--", *server.command), server.steps, version)}
        with over_http(server) as url:
            seen["--url"] = observe(gateway("--url", url), server.steps, version)
        for way, behind in seen.items():
            columns.append(f"{version} {way}")
            wrong = differences(direct, behind)
            for row in direct:
                rows.setdefault(row, []).append(_cell(row, direct, behind))
                if verbose and row in wrong:
                    print(f"{version} {way}: {row}")
                    for one, other in zip(direct[row], behind[row], strict=False):
                        if one != other:
                            print(
                                f"  direct {str(one)[:_PRINTED]}\n  behind {str(other)[:_PRINTED]}"
                            )
    same = all(cell != _DIFFERS for cells in rows.values() for cell in cells)
    return table(columns, ([row, *cells] for row, cells in rows.items())), same


def main() -> int:
    """Compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everything", metavar="COMMAND", help="the reference server's command")
    parser.add_argument("--only", default="", help="the revision alone")
    parser.add_argument("--verbose", action="store_true", help="print what differs")
    given = parser.parse_args()
    servers = local_servers()
    if given.everything:
        servers.insert(0, everything(given.everything))
    fine = True
    for each in servers:
        versions = tuple(version for version in each.versions if given.only in version)
        server = replace(each, versions=versions)
        text, same = survival_table(server, verbose=given.verbose)
        fine &= same
        print(f"{text}\n")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
