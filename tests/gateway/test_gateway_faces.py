"""Faces: which client gets what of a result and of a list of tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

from behind import initialize
from fixture_server import TOOLS
from pageful.anything import restore
from pageful.gateway.faces import CLIENT_INFO, choose_face
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.session import Session
from pageful.gateway.settings import Settings

DATA = [{"id": n, "name": f"Item {n}", "tags": ["a", "b"]} for n in range(30)]
PRETTY = json.dumps(DATA, indent=2)
RESULT = {"content": [{"type": "text", "text": PRETTY}], "structuredContent": {"result": DATA}}


def _pass(session: Session, method: str, result: object, **params: object) -> Any:
    """What the client gets for a result of the server."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    assert session.from_client(json.dumps(request).encode()) is None
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode() + b"\n"
    answer = session.from_server(line)
    assert answer is not None
    return json.loads(answer)["result"]


def _session(client: str, **settings: Any) -> Session:
    session = Session(Settings(**settings), MemoryStore())
    session.from_client(json.dumps(initialize(client)).encode())
    return session


@pytest.mark.parametrize(
    ("client", "face"),
    [
        ("claude-code", "page"),
        ("Visual Studio Code", "page"),
        ("Visual Studio Code - Insiders", "page"),
        ("opencode", "page"),
        ("cursor-vscode", "page"),
        ("claude-ai", "page"),
        ("codex-mcp-client", "data"),
        ("something-codemode", "data"),
        ("never heard of", "page"),
    ],
)
def test_a_client_is_known_by_its_name(client: str, face: str) -> None:
    assert choose_face(client) == face


def test_a_face_that_is_wanted_is_every_clients() -> None:
    assert choose_face("claude-code", "both") == "both"


@pytest.mark.parametrize("client", ["claude-code", "Visual Studio Code", "opencode"])
def test_a_page_goes_out_without_structured_content_and_schemas(client: str) -> None:
    session = _session(client)
    listed = _pass(session, "tools/list", {"tools": TOOLS})
    rows, chart, *_ = listed["tools"]
    assert "outputSchema" not in rows
    assert rows["icons"] == [{"src": "x"}]
    assert chart == TOOLS[1], "what feeds an interface stays"
    result = _pass(session, "tools/call", RESULT, name="rows")
    assert result.keys() == {"content"}
    (block,) = result["content"]
    assert "|id|" in block["text"]
    assert restore(block["text"]) == DATA


def test_a_program_gets_compact_json_with_structured_content_and_schemas() -> None:
    session = _session("codex-mcp-client")
    assert _pass(session, "tools/list", {"tools": TOOLS})["tools"] == TOOLS
    result = _pass(session, "tools/call", RESULT, name="rows")
    assert result["structuredContent"] == RESULT["structuredContent"]
    assert result["content"][0]["text"] == json.dumps(DATA, separators=(",", ":"))


def test_both_is_a_page_beside_structured_content() -> None:
    session = _session("claude-code", face="both")
    tools = _pass(session, "tools/list", {"tools": TOOLS})["tools"]
    assert tools[:-1] == TOOLS
    result = _pass(session, "tools/call", RESULT, name="rows")
    assert result["structuredContent"] == RESULT["structuredContent"]
    assert restore(result["content"][0]["text"]) == DATA


def test_in_revision_2026_07_28_every_request_names_its_client() -> None:
    session = Session(Settings(), MemoryStore())
    meta = {CLIENT_INFO: {"name": "codex-mcp-client"}}
    assert _pass(session, "tools/list", {"tools": TOOLS}, _meta=meta)["tools"] == TOOLS
    meta = {CLIENT_INFO: {"name": "claude-code"}}
    assert _pass(session, "tools/call", RESULT, name="rows", _meta=meta).keys() == {"content"}


@pytest.mark.parametrize(
    "result",
    [
        {**RESULT, "isError": True},
        {**RESULT, "resultType": "inputRequired"},
        {**RESULT, "_meta": {"ui": {"resourceUri": "ui://x"}}},
        {"content": [{"type": "image", "data": "aGk=", "mimeType": "image/png"}]},
        {"content": [{"type": "resource_link", "uri": "file:///a", "name": "a"}]},
        {"content": [{"type": "text", "text": "Just words.", "annotations": {"priority": 1}}]},
        {"task": {"taskId": "t"}},
    ],
    ids=["error", "not complete", "interface", "image", "link", "words", "task"],
)
def test_what_is_no_data_stays_as_it_came(result: dict[str, Any]) -> None:
    assert _pass(_session("claude-code"), "tools/call", result, name="rows") == result


def test_a_tool_that_is_excepted_stays_as_it_came() -> None:
    session = _session("claude-code", excepted=("ro*",))
    assert _pass(session, "tools/list", {"tools": TOOLS})["tools"][0] == TOOLS[0]
    assert _pass(session, "tools/call", RESULT, name="rows") == RESULT


def test_a_tool_that_feeds_an_interface_keeps_its_structured_content() -> None:
    session = _session("claude-code")
    _pass(session, "tools/list", {"tools": TOOLS})
    assert _pass(session, "tools/call", RESULT, name="chart") == RESULT


def test_images_stay_in_their_places_between_data() -> None:
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    blocks = [image, {"type": "text", "text": PRETTY}, {"type": "text", "text": "Done."}, image]
    result = _pass(_session("claude-code"), "tools/call", {"content": blocks}, name="rows")
    assert [block["type"] for block in result["content"]] == ["image", "text", "text", "image"]
    assert restore(result["content"][1]["text"]) == DATA


def test_unknown_members_of_a_result_and_its_blocks_stay_to_the_letter() -> None:
    session = _session("claude-code")
    session.from_client(b'{"id":1,"method":"tools/call","params":{"name":"rows"}}')
    text = json.dumps(PRETTY)
    before, after = '{"x": 1.50, "result": {"ttlMs": 1e2, ', '}, "id": 1 }\n'
    block = f'"content": [{{"annotations": {{"priority": 0.10}}, "type": "text", "text": {text}}}]'
    answer = session.from_server(f"{before}{block}{after}".encode())
    assert answer is not None
    assert answer.startswith(b'{"x": 1.50, "result": {"ttlMs": 1e2,"content":[{"annotations": ')
    assert b'{"annotations": {"priority": 0.10},"type": "text","text":"Each' in answer
    assert answer.endswith(b', "id": 1 }\n')


def test_recall_is_appended_to_the_last_page_of_the_list_alone() -> None:
    session = _session("claude-code")
    first = _pass(session, "tools/list", {"tools": TOOLS[:1], "nextCursor": "x"})
    assert [tool["name"] for tool in first["tools"]] == ["rows"]
    last = _pass(session, "tools/list", {"tools": TOOLS[1:]}, cursor="x")
    assert [tool["name"] for tool in last["tools"]] == ["chart", "wide", "recall"]


def test_recall_has_the_servers_name_where_the_server_has_a_recall() -> None:
    session = _session("claude-code", name="My Notes")
    tools = [{"name": "recall", "inputSchema": {"type": "object"}}]
    listed = _pass(session, "tools/list", {"tools": tools})
    assert [tool["name"] for tool in listed["tools"]] == ["recall", "recall_My_Notes"]
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "recall"}}
    assert session.from_client(json.dumps(call).encode()) is None, "it is the server's"


def test_without_a_store_there_is_no_recall_and_nothing_is_cut() -> None:
    session = Session(Settings(budget=1000), None)
    assert _pass(session, "tools/list", {"tools": TOOLS[2:]})["tools"] == TOOLS[2:]
    result = _pass(session, "tools/call", RESULT, name="rows")
    assert restore(result["content"][0]["text"]) == DATA
